import type { ModulePart } from '../../platform/manifest.ts'
import { give } from '../../platform/points.ts'
import { type CalendarSource, calendarSources, viewQuery } from '../../system/calendar/points.ts'
import { calendarArea } from '../../system/calendar/rights.ts'

/** The calendar of the visits. No visit is planned here yet, so it is empty and takes nothing new. */
const visits: CalendarSource = {
  module: 'inspections',
  order: 20,
  area: calendarArea,
  record: 'visit',
  words: { what: 'Keuring', who: 'Keurmeester', one: 'bezoek', many: 'bezoeken' },
  viewUrl: '/inspections/visits/view/{id}',
  query: viewQuery,
  list: () => Promise.resolve({ appointments: [], total: 0 }),
  frame: () => Promise.resolve({ allow: '', addUrl: null, legend: [] }),
}

export const calendar: ModulePart = { gifts: [give(calendarSources, [visits])] }
