import {
  fieldOf,
  line,
  optionalMoment,
  reference,
  requiredDay,
  requiredReference,
} from '../../../platform/fields/kinds.ts'
import { dateOrNull, text } from '../../../platform/forms/fields.ts'

/** What a certificate consists of; most of it follows from whom and what it is made for. */
export const certificateFields = {
  number: line('Nummer', 40),
  contact_id: requiredReference('Cursist', 'contact'),
  course_id: requiredReference('Opleiding', 'course'),
  issued_on: requiredDay('Datum van afgifte'),
  valid_until: fieldOf('date', 'Geldig tot en met', dateOrNull),
  /** It stays with the certificate. */
  withdrawn_reason: fieldOf('textarea', 'Reden van intrekken', text(500), {
    asked: 'reason',
    maxlength: 500,
    required: true,
  }),
  withdrawn_at: optionalMoment('Ingetrokken op'),
  replaces_id: reference('Vervangt', 'certificate'),
  /** A register outside whose certificate it is; none where we issued it. */
  issuer: line('Afgegeven door', 100),
}
