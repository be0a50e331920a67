import { may } from '../../../platform/access/viewer.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import { json } from '../../../platform/screens/call/calls.ts'
import type { KeptPart } from '../../../platform/screens/call/kept-day.contract.ts'
import { keptDay, keptPart } from '../../../platform/screens/call/kept-day.ts'
import { itemAddress } from '../../../platform/screens/popup/popup-items.ts'
import { boardArea } from '../../../system/calendar/rights.ts'
import { categoryChoices } from '../../catalogue/device-categories/index.ts'
import { orderDevicesOf } from '../../orders/order-devices/index.ts'
import { workdayArea } from '../../rights.ts'
import { type Work, actionsOfOrder, blankUrl, listWorkOf, productsToDeliver } from './workday.queries.ts'
import { HOME } from './workday.screens.ts'

/** The tabs of a visit. */
const ITEMS = ['devices', 'actions', 'products']

type Choices = Awaited<ReturnType<typeof categoryChoices>>

/** The forms of devices that may be found at a visit, by their category. */
const blanksOf = (work: Work, choices: Choices): KeptPart[] =>
  work.done
    ? []
    : ['', ...choices.map(({ id }) => id)].map((category) => keptPart(blankUrl(work, category), work.version, choices))

/** A visit with the forms of its devices, as far as they can be filled in. */
async function screensOf(db: Db, viewer: Viewer, work: Work, choices: Choices): Promise<KeptPart[]> {
  const { id, order_id, done } = work
  const [devices, ...rest] = await Promise.all([
    orderDevicesOf(db, order_id),
    actionsOfOrder(db, order_id),
    productsToDeliver(db, order_id),
  ])
  const at = `?visit=${id}`
  const popup = `/workday/${order_id}${at}`
  const visit = [popup, ...ITEMS.map((key) => itemAddress(popup, key))].map((url) => keptPart(url, work, devices, rest))
  if (done || !may(viewer, workdayArea, 'change')) return visit
  return [
    ...visit,
    keptPart(`/workday/done/${id}`, work, devices, rest),
    keptPart(`/workday/${order_id}/found${at}`, work.version, devices.length, choices),
    ...devices.map((device, i) =>
      keptPart(`/workday/${order_id}/devices/${device.id}/doneForm${at}`, work.version, device, i, devices.length),
    ),
  ]
}

/** What an inspector reads without network: the own visits of today and tomorrow. */
export const workdayKept = json({
  area: workdayArea,
  record: 'visit',
  recordParam: null,
  right: 'view',
  path: '/workday/kept',
  answer: async ({ db, viewer }) => {
    const days = [today(), addDays(today(), 1)]
    const works = await Promise.all(days.map((day) => listWorkOf(db, viewer, viewer.id, day)))
    // Who may look at others names themselves.
    const own = may(viewer, boardArea, 'change') ? `&employee_id=${viewer.id}` : ''
    const choices = await categoryChoices(db)
    const visits = await Promise.all(works.flat().map((work) => screensOf(db, viewer, work, choices)))
    return keptDay(keptPart(HOME, works), [
      ...days.map((day, i) => keptPart(`${HOME}/visits?date=${day}${own}`, works[i])),
      ...visits.flat(),
      ...(may(viewer, workdayArea, 'change') ? works.flat().flatMap((work) => blanksOf(work, choices)) : []),
    ])
  },
  example: () => ({ foreign: null }),
})
