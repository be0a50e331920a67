/** What areas show in the calendar, and above it. */
import type { RawBuilder } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../platform/database/types.ts'
import type { Area } from '../../platform/access/rights.ts'
import { type Viewer, may, viewerFor } from '../../platform/access/viewer.ts'
import { NotFound } from '../../platform/errors.ts'
import { point } from '../../platform/points.ts'
import type { Registry } from '../../platform/registry.ts'
import type { Services } from '../../platform/services.ts'
import type { FeedAppointment } from './calendar-ics.ts'
import type { AppointmentsAnswer, CalendarProps, CalendarWords, Judged, ViewQuery } from './calendar.contract.ts'

/** Givers write their queries and answers in these. */
export {
  ENDS_LATER,
  viewFields,
  viewQuery,
  type AppointmentsAnswer,
  type CalendarAppointment,
  type Judged,
  type MoveLine,
  type MoveOutcome,
} from './calendar.contract.ts'

/** Filters of a calendar, chosen in a popup of their own. */
export interface FilterSet {
  /** `:key` of /calendar/filters. */
  key: string
  /** Label of the chip, by the name that the query has for the filter. */
  labels: Record<string, string>
  /** Type of the record that a filter is about, by the same name: an address that gives its id shows its name. */
  records?: Readonly<Record<string, string>>
  /** The fields of the popup, and what they draw. */
  view: string
  load(db: Db, viewer: Viewer): Promise<Record<string, unknown>>
}

/** Work that waits for the viewer, above the calendar. */
export interface Waiting {
  title: string
  lines: { title: string; period: string; count: string; href: string }[]
  /** What there is besides: '3 eerdere planningen'. */
  more: string | null
}

/** A calendar that an area gives: the records that take place, each with its moment. */
export interface CalendarSource {
  /** `:module` of its addresses. */
  module: string
  /** The first is the one that opens when none is asked for. */
  order: number
  /** Whose right to view shows it. */
  area: Area
  /** Type of the records in it. */
  record: string
  words: CalendarWords
  /** Popup of one of them, with `{id}`. */
  viewUrl: string
  /** What may be asked of it: the fields of every view, and filters of its own. */
  query: z.ZodType<ViewQuery>
  /** What of it a view holds, in the viewer's scope. */
  list(db: Db, viewer: Viewer, query: ViewQuery): Promise<AppointmentsAnswer>
  /** What calendars outside are told of it, where that is something else than who looks here is shown. */
  feed?(db: Db, viewer: Viewer, period: { from: number; to: number }): Promise<FeedAppointment[]>
  /** What is not right about what comes in a period, by id; whoever may not change it is told nothing. */
  judge?(services: Services, viewer: Viewer, period: { from: Date; to: Date }): Promise<Record<number, Judged>>
  /** What this viewer may do in it, and what its colours mean. */
  frame(
    db: Db,
    viewer: Viewer,
  ): Promise<Pick<CalendarProps, 'allow' | 'addUrl' | 'moveUrl' | 'awayUrl' | 'judgedUrl' | 'legend'>>
  /** Without filters of its own it offers those of the first calendar. */
  filters?: FilterSet
  waiting?(db: Db, viewer: Viewer): Promise<Waiting>
}

export const calendarSources = point<CalendarSource>('calendar sources')

/** The calendars that the viewer may look at, in their order. */
export const calendarsOf = (registry: Registry, viewer: Viewer): CalendarSource[] =>
  registry
    .all(calendarSources)
    .filter(({ area }) => may(viewer, area))
    .sort((a, b) => a.order - b.order)

/** The calendar and the viewer with the roles that look at it. @throws NotFound for one that is not there */
export function calendarOf(registry: Registry, viewer: Viewer, module: string): [CalendarSource, Viewer] {
  const found = calendarsOf(registry, viewer).find((source) => source.module === module)
  if (!found) throw new NotFound()
  return [found, viewerFor(viewer, found.area)]
}

/** Something that a new company does before it can work, or soon after. */
export interface FirstStep {
  order: number
  label: string
  text: string
  /** Whether it is done: all are asked in one query. */
  done: RawBuilder<boolean> | ((services: Services) => RawBuilder<boolean>)
  /** It can work without: once only such steps are left the list is folded. */
  later?: true
  /** Where it is done, for who may change things there. */
  href: string
  area: Area
  popup: boolean
}

export const firstSteps = point<FirstStep>('first steps')

/** Something of somebody's day that is no part of a course, on the page where the day begins. */
export interface DayEntry {
  id: number
  title: string
  /** Where it is, and what is left of it. */
  texts: string[]
  startsAt: Date
  endsAt: Date
  isDone: boolean
  /** The popup in which it is done. */
  url: string
}

export interface DaySource {
  area: Area
  /** What the viewer does on a day, ISO, in the order of its times. */
  list(db: Db, viewer: Viewer, day: string): Promise<DayEntry[]>
}
export const dayEntries = point<DaySource>('day entries')

/** What areas give for a day of the viewer. */
export async function listDayEntries(
  { db, registry }: { db: Db; registry: Registry },
  viewer: Viewer,
  day: string,
): Promise<DayEntry[]> {
  const sources = registry.offered(dayEntries, viewer).filter(({ area }) => may(viewer, area))
  const given = await Promise.all(sources.map((source) => source.list(db, viewer, day)))
  return given.flat().sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || a.id - b.id)
}
