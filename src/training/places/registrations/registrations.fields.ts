import {
  emailAddress,
  line,
  moment,
  oneOf,
  optionalMoment,
  reference,
  requiredLine,
  yesNo,
} from '../../../platform/fields/kinds.ts'
import { SOURCES, STATE_LABELS } from './registrations.rules.ts'

/** What is kept of a sign-up. */
export const entryFields = {
  name: requiredLine('Persoon', 320, { personal: true }),
  email: emailAddress('E-mailadres', { personal: true }),
  company_name: line('Bedrijf', 150, { personal: true }),
  received_at: moment('Datum/tijd'),
  group_id: reference('Planning', 'appointment'),
  e_learning_course: line('E-learning', 60),
  source: oneOf('Herkomst', SOURCES),
  source_name: line('Van', 80),
  state: oneOf('Status', STATE_LABELS),
  message: line('Wat er misging', 1000, { personal: true }),
  contact_id: reference('Contact', 'contact'),
  company_id: reference('Bedrijf in het systeem', 'company'),
  waits: yesNo('Op de wachtlijst'),
  settled_at: optionalMoment('Verwerkt op'),
  settled_by: reference('Verwerkt door', 'user'),
}
