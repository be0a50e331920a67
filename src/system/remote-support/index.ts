import type { ModulePart } from '../../platform/manifest.ts'
import { give } from '../../platform/points.ts'
import { topTools } from '../../platform/screens/page.ts'
import * as screens from './remote-support.screens.ts'
import { remoteSupportArea } from './rights.ts'

const area = remoteSupportArea

/** A live connection with the helpdesk, where it is configured. */
export const remoteSupport: ModulePart = {
  screens: Object.values(screens),
  gifts: [
    give(topTools, [
      {
        area,
        view: 'system/remote-support/button',
        when: ({ config }, viewer) => config.remoteSupport !== undefined && !viewer.isSupport,
      },
      {
        area,
        view: 'system/remote-support/link',
        when: ({ config }, viewer) => config.remoteSupport !== undefined && viewer.isSupport,
      },
    ]),
  ],
}
