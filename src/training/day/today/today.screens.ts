import { type Viewer, isPlanner } from '../../../platform/access/viewer.ts'
import { formatLongDay } from '../../../platform/format/format.ts'
import { instantOf, today } from '../../../platform/format/zone.ts'
import type { Services } from '../../../platform/services.ts'
import { fragment } from '../../../platform/screens/call/calls.ts'
import { page } from '../../../platform/screens/page.ts'
import { firstStepsOf } from '../../../system/calendar/index.ts'
import { listDayEntries } from '../../../system/calendar/points.ts'
import { dashboardOf } from '../../../system/dashboard/index.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { planningsArea } from '../../rights.ts'
import { listOfficeParts } from './office.queries.ts'
import { officeModel } from './office.rules.ts'
import { todayArea } from './rights.ts'
import { listLeftOpen, listOwnParts } from './today.queries.ts'
import { MOST_PARTS, dayModel } from './today.rules.ts'

/** More is worked off from the top. */
const MOST_LEFT = 20

/** What a teacher gives today, where, to whom, and what is left to fill in. */
async function ownDay(services: Pick<Services, 'db' | 'registry'>, viewer: Viewer, now: Date) {
  const { db } = services
  const midnight = instantOf(today(now), '00:00')!
  const [parts, left, office, entries] = await Promise.all([
    listOwnParts(db, viewer, midnight, MOST_PARTS),
    listLeftOpen(db, viewer, midnight, MOST_LEFT),
    readSetting(db, 'organisation'),
    listDayEntries(services, viewer, today(now)),
  ])
  return { phone: office.phone, ...dayModel(parts, left, entries, now) }
}

/**
 * Where the day begins: for who teaches with the own parts, made for a phone; for who plans with what is given today and
 * tomorrow, what asks attention, and the widgets.
 */
export const todayPage = page({
  area: todayArea,
  // Its rows are those that the viewer gives.
  record: null,
  right: 'view',
  path: '/today',
  title: 'Vandaag',
  view: 'training/today/page',
  load: async ({ viewer, services }) => {
    const now = new Date()
    const isOffice = isPlanner(viewer)
    const day = formatLongDay(now)
    return isOffice
      ? {
          day,
          isOffice,
          start: await firstStepsOf({ viewer, services }),
          board: dashboardOf(services.registry, viewer),
        }
      : { day, isOffice, ...(await ownDay(services, viewer, now)) }
  },
})

/** What is given today and tomorrow, with what is wrong about it. */
export const officeParts = fragment({
  area: planningsArea,
  record: 'appointment',
  recordParam: null,
  right: 'view',
  path: '/today/parts',
  pageAddress: '/today',
  view: 'training/today/parts',
  load: async ({ db, viewer, services }) => {
    const now = new Date()
    return officeModel(await listOfficeParts(db, services.registry, viewer, now), now)
  },
  example: () => ({ foreign: null }),
})
