import { requiredLine, requiredReference } from '../../../platform/fields/kinds.ts'

/** What is kept of somebody who is not planned again. */
export const retakeFields = {
  contact_id: requiredReference('Cursist', 'contact'),
  reason: requiredLine('Reden', 500, { personal: true }),
}
