import { countOf } from '../../../platform/database/count.ts'
import { everOf, maskHistory } from '../../../platform/database/history.ts'
import { impersonal } from '../../../platform/fields/facts.ts'
import { told } from '../../../platform/fields/shown.ts'
import { formatCount } from '../../../platform/format/format.ts'
import type { PersonDataSource } from '../../../system/privacy/points.ts'
import { retakeFields } from './retakes.fields.ts'

const tell = told(retakeFields)

/** Why somebody is not planned again; without the person there is nobody to plan. */
export const retakeData: PersonDataSource = {
  key: 'retakes',
  label: 'Opleidingen waarvoor u niet opnieuw wordt ingepland',
  collect: async ({ db }, contactId) => {
    const rows = await db
      .selectFrom('retakes_set_aside')
      .innerJoin('appointment_groups', 'appointment_groups.id', 'retakes_set_aside.group_id')
      .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
      .select(['courses.description as course', 'reason'])
      .where('contact_id', '=', contactId)
      .orderBy('retakes_set_aside.id')
      .execute()
    return rows.map((row) => ({ Opleiding: row.course, ...tell(row, 'reason') }))
  },
  plan: async (db, contactId) => {
    const count = await countOf(db.selectFrom('retakes_set_aside').where('contact_id', '=', contactId))
    return {
      emptied: count === 0 ? [] : [formatCount(count, 'reden om niet opnieuw in te plannen', 'redenen om niet opnieuw in te plannen')], // prettier-ignore
      kept: [],
      blocked: [],
    }
  },
  anonymise: async (trx, contactId) => {
    await trx.deleteFrom('retakes_set_aside').where('contact_id', '=', contactId).execute()
  },
  mask: async (trx, contactId) => {
    const ever = await everOf(trx, 'retake', { contact_id: contactId })
    await maskHistory(trx, 'retake', ever, impersonal(retakeFields))
  },
}
