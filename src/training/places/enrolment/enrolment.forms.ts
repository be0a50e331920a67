import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { checkbox, id, idList, version, wholeNumberOrNull } from '../../../platform/forms/fields.ts'
import { enrolmentFields, reservationFields } from './enrolment.fields.ts'
import { MOST_PLACES } from './enrolment.rules.ts'

export const whatAppointments = z.enum(['all', 'this'], 'Maak een keuze').default('all')

/** The note on one student, wherever it is written. */
export const studentNoteText = enrolmentFields.note.parse

/** Who gets the invoice of those who are enrolled; where a form does not ask, as agreed. */
export const invoiceTo = {
  use_invoice_relation: enrolmentFields.use_invoice_relation.parse.default('1').transform((value) => value === '1'),
  invoice_relation_id: enrolmentFields.invoice_relation_id.parse,
}

/** Ids of students or enrolments in a query or a hidden field. */
export const students = idList(MOST_PLACES)

const reservation = {
  ...parsersOf(reservationFields, 'company_id', 'contact_id', 'places', 'names_by', 'note'),
  raise_maximum: checkbox,
}

const forSomebody = ({ company_id, contact_id }: { company_id: number | null; contact_id: number | null }) =>
  company_id !== null || contact_id !== null
const nobody = { path: ['company_id'], message: 'Kies een bedrijf of een persoon.' }

export const ReservationForm = z
  .object({ ...reservation, what_appointments: whatAppointments })
  .refine(forSomebody, nobody)
export const ReservationEditForm = z.object({ ...reservation, version }).refine(forSomebody, nobody)

/** Why somebody comes all the same who does not meet what the course asks. */
export const waiver = enrolmentFields.waiver.parse

export const MoveForm = z.object({
  waiver,
  students,
  appointment_id: z.string('Kies een planning.').pipe(id),
  what_appointments: whatAppointments,
  historical_courses: checkbox,
  send_message: checkbox,
})

/** What leaving late costs: nothing, what the course says, or another part of the price. */
const costs = {
  costs: z.enum(['none', 'course', 'other'], 'Kies wat er wordt gerekend.').default('none'),
  costs_percentage: wholeNumberOrNull(1, 100),
}
export type CostsChoice = { costs: 'none' | 'course' | 'other'; costs_percentage: number | null }

export const CancelForm = z.object({ id, all: checkbox, ...costs })

export const UnsubscribeForm = z.object({
  students,
  enrolments: students,
  remove_from_all_appointments: checkbox,
  ...costs,
})
