import * as z from 'zod'
import { MAX_ID } from '../../../platform/forms/fields.ts'
import { ENDS_LATER, viewFields } from '../../../system/calendar/points.ts'

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

/** The filters of the courses' calendar (training 2.1). The browser sends only keys that narrow the result. */
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

/** What stands before the chosen value in the chip of a filter. */
export const FILTER_LABELS: Record<keyof z.infer<typeof calendarFilters>, string> = {
  course_id: 'Opleiding',
  instructor_id: 'Docent',
  not_full: 'Niet vol',
  incompany: 'Incompany',
  status: 'Status',
  establishment_id: 'Vestiging',
  room_id: 'Lokaal',
  tasks: 'Taken',
  company_id: 'Bedrijf',
  appointment_group_id: 'Planning',
}

export const appointmentsQuery = calendarFilters.extend(viewFields).refine(...ENDS_LATER)
export type AppointmentsQuery = z.infer<typeof appointmentsQuery>
