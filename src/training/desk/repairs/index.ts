import { wallClock } from '../../../platform/format/zone.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { attention } from '../../../system/attention/points.ts'
import { planningsArea } from '../../rights.ts'
import { listRepairs } from './repairs.queries.ts'
import * as screens from './repairs.screens.ts'
import { seedRepairs } from './story.ts'

/** What is to be repaired in the coming weeks: somebody is away, a skill lacks, it gets tight. */
export const repairs: ModulePart = {
  screens: Object.values(screens),
  story: seedRepairs,
  gifts: [
    give(attention, [
      {
        name: 'to_repair',
        kind: 'staffing',
        icon: 'alert-triangle',
        tone: 'danger',
        label: { one: 'onderdeel te herstellen', many: 'onderdelen te herstellen' },
        area: planningsArea,
        url: '/plannings/repairs',
        workingDaysBefore: 3,
        counted: async (db, registry, viewer) =>
          (await listRepairs(db, registry, viewer)).map(({ starts_at, group_id }) => ({
            day: wallClock(starts_at).day,
            planning: group_id,
          })),
      },
    ]),
  ],
}
