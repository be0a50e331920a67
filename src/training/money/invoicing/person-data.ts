import { FISCAL, personRows } from '../../../system/privacy/points.ts'
import { chargeFields } from './invoicing.fields.ts'

/** On which invoices somebody stands as a student. */
export const chargeData = personRows({
  key: 'planning-charges',
  label: 'Facturen voor opleidingen die u volgde',
  rows: (db, contactId) =>
    db
      .selectFrom('planning_charges')
      .innerJoin('appointment_groups', 'appointment_groups.id', 'planning_charges.group_id')
      .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
      .innerJoin('invoices', 'invoices.id', 'planning_charges.invoice_id')
      .select(['courses.description as course', 'invoices.uid'])
      .where('planning_charges.contact_id', '=', contactId)
      .orderBy('planning_charges.id'),
  show: ({ course, uid }) => ({ Opleiding: course, [chargeFields.invoice_id.label]: uid ?? 'Concept' }),
  keeps: [{ what: ['factuurregel van gevolgde opleidingen', 'factuurregels van gevolgde opleidingen'], why: FISCAL }],
  history: { planning_charge: chargeFields },
})
