import * as z from 'zod'
import { ROLE } from '../../../platform/access/roles.ts'
import { everyParserOf, parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { type ConflictsRead, conflictsRead } from '../../../relations/bookings/index.ts'
import { appointmentFields, responsibleFields } from './appointments.fields.ts'
import { OUTSIDE_PART, isOutsidePart } from './appointments.rules.ts'

const { starts_at, ends_at, status, max_count, room_id, note } = appointmentFields

export const COUNT_LACKS = 'Vul in hoeveel docenten nodig zijn.'
/** Whether a part wants a number of teachers of its own and does not say which. */
export const lacksCount = (part: {
  has_custom_teacher_application_count: boolean
  teacher_application_count: number | null
}): boolean => part.has_custom_teacher_application_count && part.teacher_application_count === null

/** The number of teachers as it is stored: none where that of the component holds. */
export const ownCount = (part: {
  has_custom_teacher_application_count: boolean
  teacher_application_count: number | null
}): number | null => (part.has_custom_teacher_application_count ? part.teacher_application_count : null)

export const AppointmentForm = z
  .object({
    version,
    ...parsersOf(appointmentFields, 'description', 'status', 'max_count', 'room_id', 'responsibles'),
    ...parsersOf(appointmentFields, 'address_name', 'street', 'street_no', 'street_no_adding', 'postal_code', 'city'),
    ...parsersOf(appointmentFields, 'join_url', 'join_code', 'join_password'),
    ...parsersOf(appointmentFields, 'has_custom_teacher_application_count', 'teacher_application_count'),
    start_datetime: starts_at.parse,
    end_datetime: ends_at.parse,
    confirm_conflicts: conflictsRead,
  })
  .superRefine(({ start_datetime, end_datetime, responsibles, ...counts }, ctx) => {
    if (lacksCount(counts)) ctx.addIssue({ code: 'custom', path: ['teacher_application_count'], message: COUNT_LACKS })
    if (start_datetime >= end_datetime)
      ctx.addIssue({ code: 'custom', path: ['start_datetime'], message: 'Begindatum moet voor de einddatum zijn.' })
    responsibles.forEach((row, i) => {
      if (row.role_id === ROLE.teacher && (row.starts_at || row.ends_at))
        ctx.addIssue({
          code: 'custom',
          path: ['responsibles', i, 'role_id'],
          message: 'Een docent heeft geen eigen tijden.',
        })
      if (row.starts_at && row.ends_at && row.starts_at >= row.ends_at)
        ctx.addIssue({
          code: 'custom',
          path: ['responsibles', i, 'starts_at'],
          message: 'Begindatum moet voor de einddatum zijn.',
        })
      if (isOutsidePart(row, { start_datetime, end_datetime }))
        ctx.addIssue({ code: 'custom', path: ['responsibles', i, 'starts_at'], message: OUTSIDE_PART })
      if (responsibles.findIndex((other) => other.contact_id === row.contact_id) !== i)
        ctx.addIssue({
          code: 'custom',
          path: ['responsibles', i, 'contact_id'],
          message: 'Deze persoon staat er al bij.',
        })
    })
  })
export type AppointmentInput = Omit<z.output<typeof AppointmentForm>, 'confirm_conflicts'> & {
  confirm_conflicts: ConflictsRead
}

/** The form as it stands while somebody fills it in, of which nothing is refused: what cannot be read is left out. */
export const TypedForm = z.object({
  status: status.parse.catch(''),
  max_count: max_count.parse.nullable().catch(null),
  room_id: room_id.parse.catch(null),
  start_datetime: starts_at.parse.nullable().catch(null),
  end_datetime: ends_at.parse.nullable().catch(null),
  responsibles: z
    .array(z.object(everyParserOf(responsibleFields)).nullable().catch(null))
    .max(50)
    .catch([])
    .transform((rows) => rows.filter((row) => row !== null)),
})

/** `was` is the note as it was shown to be changed. */
export const NoteForm = z.object({ note: note.parse, was: note.parse, version })
export type NoteInput = z.output<typeof NoteForm>
