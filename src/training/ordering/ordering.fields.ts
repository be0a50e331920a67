import { choice, reference, requiredReference } from '../../platform/fields/kinds.ts'
import { ORDER_BY } from '../courses/index.ts'

/** How enrolments of a planning become orders; one that says nothing follows its course. */
export const choiceFields = {
  group_id: requiredReference('Planning', 'appointment'),
  order_by: choice('Orders bij inschrijven', { course: 'Zoals de opleiding', ...ORDER_BY }, 'course'),
}

/** An order that came of who is enrolled. */
export const planningOrderFields = {
  group_id: requiredReference('Planning', 'appointment'),
  company_id: reference('Bedrijf', 'company'),
  contact_id: reference('Cursist', 'contact'),
  order_id: requiredReference('Order', 'order'),
}
