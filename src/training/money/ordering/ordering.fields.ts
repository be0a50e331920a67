import * as z from 'zod'
import { fieldOf, reference, requiredReference, yesNo } from '../../../platform/fields/kinds.ts'
import { ORDER_BY, courseFields } from '../../catalogue/courses/index.ts'

const CHOICES = { course: 'Zoals de opleiding', ...ORDER_BY }

/** How enrolments of a planning become orders; one that says nothing follows its course. */
export const choiceFields = {
  group_id: requiredReference('Planning', 'appointment'),
  order_by: fieldOf('select', courseFields.order_by.label, z.enum(Object.keys(CHOICES) as (keyof typeof CHOICES)[], 'Kies hoe de planning wordt gefactureerd.'), { options: CHOICES, required: true }), // prettier-ignore
}

/** A place that was ordered beforehand, and who takes it. */
export const placeFields = {
  line_id: requiredReference('Regel', 'sale_line'),
  group_id: requiredReference('Planning', 'appointment'),
  contact_id: reference('Cursist', 'contact'),
}

/** An order that came of who is enrolled. */
export const planningOrderFields = {
  group_id: requiredReference('Planning', 'appointment'),
  company_id: reference('Bedrijf', 'company'),
  contact_id: reference('Cursist', 'contact'),
  use_invoice_relation: yesNo('Factureren aan de factuurrelatie'),
  invoice_relation_id: reference('Factuurrelatie', 'company'),
  order_id: requiredReference('Order', 'order'),
}
