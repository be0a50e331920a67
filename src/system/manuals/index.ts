import type { ModulePart } from '../../platform/manifest.ts'
import { hasRole } from '../../platform/http/viewer.ts'
import { page } from '../../platform/screens/page.ts'
import { manualFor } from './manuals.rules.ts'

/** The manual is part of the product, so that it is there without any outside host and fits the version in use. */
const manualPage = page({
  area: 'user-self',
  right: 'view',
  path: '/manual',
  title: 'Handleiding',
  view: 'system/manuals/page',
  load: ({ viewer }) => ({
    manual: manualFor(viewer.roles),
    teaches: hasRole(viewer, 3),
    supervises: hasRole(viewer, 4),
    studies: hasRole(viewer, 5),
    administers: hasRole(viewer, 1),
  }),
})

export const manuals: ModulePart = { screens: [manualPage] }
