import { reference, requiredReference } from '../../../platform/fields/kinds.ts'

/** What was charged of a planning, and on which invoice. */
export const chargeFields = {
  group_id: requiredReference('Planning', 'appointment'),
  contact_id: reference('Cursist', 'contact'),
  invoice_id: requiredReference('Factuur', 'invoice'),
}
