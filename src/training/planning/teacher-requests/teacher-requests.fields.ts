import {
  choice,
  count,
  fieldOf,
  moment,
  optionalMoment,
  reference,
  requiredReference,
  wholeNumber,
} from '../../../platform/fields/kinds.ts'
import { longText, text } from '../../../platform/forms/fields.ts'
import { APPLICATION_STATES, REQUEST_STATES, SEARCH_STATES, WAYS } from './labels.ts'

/** What is kept of the search for the teachers of a part. */
export const searchFields = {
  way: choice('Vragen', WAYS, 'in_order'),
  answer_hours: count('Antwoord binnen', 1, 240, { unit: 'werkuren' }),
  message: fieldOf('textarea', 'Bericht', longText(2000), { maxlength: 2000 }),
  state: fieldOf('select', 'Stand', text(20), { options: SEARCH_STATES }),
  ended_at: optionalMoment('Beëindigd'),
  why: fieldOf('textarea', 'Reden', longText(500), { maxlength: 500 }),
}

/** What is kept of asking one teacher. */
export const requestFields = {
  appointment_id: requiredReference('Onderdeel', 'appointment'),
  contact_id: requiredReference('Docent', 'contact'),
  place: wholeNumber('Volgorde', 1, 1000),
  state: fieldOf('select', 'Stand', text(20), { options: REQUEST_STATES }),
  starts_at: optionalMoment('Gevraagd voor'),
  ends_at: optionalMoment('Gevraagd tot'),
  asked_at: optionalMoment('Gevraagd op'),
  expires_at: optionalMoment('Antwoord tot'),
  reminded_at: optionalMoment('Herinnerd op'),
  ended_at: optionalMoment('Beantwoord op'),
  answered_by: reference('Beantwoord door', 'user'),
  why: fieldOf('textarea', 'Reden', longText(500), { maxlength: 500, personal: true }),
}

/** What is kept of a teacher who applies for a part. */
export const applicationFields = {
  appointment_id: requiredReference('Onderdeel', 'appointment'),
  contact_id: requiredReference('Docent', 'contact'),
  note: fieldOf('textarea', 'Toelichting', longText(500), { maxlength: 500, personal: true }),
  state: fieldOf('select', 'Stand', text(20), { options: APPLICATION_STATES }),
  ended_at: optionalMoment('Beantwoord op'),
  decided_by: reference('Beantwoord door', 'user'),
  why: fieldOf('textarea', 'Reden', longText(500), { maxlength: 500, personal: true }),
  created_at: moment('Aangemeld op'),
}
