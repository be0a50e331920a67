import * as z from 'zod'
import { ROLE } from '../../../platform/access/roles.ts'
import { may } from '../../../platform/access/viewer.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import { formatLongDay, formatPeriod } from '../../../platform/format/format.ts'
import { instantOf, today } from '../../../platform/format/zone.ts'
import { checkbox, id } from '../../../platform/forms/fields.ts'
import { isoDate } from '../../../platform/forms/iso-date.ts'
import { fragment, json } from '../../../platform/screens/call/calls.ts'
import { page } from '../../../platform/screens/page.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import type { OwnExample } from '../../../platform/screens/screen.ts'
import { boardArea } from '../../../system/calendar/rights.ts'
import { ordersArea } from '../../../administration/orders/orders/rights.ts'
import { orderDevicesOf } from '../../orders/order-devices/index.ts'
import { STATES, stateOf } from '../../planning/visits/index.ts'
import { workdayArea } from '../../rights.ts'
import {
  actionsOfOrder,
  countVisits,
  getWork,
  listEmployees,
  listWorkOf,
  productsToDeliver,
  visitMeant,
  workOfOrder,
} from './workday.queries.ts'
import { type Opened, optionsOf, shownDevice, stepsOf } from './visit.rules.ts'
import { addressText, card, countedSpan, dayStrip, monthOf, visitJson } from './workday.rules.ts'

export const HOME = '/workday'
export const VisitQuery = z.object({ visit: id.optional().catch(undefined) })

const DayQuery = z.object({
  employee_id: id.optional().catch(undefined),
  date: isoDate.optional().catch(undefined),
  search: z.string().trim().max(80).optional().catch(undefined),
})

/** What somebody does on a day. A teacher reads the own one. */
async function dayOf(db: Db, viewer: Viewer, { employee_id, date = today(), search = '' }: z.output<typeof DayQuery>) {
  const chooses = may(viewer, boardArea, 'change')
  const employees = chooses ? await listEmployees(db, viewer) : [{ id: viewer.id, name: viewer.name }]
  const employee =
    employees.find((one) => one.id === (chooses ? (employee_id ?? viewer.id) : viewer.id)) ?? employees[0]!
  const [from, until] = countedSpan(date)
  const [works, days] = await Promise.all([
    listWorkOf(db, viewer, employee.id, date),
    countVisits(db, viewer, employee.id, from, until),
  ])
  const counts = new Map(days.map((day) => [day.date, day.count]))
  const wanted = search.toLowerCase()
  const cards = works
    .map((work) => card(work, new Date()))
    .filter(({ customer, address, uid }) => `${customer} ${address} ${uid}`.toLowerCase().includes(wanted))
  return {
    chooses,
    employees,
    employee,
    date,
    isToday: date === today(),
    title: formatLongDay(instantOf(date, '12:00')!),
    search,
    strip: dayStrip(date, counts),
    month: monthOf(date, counts),
    cards,
    hidden: works.length - cards.length,
    next: cards.find(({ done }) => !done) ?? null,
  }
}

const access = { area: workdayArea, record: 'visit' } as const

/** The visits of a day, made for a phone. Its filters are kept by the browser for a day. */
export const workdayPage = page({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Werkdag',
  view: 'inspections/workday/page',
  query: DayQuery,
  load: ({ db, viewer, query }) => dayOf(db, viewer, query),
  example: () => ({ foreign: null }),
})

/** The same for another day or somebody else, in the page that is open. */
export const workdayVisits = fragment({
  ...access,
  recordParam: null,
  right: 'view',
  path: '/workday/visits',
  pageAddress: HOME,
  query: DayQuery,
  view: 'inspections/workday/day',
  load: ({ db, viewer, query }) => dayOf(db, viewer, query),
  example: () => ({ foreign: null }),
})

