import { countOf } from '../../../platform/database/count.ts'
import { everOf, maskHistory } from '../../../platform/database/history.ts'
import { impersonal } from '../../../platform/fields/facts.ts'
import { formatCount } from '../../../platform/format/format.ts'
import type { PersonDataSource } from '../../../system/privacy/points.ts'
import { chargeFields } from './invoicing.fields.ts'

/** On which invoices somebody stands as a student. */
export const chargeData: PersonDataSource = {
  key: 'planning-charges',
  label: 'Facturen voor opleidingen die u volgde',
  collect: async ({ db }, contactId) => {
    const rows = await db
      .selectFrom('planning_charges')
      .innerJoin('appointment_groups', 'appointment_groups.id', 'planning_charges.group_id')
      .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
      .innerJoin('invoices', 'invoices.id', 'planning_charges.invoice_id')
      .select(['courses.description as course', 'invoices.uid'])
      .where('planning_charges.contact_id', '=', contactId)
      .orderBy('planning_charges.id')
      .execute()
    return rows.map(({ course, uid }) => ({ Opleiding: course, [chargeFields.invoice_id.label]: uid ?? 'Concept' }))
  },
  plan: async (db, contactId) => {
    const count = await countOf(db.selectFrom('planning_charges').where('contact_id', '=', contactId))
    return {
      emptied: [],
      kept:
        count === 0
          ? []
          : [
              {
                what: `${formatCount(count, 'factuurregel', 'factuurregels')} van gevolgde opleidingen`,
                why: 'de fiscale bewaarplicht van zeven jaar',
              },
            ],
      blocked: [],
    }
  },
  mask: async (trx, contactId) => {
    const ever = await everOf(trx, 'planning_charge', { contact_id: contactId })
    await maskHistory(trx, 'planning_charge', ever, impersonal(chargeFields))
  },
}
