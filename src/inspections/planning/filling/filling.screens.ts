import { formatDate } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Services } from '../../../platform/services.ts'
import { json } from '../../../platform/screens/call/calls.ts'
import { boardArea } from '../../../system/calendar/rights.ts'
import { readSetting } from '../../../system/settings/index.ts'
import {
  type DaySpan,
  type Draft,
  type UnplannedOrder,
  type VisitingHours,
  listUnplanned,
  minutesOf,
  timeOf,
} from '../visits/index.ts'
import type { Proposal } from './filling.contract.ts'
import { FillQuery } from './filling.forms.ts'
import { readDays } from './filling.queries.ts'
import { type FillOrder, type Placed, fillDays } from './filling.rules.ts'

const spanOf = ({ from, until }: VisitingHours): DaySpan => ({ start: minutesOf(from), end: minutesOf(until) })
const spanText = ({ start, end }: DaySpan): string => `${timeOf(start)}–${timeOf(end)}`

const asOrder = ({ order_id, customer, duration, due_on, hours, point }: UnplannedOrder): FillOrder => ({
  ...{ order_id, customer, duration, due_on, point },
  hours: spanOf(hours),
})

/** 'uiterlijk 12-12, 14 min rijden vanaf Bakkerij Smit, 45 min' */
function why({ order: { due_on, duration }, day, from, travel }: Placed): string {
  const due =
    due_on === null ? [] : [`${due_on < day.date ? 'was uiterlijk' : 'uiterlijk'} ${formatDate(due_on).slice(0, 5)}`]
  return [...due, ...(from === null ? [] : [`${travel} min rijden vanaf ${from}`]), `${duration} min`].join(', ')
}

interface Asked {
  employees: number[]
  days: string[]
  city: string
  visits: Draft[]
}

/** What would be planned for these people on these days; nothing of it is stored. */
async function propose(services: Pick<Services, 'db' | 'registry'>, asked: Asked, now: Date): Promise<Proposal> {
  const setting = await readSetting(services.db, 'inspections')
  const drafted = new Set(asked.visits.map(({ order_id }) => order_id))
  const days = asked.days.filter((day) => day >= today(now))
  const usual = spanOf({ from: setting.visit_from, until: setting.visit_until })
  const [waiting, read] = await Promise.all([
    listUnplanned(services.db, asked.city),
    readDays(services, { employees: asked.employees, days, drafts: asked.visits }, usual, now),
  ])
  const orders = waiting.filter(({ order_id }) => !drafted.has(order_id))
  const { placed, left } = fillDays(read.days, orders.map(asOrder), setting, spanText)
  const byId = new Map(orders.map((order) => [order.order_id, order]))
  return {
    visits: placed.map((one) => ({
      order: byId.get(one.order.order_id)!,
      employee_id: one.day.employee_id,
      employee: read.names.get(one.day.employee_id)!,
      date: one.day.date,
      start_time: timeOf(one.start),
      end_time: timeOf(one.end),
      why: why(one),
    })),
    left: left.map(({ order, why }) => ({ order_id: order.order_id, customer: order.customer, why })),
    without: [...new Set([...read.without, ...orders.filter(({ point }) => point === null).map(({ customer }) => customer)])], // prettier-ignore
  }
}

/** A proposal for what waits, beside the drafts of the board. */
export const boardProposal = json({
  area: boardArea,
  record: 'visit',
  recordParam: null,
  right: 'change',
  path: '/inspections/board/fill',
  query: FillQuery,
  answer: ({ query, services }) => propose(services, query, new Date()),
  example: () => ({ query: { employees: '1', days: today() }, foreign: null }),
})