/** The visits of somebody on a day; with `retrieveCount` on which days around it there are any. */
export const workdayData = json({
  area: workdayArea,
  record: 'visit',
  recordParam: null,
  right: 'view',
  path: '/workday/getData/:employee_id',
  query: z.object({ date: isoDate.optional(), retrieveCount: checkbox }),
  answer: async ({ db, viewer, params, query: { date = today(), retrieveCount } }) => {
    const { employee_id } = params
    const known = may(viewer, boardArea, 'change') ? (await listEmployees(db, viewer)).map(({ id }) => id) : [viewer.id]
    if (!known.includes(employee_id)) throw new NotFound('Medewerker')
    if (retrieveCount) return countVisits(db, viewer, params.employee_id, ...countedSpan(date))
    return (await listWorkOf(db, viewer, params.employee_id, date)).map(visitJson)
  },
  example: (story, role) => ({
    params: { employee_id: story.users[role]! },
    ...(role === ROLE.teacher ? { foreign: { employee_id: story.users[ROLE.administrator]! } } : { foreign: null }),
  }),
})

const ofOrder: OwnExample = (story) => ({
  params: { order_id: story.orders.ofTeacher },
  query: { visit: String(story.visits.ofTeacher) },
  foreign: { order_id: story.visits.unplanned },
})

/** The visit of an order that is meant, or those of which somebody chooses one. */
async function openedVisit(db: Db, viewer: Viewer, orderId: number, named: number | undefined): Promise<Opened> {
  const meant = await visitMeant(db, viewer, orderId, named)
  if (meant === null) {
    const visits = await workOfOrder(db, viewer, orderId)
    return {
      work: null,
      address: '',
      choices: visits.map((work) => ({
        id: work.id,
        period: formatPeriod(work.starts_at, work.ends_at),
        who: work.employee ?? STATES.open.label,
        state: STATES[stateOf(work)],
      })),
      devices: [],
      actions: [],
      products: [],
      progress: { done: 0, all: 0, rejected: 0, next: null },
    }
  }
  const [work, devices, actions, products] = await Promise.all([
    getWork(db, meant),
    orderDevicesOf(db, orderId),
    actionsOfOrder(db, orderId),
    productsToDeliver(db, orderId),
  ])
  const shown = devices.map((device, i) => shownDevice(device, i, meant))
  const todo = shown.filter(({ state, isElsewhere }) => state === null && !isElsewhere)
  return {
    work,
    address: addressText(work),
    choices: [],
    devices: shown,
    actions,
    products,
    progress: {
      done: shown.length - todo.length,
      all: shown.length,
      rejected: shown.filter(({ result }) => result === 'rejected').length,
      next: todo[0] ?? null,
    },
  }
}

/** A visit while it is carried out: its devices in walking order, the work at them, and what is delivered. */
export const workdayVisit = popup({
  area: workdayArea,
  // What hangs on the order stands in its own popup.
  record: 'order',
  recordParam: null,
  alsoRecords: { order_id: 'order' },
  right: 'view',
  path: '/workday/:order_id',
  home: HOME,
  size: 'medium',
  query: VisitQuery,
  load: async ({ db, viewer, params, query, services }) => {
    const opened = await openedVisit(db, viewer, params.order_id, query.visit)
    const [first] = opened.choices
    return {
      ...opened,
      orderId: params.order_id,
      at: opened.work === null ? '' : `?visit=${opened.work.id}`,
      works: may(viewer, workdayArea, 'change') && opened.work !== null && !opened.work.done,
      name: opened.work?.customer ?? (first ? (await getWork(db, first.id)).customer : ''),
      opensOrder: may(viewer, ordersArea) && (await services.registry.isVisible(db, viewer, 'order', params.order_id)),
    }
  },
  about: ({ orderId }) => ({ type: 'order', id: orderId }),
  title: ({ name }) => name,
  subtitle: ({ work, address }) =>
    work === null
      ? 'Kies een bezoek'
      : [formatPeriod(work.starts_at, work.ends_at), address].filter(Boolean).join(' · '),
  status: ({ work }) => (work === null ? null : STATES[stateOf(work)]),
  nextSteps: (shown) => stepsOf(shown),
  options: (shown) => optionsOf(shown),
  layout: 'tabs',
  parts: [
    {
      key: 'devices',
      label: 'Apparaten',
      icon: 'fire-extinguisher',
      view: 'inspections/workday/devices',
      count: ({ devices }) => devices.length,
    },
    {
      key: 'actions',
      label: 'Acties',
      icon: 'list-check',
      view: 'inspections/workday/actions',
      count: ({ actions }) => actions.length,
    },
    {
      key: 'products',
      label: 'Leveren',
      icon: 'package',
      view: 'inspections/workday/products',
      count: ({ products }) => products.length,
    },
  ],
  example: ofOrder,
})
