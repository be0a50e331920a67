import { day, fieldOf, moment, reference, requiredReference, several, yesNo } from '../../../platform/fields/kinds.ts'
import { longText, text } from '../../../platform/forms/fields.ts'

const WEEKDAYS = { 1: 'Maandag', 2: 'Dinsdag', 3: 'Woensdag', 4: 'Donderdag', 5: 'Vrijdag', 6: 'Zaterdag', 7: 'Zondag' }

const STATES = { waiting: 'Wacht', enrolled: 'Ingeschreven', left: 'Van de wachtlijst' }
const OFFER_STATES = {
  open: 'Aanbod loopt',
  accepted: 'Aangenomen',
  declined: 'Afgewezen',
  expired: 'Verlopen',
  withdrawn: 'Ingetrokken',
}

/** What is kept of somebody who waits. */
export const waitingFields = {
  course_id: requiredReference('Opleiding', 'course'),
  contact_id: requiredReference('Cursist', 'contact'),
  company_id: reference('Bedrijf', 'company'),
  pays_alone: yesNo('Betaalt zelf'),
  invoice_relation_id: reference('Factuurrelatie', 'company'),
  weekdays: several('Dagen', WEEKDAYS),
  establishment_id: reference('Vestiging', 'establishment'),
  from_date: day('Vanaf'),
  until_date: day('Tot en met'),
  line_at: moment('In de rij sinds'),
  state: fieldOf('select', 'Stand', text(20), { options: { ...STATES, ...OFFER_STATES } }),
  expires_at: moment('Aanbod tot'),
  /** Why something is done out of the order of the line. */
  reason: fieldOf('textarea', 'Reden', longText(500), { maxlength: 500, personal: true }),
}
