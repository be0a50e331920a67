import { moment, oneOf, optionalMoment, reference, requiredLine } from '../../platform/fields/kinds.ts'
import { OUTCOMES } from './conflicts.rules.ts'

/** What a phone kept and the server did not take. */
export const conflictFields = {
  label: requiredLine('Wat', 300, { personal: true }),
  user_id: reference('Wie', 'user'),
  happened_at: moment('Gedaan op'),
  settled_at: optionalMoment('Beoordeeld op'),
  settled_by: reference('Beoordeeld door', 'user'),
  outcome: oneOf('Uitkomst', OUTCOMES),
}
