import * as z from 'zod'
import { ROLE } from '../../platform/access/roles.ts'
import {
  checkbox,
  id,
  longText,
  optionalText,
  placePostalCodeOrNull,
  selectorIdOrNull,
  text,
  textOrNull,
  version,
  wholeNumber,
} from '../../platform/forms/fields.ts'
import { moment } from '../../platform/forms/moment.ts'
import { OUTSIDE_PART, RESPONSIBLE_ROLES, type ResponsibleRole, isOutsidePart } from './appointments.rules.ts'

const responsible = z.object({
  contact_id: id,
  role_id: z
    .enum(
      RESPONSIBLE_ROLES.map(({ id }) => String(id)),
      'Maak een keuze',
    )
    .transform((value) => Number(value) as ResponsibleRole),
  starts_at: moment.orNull,
  ends_at: moment.orNull,
})

export const AppointmentForm = z
  .object({
    version,
    description: text(200),
    status: text(30),
    start_datetime: moment.required,
    end_datetime: moment.required,
    max_count: wholeNumber(1, 1000),
    room_id: selectorIdOrNull,
    address_name: textOrNull(120),
    street: textOrNull(120),
    street_no: textOrNull(10),
    street_no_adding: textOrNull(20),
    postal_code: placePostalCodeOrNull,
    city: textOrNull(120),
    join_url: optionalText(500)
      .refine((value) => value === '' || /^https:\/\/\S+$/.test(value), ':label begint met https://.')
      .transform((value) => value || null),
    join_code: textOrNull(60),
    join_password: textOrNull(60),
    responsibles: z.array(responsible).max(50).default([]),
    confirm_conflicts: checkbox,
  })
  .superRefine(({ start_datetime, end_datetime, responsibles }, ctx) => {
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
export type AppointmentInput = z.output<typeof AppointmentForm>

/** `was` is the note as it was shown to be changed. */
export const NoteForm = z.object({ note: longText(5000), was: longText(5000), version })
export type NoteInput = z.output<typeof NoteForm>
