import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { checkbox, id, selectorIdOrNull, time } from '../../../platform/forms/fields.ts'
import { conflictsRead } from '../../../relations/bookings/index.ts'
import { MOST_DRAFTS } from './board.contract.ts'
import { minutesOf } from './board-times.contract.ts'
import { visitFields } from './visits.fields.ts'
import { ENDS_BEFORE } from './visits.rules.ts'

const MOST_DAYS = 62
const DAY_SECONDS = 86_400

const none = z.literal(['', '-1', '0']).transform(() => null)
const idOrNull = z.union([none, id]).default(null)
const FIRST_DAY = '2000-01-01'
const LAST_DAY = '2199-12-31'

const endsLater = [
  ({ start_time, end_time }: { start_time: string; end_time: string }) => minutesOf(start_time) < minutesOf(end_time),
  { path: ['end_time'] as PropertyKey[], error: ENDS_BEFORE },
] as const

/** One visit as the board sends it. */
const draft = z
  .object({
    id: idOrNull,
    order_id: id,
    employee_id: idOrNull,
    date: z.iso.date(':label is geen geldige datum.').refine((day) => day >= FIRST_DAY && day <= LAST_DAY, ':label is geen geldige datum.'), // prettier-ignore
    start_time: time,
    end_time: time,
    room_id: idOrNull,
    version: idOrNull,
  })
  .refine(...endsLater)
export type Draft = z.output<typeof draft>

/** A list whose indexes have gaps arrives as an object. */
const listed = (given: unknown): unknown =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? Object.values(given) : given
const drafts = z.preprocess(listed, z.array(draft).max(MOST_DRAFTS, `Plan hooguit ${MOST_DRAFTS} bezoeken tegelijk.`))

export const DraftsQuery = z.object({ visits: drafts.default([]) })
export const ConfirmForm = z.object({
  visits: drafts.default([]).refine((visits) => visits.length > 0, 'Er is niets om in te plannen.'),
  confirm_conflicts: conflictsRead,
  /** That customers are told nothing of it by itself. */
  quiet: checkbox,
})

/** One visit of an order as its popup asks it. */
export const ScheduleForm = z
  .object({
    ...parsersOf(visitFields, 'employee_id', 'room_id', 'date', 'start_time', 'end_time'),
    confirm_conflicts: conflictsRead,
  })
  .refine(...endsLater)

const seconds = z.coerce
  .number<string>()
  .int()
  .min(0)
  .max(Date.UTC(2200) / 1000)
const period = { from: seconds, to: seconds }
const ORDERED = [
  ({ from, to }: { from: number; to: number }) => from < to && to - from <= MOST_DAYS * DAY_SECONDS,
  { path: ['to'] as PropertyKey[], error: `:label moet na het begin liggen, en hooguit ${MOST_DAYS} dagen later.` },
] as const

const filters = {
  employee_id: selectorIdOrNull.catch(null),
  skill_id: selectorIdOrNull.catch(null),
  /** A part of the name of a place. */
  city: z.string().trim().max(100).catch('').default(''),
}
export const BoardQuery = z.object({ ...period, ...filters }).refine(...ORDERED)
export const TrayQuery = z.object({ city: filters.city })
export const RoomQuery = z.object({ ...period, except: idOrNull }).refine(...ORDERED)
export const ScheduleQuery = z.object({
  employee_id: selectorIdOrNull.catch(null),
  date: z.iso.date().optional().catch(undefined),
})
