import { formatLongDay } from '../../../platform/format/format.ts'
import { instantOf, today } from '../../../platform/format/zone.ts'
import { page } from '../../../platform/screens/page.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { todayArea } from './rights.ts'
import { listLeftOpen, listOwnParts } from './today.queries.ts'
import { MOST_PARTS, dayModel } from './today.rules.ts'

/** More is worked off from the top. */
const MOST_LEFT = 20

/** Where a teacher begins on a phone: what is given today, where, to whom, and what is left to fill in. */
export const todayPage = page({
  area: todayArea,
  // Its rows are those that the viewer gives.
  record: null,
  right: 'view',
  path: '/today',
  title: 'Vandaag',
  view: 'training/today/page',
  load: async ({ db, viewer }) => {
    const now = new Date()
    const midnight = instantOf(today(now), '00:00')!
    const [parts, left, office] = await Promise.all([
      listOwnParts(db, viewer, midnight, MOST_PARTS),
      listLeftOpen(db, viewer, midnight, MOST_LEFT),
      readSetting(db, 'organisation'),
    ])
    return { day: formatLongDay(now), phone: office.phone, ...dayModel(parts, left, now) }
  },
})
