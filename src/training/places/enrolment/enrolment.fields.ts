import * as z from 'zod'
import {
  count,
  day,
  fieldOf,
  optionalLine,
  optionalMoment,
  reference,
  requiredReference,
} from '../../../platform/fields/kinds.ts'
import { longText } from '../../../platform/forms/fields.ts'
import { MOST_PLACES } from './enrolment.rules.ts'

const yesNoOrOpen = (label: string) =>
  fieldOf('select', label, z.enum(['', '0', '1'], 'Maak een keuze'), { options: { 1: 'Ja', 0: 'Nee' } })

const remark = (maxlength: number, asked?: string) =>
  fieldOf('textarea', 'Opmerking', longText(maxlength), { maxlength, personal: true, ...(asked && { asked }) })

/** What is kept of a student in a part. */
export const enrolmentFields = {
  appointment_id: requiredReference('Onderdeel', 'appointment'),
  contact_id: requiredReference('Cursist', 'contact'),
  company_id: reference('Bedrijf', 'company'),
  /** Whether what they cost goes to who gets the invoices of the customer, where there is one. */
  use_invoice_relation: fieldOf('select', 'Factuur naar', z.enum(['1', '0'], 'Maak een keuze'), { options: { 1: 'Zoals met de klant is afgesproken', 0: 'De klant zelf' } }), // prettier-ignore
  /** The company that gets it whatever was agreed. */
  invoice_relation_id: reference('Factuurrelatie', 'company'),
  present: yesNoOrOpen('Aanwezig'),
  passed: yesNoOrOpen('Geslaagd'),
  /** Where it counts when somebody came. */
  arrived_at: optionalMoment('Aankomst', { personal: true }),
  note: remark(2000, 'notes'),
  /** Of somebody who does not meet what the course asks. */
  waiver: optionalLine('Waarom toch toegelaten', 500, { personal: true }),
}

/** What is kept of places for somebody whose students are not known yet. */
export const reservationFields = {
  appointment_id: requiredReference('Onderdeel', 'appointment'),
  company_id: reference('Bedrijf', 'company'),
  contact_id: reference('Contactpersoon', 'contact'),
  places: count('Plaatsen', 1, MOST_PLACES),
  /** From the day after it the places are for others. */
  names_by: day('Namen uiterlijk op'),
  note: remark(1000),
}
