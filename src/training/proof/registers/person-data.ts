import { countOf } from '../../../platform/database/count.ts'
import { told } from '../../../platform/fields/shown.ts'
import { formatCount } from '../../../platform/format/format.ts'
import type { PersonDataSource } from '../../../system/privacy/points.ts'
import { STATES, type RequestState } from './hok.rules.ts'
import { registerFields } from './registers.fields.ts'

const tell = told(registerFields)

/** That somebody was passed on to an outside register; the register keeps a record of its own. */
export const registerData: PersonDataSource = {
  key: 'register_requests',
  label: 'Doorgegeven aan registers',
  collect: async ({ db }, contactId) => {
    const rows = await db
      .selectFrom('register_requests')
      .innerJoin('appointment_groups', 'appointment_groups.id', 'register_requests.group_id')
      .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
      .select([
        'courses.description',
        'register_requests.state',
        'register_requests.number',
        'register_requests.message',
      ])
      .where('contact_id', '=', contactId)
      .orderBy('register_requests.id')
      .execute()
    return rows.map((row) => ({
      Opleiding: row.description,
      Register: 'Het Oranje Kruis',
      [registerFields.state.label]: STATES[row.state as RequestState].label,
      ...tell(row, 'number', 'message'),
    }))
  },
  plan: async (db, contactId) => {
    const count = await countOf(db.selectFrom('register_requests').where('contact_id', '=', contactId))
    const what = `${formatCount(count, 'melding', 'meldingen')} aan een register, zonder naam`
    return {
      emptied: [],
      kept: count === 0 ? [] : [{ what, why: 'bewijs bij certificaten, tot twee jaar na de vervaldatum' }],
      blocked: [],
    }
  },
  // What waits would tell the register of somebody whom nobody knows any more; an answer may name the person.
  anonymise: async (trx, contactId) => {
    await trx
      .deleteFrom('register_requests')
      .where('contact_id', '=', contactId)
      .where('state', '<>', 'accepted')
      .execute()
    await trx.updateTable('register_requests').set({ message: null }).where('contact_id', '=', contactId).execute()
  },
}
