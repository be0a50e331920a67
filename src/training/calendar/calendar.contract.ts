/**
 * What the calendar page and its island agree on: the query and answer of `GET /ajax/getAppointments/:module`,
 * the query of the add wizard that an empty cell opens, and the props of the island.
 * The island imports only the types, so that zod stays out of the browser's bundle.
 */
import * as z from 'zod'
import { MAX_ID } from '../../platform/forms/fields.ts'

/** What lies beyond is no date any more, neither here nor in the database. */
const LAST_SECOND = Date.UTC(9999, 11, 31) / 1000
const epochSeconds = z.coerce.number().int().min(-LAST_SECOND).max(LAST_SECOND)
// Words, not 0 and 1: a filter whose value is a number up to 0 counts as not set (P-171).
const yesNo = z.enum(['yes', 'no'])
// A number that no record can have is typed easily; like any other that does not exist it finds nothing.
const NO_RECORD = -1
const known = (id: number): number => (Math.abs(id) > MAX_ID ? NO_RECORD : id)
const recordId = z.coerce.number().int().transform(known)
/** Typed by hand, or pasted as people quote it: 'Planning 20418'. */
const quotedNumber = z.coerce
  .string()
  .max(200)
  .transform((typed) => known(Number(/\d+/.exec(typed)?.[0] ?? NO_RECORD)))

export const calendarModule = z.enum(['courses', 'inspections'])
export type CalendarModule = z.infer<typeof calendarModule>

/** Month, week, day and list. */
export const viewType = z.enum(['m', 'w', 'd', 'l'])
export type ViewType = z.infer<typeof viewType>

/** The free filter keys (training 2.1). The browser sends only keys that narrow the result. */
export const calendarFilters = z.object({
  course_id: recordId.optional(),
  instructor_id: recordId.optional(),
  not_full: yesNo.optional(),
  incompany: yesNo.optional(),
  status: z.string().max(200).optional(),
  establishment_id: recordId.optional(),
  room_id: recordId.optional(),
  tasks: z.string().max(200).optional(),
  company_id: recordId.optional(),
  appointment_group_id: quotedNumber.optional(),
})
export type CalendarFilterKey = keyof z.infer<typeof calendarFilters>

/** Rows of a page at most, as in every table. */
const MOST_ROWS = 200

/** `from` is included, `to` is not. `count` and `page` count for the list view only; pages start at 0. */
export const appointmentsQuery = calendarFilters
  .extend({
    type: viewType,
    from: epochSeconds,
    to: epochSeconds,
    count: z.coerce
      .number()
      .int()
      .min(1)
      .default(30)
      .transform((count) => Math.min(count, MOST_ROWS)),
    page: z.coerce.number().int().min(0).default(0),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: ':label moet na het begin liggen.' })
export type AppointmentsQuery = z.infer<typeof appointmentsQuery>

/** An empty cell opens the add wizard with the moment clicked (epoch seconds) and the view it was clicked in. */
export const addQuery = z.object({ datetime: epochSeconds, type: viewType })
export type AddQuery = z.infer<typeof addQuery>

/** `css` is one of the classes st-concept … st-cancelled, or a `#rrggbb` chosen in the settings. */
export const calendarStatus = z.object({ key: z.string(), label: z.string(), css: z.string() })
export type CalendarStatus = z.infer<typeof calendarStatus>

/** One part as the calendar shows it. A field that the viewer may not see is absent, never null. */
export const calendarAppointment = z.object({
  id: z.number().int(),
  appointment_group_id: z.number().int().optional(),
  start_datetime: z.number().int(),
  end_datetime: z.number().int(),
  /** May hold soft hyphens (U+00AD) for the narrow columns. */
  description: z.string(),
  course_code: z.string().optional(),
  status: calendarStatus.optional(),
  /** Colours of its own, as hues of background and text, so that both stay readable in both themes. */
  css: z.object({ 'background-color': z.string().optional(), color: z.string().optional() }).optional(),
  room: z.string().optional(),
  place: z.string().optional(),
  teachers: z.array(z.string()).optional(),
  incompany: z.array(z.string()).optional(),
  max_count: z.number().int().optional(),
  free: z.number().int().optional(),
  /** Open for enrolment, but without a free place: shown as 'Vol'. */
  full: z.boolean(),
  cancelled: z.boolean(),
  /** Popup to open instead of the page's `viewUrl`. */
  url: z.string().optional(),
})
export type CalendarAppointment = z.infer<typeof calendarAppointment>

/** `total` counts all pages, exactly up to 10,000. `more`: a month, week or day holds more than was sent. */
export const appointmentsAnswer = z.object({
  appointments: z.array(calendarAppointment),
  total: z.number().int(),
  more: z.boolean().optional(),
})
export type AppointmentsAnswer = z.infer<typeof appointmentsAnswer>

export const calendarProps = z.object({
  module: calendarModule,
  /** The permitted actions, separated by spaces: a subset of 'add edit remove'. */
  allow: z.string(),
  /** `GET /ajax/getAppointments/:module` with the module filled in. */
  dataUrl: z.string(),
  addUrl: z.string().nullable(),
  /** Popup of one appointment, with `{id}` where its id goes. */
  viewUrl: z.string(),
  filtersUrl: z.string(),
  /** Popup 'Link voor agenda', or null when the page offers no feed. */
  icalUrl: z.string().nullable(),
  /** Every status that the viewer may meet, in their order: the explanation of the colours. */
  legend: z.array(calendarStatus),
  /** The server's clock: the browser's own may be wrong. */
  now: z.number().int(),
  /** Public holidays and own closed days, `YYYY-MM-DD` → name. */
  holidays: z.record(z.string(), z.string()).optional(),
})
export type CalendarProps = z.infer<typeof calendarProps>

/** Detail of the document event `calendar-filters`, sent by the script of the filters popup when it is saved. */
export interface FiltersEventDetail {
  /** Filter key → value as the server takes it. */
  values: Record<string, string>
  /** Filter key → the chosen value as people read it ('BHV basis'). */
  names: Record<string, string>
}
