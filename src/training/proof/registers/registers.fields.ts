import { choice, day, line, moment, reference, requiredReference, wholeNumber } from '../../../platform/fields/kinds.ts'
import { REGISTER_NAMES, STATES } from './requests.rules.ts'

/** What is kept of a student who is passed on to a register. */
export const registerFields = {
  contact_id: requiredReference('Cursist', 'contact'),
  group_id: reference('Planning', 'appointment'),
  register: choice('Register', REGISTER_NAMES, 'hok'),
  state: choice(
    'Status',
    {
      queued: STATES.queued.label,
      accepted: STATES.accepted.label,
      rejected: STATES.rejected.label,
      failed: STATES.failed.label,
    },
    'queued',
  ),
  number: line('Kwalificatienummer', 40),
  valid_until: day('Geldig tot en met'),
  message: line('Antwoord', 500),
  attempts: wholeNumber('Pogingen', 0, 100),
  next_attempt_at: moment('Volgende poging'),
}
