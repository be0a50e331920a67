import type { ModulePart } from '../../../platform/manifest.ts'
import { cityLine, streetLine } from '../../../platform/fields/address.ts'
import { epochSeconds } from '../../../platform/format/zone.ts'
import { give } from '../../../platform/points.ts'
import {
  type CalendarAppointment,
  type CalendarSource,
  calendarSources,
  viewQuery,
} from '../../../system/calendar/points.ts'
import { calendarArea } from '../../../system/calendar/rights.ts'
import { STATES, isDuring, listVisits, stateOf, visitsVisibleTo } from '../visits/index.ts'

/** Beyond this a month, week or day says that there is more. */
const MOST_VISITS = 5000

type Listed = Awaited<ReturnType<ReturnType<typeof listVisits>['execute']>>[number]

function shown(visit: Listed): CalendarAppointment {
  const key = stateOf(visit)
  return {
    id: visit.id,
    start_datetime: epochSeconds(visit.starts_at),
    end_datetime: epochSeconds(visit.ends_at),
    description: visit.customer,
    ...(visit.city ? { place: visit.city } : {}),
    ...(visit.employee === null ? {} : { teachers: [visit.employee] }),
    status: { key, label: STATES[key].label, css: STATES[key].css },
    full: false,
    cancelled: false,
  }
}

const LEGEND = Object.entries(STATES).map(([key, { label, css }]) => ({ key, label, css }))

/** The calendar of the visits; they are planned on the board. */
const visits: CalendarSource = {
  module: 'inspections',
  order: 20,
  area: calendarArea,
  record: 'visit',
  words: { what: 'Keuring', who: 'Keurmeester', one: 'bezoek', many: 'bezoeken' },
  viewUrl: '/inspections/visits/view/{id}',
  query: viewQuery,
  list: async (db, viewer, { type, from, to, count, page }) => {
    const during = listVisits(db)
      .where(isDuring(new Date(from * 1000), new Date(to * 1000)))
      .where(visitsVisibleTo(viewer))
    const isList = type === 'l'
    const rows = await during
      .orderBy('visits.starts_at')
      .orderBy('visits.id')
      .limit(isList ? count : MOST_VISITS + 1)
      .offset(isList ? page * count : 0)
      .execute()
    const { total } = await db
      .selectFrom('visits')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where(isDuring(new Date(from * 1000), new Date(to * 1000)))
      .where(visitsVisibleTo(viewer))
      .executeTakeFirstOrThrow()
    return {
      appointments: rows.slice(0, isList ? count : MOST_VISITS).map(shown),
      total: Number(total),
      ...(!isList && rows.length > MOST_VISITS ? { more: true } : {}),
    }
  },
  // Where the owner goes; whom to is read here.
  feed: async (db, viewer, { from, to }) => {
    const rows = await listVisits(db)
      .select(['orders.street', 'orders.street_no', 'orders.street_no_adding', 'orders.postal_code'])
      .where(isDuring(new Date(from * 1000), new Date(to * 1000)))
      .where('visits.employee_id', '=', viewer.id)
      .orderBy('visits.starts_at')
      .orderBy('visits.id')
      .limit(MOST_VISITS)
      .execute()
    return rows.map((visit) => ({
      ...shown(visit),
      description: `Bezoek ${visit.uid}`,
      place: [streetLine(visit), cityLine(visit)].filter(Boolean).join(', '),
    }))
  },
  frame: () => Promise.resolve({ allow: '', addUrl: null, legend: LEGEND }),
}

export const calendar: ModulePart = { gifts: [give(calendarSources, [visits])] }
