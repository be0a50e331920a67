import { ROLE } from '../../platform/access/roles.ts'
import type { ModulePart } from '../../platform/manifest.ts'
import { hasRole, isPlanner } from '../../platform/access/viewer.ts'
import { page } from '../../platform/screens/page.ts'
import { raw } from '../../platform/screens/call/raw.ts'
import { signedIn } from '../../platform/screens/screen.ts'
import { userSelfArea } from '../accounts/rights.ts'
import { readSetting } from '../settings/index.ts'
import { manualFor } from './manuals.rules.ts'

/** The manual is part of the product, so that it is there without any outside host and fits the version in use. */
const manualPage = page({
  area: userSelfArea,
  right: 'view',
  path: '/manual',
  title: 'Handleiding',
  view: 'system/manuals/page',
  load: ({ viewer }) => ({
    manual: manualFor(viewer.roles),
    teaches: hasRole(viewer, ROLE.teacher),
    supervises: hasRole(viewer, ROLE.supervisor),
    studies: hasRole(viewer, ROLE.student),
    plans: isPlanner(viewer),
    administers: hasRole(viewer, ROLE.administrator),
  }),
})

/** What Handleiding opens: the page above, or the organisation's own where it has one for its office (rulings 10.2). */
const manualLink = raw({
  area: userSelfArea,
  right: 'view',
  path: '/manual/open',
  kind: 'page',
  methods: ['GET'],
  handle: async ({ res, viewer, services }) => {
    const own =
      manualFor(signedIn(viewer).roles) === 'general' && (await readSetting(services.db, 'organisation')).manual_url
    res.redirect(303, own || '/manual')
  },
})

export const manuals: ModulePart = { screens: [manualPage, manualLink] }
