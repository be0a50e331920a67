/**
 * What the calendar page and its island agree on: the query and answer of `GET /ajax/getAppointments/:module`, and the
 * props of the island.
 * The island imports only the types, so that zod stays out of the browser's bundle.
 */
import * as z from 'zod'
import type { Seen } from './seen.contract.ts'

/** What lies beyond is no date any more, neither here nor in the database. */
const LAST_SECOND = Date.UTC(9999, 11, 31) / 1000
const epochSeconds = z.coerce.number().int().min(-LAST_SECOND).max(LAST_SECOND)

/** Month, week, day and list. */
const viewType = z.enum(['m', 'w', 'd', 'l'])
export type ViewType = z.infer<typeof viewType>

/** Rows of a page at most, as in every table. */
const MOST_ROWS = 200

/**
 * What every calendar is asked; each adds the filters of its own, of which the browser sends only those that narrow the
 * result. `from` is included, `to` is not. `count` and `page` count for the list view only; pages start at 0.
 */
export const viewFields = {
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
}
/** For `refine` of such a query. */
export const ENDS_LATER = [
  ({ from, to }: { from: number; to: number }): boolean => from <= to,
  { path: ['to'], error: ':label moet na het begin liggen.' },
] satisfies Parameters<z.ZodObject<typeof viewFields>['refine']>

export const viewQuery = z.object(viewFields).refine(...ENDS_LATER)
export type ViewQuery = z.infer<typeof viewQuery>

/** `css` is one of the classes st-concept … st-cancelled, or a `#rrggbb` chosen in the settings. */
const calendarStatus = z.object({ key: z.string(), label: z.string(), css: z.string() })
export type CalendarStatus = z.infer<typeof calendarStatus>

/** One appointment as the calendar shows it. A field that the viewer may not see is absent, never null. */
const calendarAppointment = z.object({
  id: z.number().int(),
  appointment_group_id: z.number().int().optional(),
  start_datetime: z.number().int(),
  end_datetime: z.number().int(),
  /** May hold soft hyphens (U+00AD) for the narrow columns. */
  description: z.string(),
  /** The same in two, so that no word stands in a block twice: what is taught, and what of it. */
  course: z.string().optional(),
  part: z.string().optional(),
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
  /** For who may move it by hand: what is saved over, and why it stays where it is, where it does. */
  version: z.number().int().optional(),
  fixed: z.string().optional(),
})
export type CalendarAppointment = z.infer<typeof calendarAppointment>

/** What is not right about one of them: red cannot be so, orange is to be looked at. */
const judged = z.object({
  tone: z.enum(['red', 'orange']),
  texts: z.array(z.string()),
  /** The popup that mends it at once, with what the button to it says. */
  mend: z.object({ label: z.string(), url: z.string() }).optional(),
})
export type Judged = z.infer<typeof judged>
/** By id; who may not plan is told nothing. */
const judgedAnswer = z.object({ judged: z.record(z.string(), judged) })
export type JudgedAnswer = z.infer<typeof judgedAnswer>

/** What would come of a move by hand: `good` is well, `told` says who hears of it, red and orange are not well. */
const moveLine = z.object({
  tone: z.enum(['red', 'orange', 'good', 'plain', 'told']),
  text: z.string(),
  /** It came after the planner was asked. */
  isNew: z.boolean().optional(),
})
export type MoveLine = z.infer<typeof moveLine>
const moveOutcome = z.object({
  /** 'BHV herhaling naar do 03-12, 18:30–21:30, met Ingrid Bosman'. */
  title: z.string(),
  lines: z.array(moveLine),
  /** Why it cannot be so. */
  refused: z.string().nullable(),
  /** Somebody or a room would be taken twice: it wants to be confirmed. */
  asks: z.boolean(),
  /** What was read then: sent along with the save, which goes no further than that. */
  value: z.string(),
})
export type MoveOutcome = z.infer<typeof moveOutcome>

/** `total` counts all pages, exactly up to 10,000. `more`: a month, week or day holds more than was sent. */
const appointmentsAnswer = z.object({
  appointments: z.array(calendarAppointment),
  total: z.number().int(),
  more: z.boolean().optional(),
})
export type AppointmentsAnswer = z.infer<typeof appointmentsAnswer>

/** What a calendar calls the things in it: 'Opleiding', 'Docent', 'planning', 'planningen'. */
const calendarWords = z.object({ what: z.string(), who: z.string(), one: z.string(), many: z.string() })
export type CalendarWords = z.infer<typeof calendarWords>

const calendarProps = z.object({
  /** `:module` of its addresses. */
  module: z.string(),
  words: calendarWords,
  /** Type of the records in it: a change of one loads it again. */
  record: z.string(),
  /** The permitted actions, separated by spaces: a subset of 'add edit remove'. */
  allow: z.string(),
  /** `GET /ajax/getAppointments/:module` with the module filled in. */
  dataUrl: z.string(),
  addUrl: z.string().nullable(),
  /** Popup of one appointment, with `{id}` where its id goes. */
  viewUrl: z.string(),
  /** Where one is moved by hand, with `{id}`; what comes of it is asked at `/outcome` below it. Absent for who may not. */
  moveUrl: z.string().optional(),
  /** Where the teacher of one is said to be away, with `{id}`. Absent for who may not. */
  awayUrl: z.string().optional(),
  /** What is not right about what a view shows, asked once that stands. Absent for who does not plan. */
  judgedUrl: z.string().optional(),
  /** Other views of the same days, at their own addresses. */
  beside: z.array(z.object({ label: z.string(), href: z.string() })),
  filtersUrl: z.string(),
  /** Filter key → label of its chip. */
  filterLabels: z.record(z.string(), z.string()),
  /** Popup 'Link voor agenda', or null when the page offers no feed. */
  icalUrl: z.string().nullable(),
  /** Every status that the viewer may meet, in their order: the explanation of the colours. */
  legend: z.array(calendarStatus),
  /** The server's clock: the browser's own may be wrong. */
  now: z.number().int(),
  /** Public holidays and own closed days, `YYYY-MM-DD` → name. */
  holidays: z.record(z.string(), z.string()).optional(),
  /** What the address asks for; without it the calendar comes back where it was left. */
  seen: z.custom<Seen>().optional(),
})
export type CalendarProps = z.infer<typeof calendarProps>

/** Detail of the document event `calendar-filters`, sent by the script of the filters popup when it is saved. */
export type FiltersEventDetail = Seen['filters']
