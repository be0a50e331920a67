import { told } from '../../../platform/fields/shown.ts'
import { type PersonDataSource, personRows } from '../../../system/privacy/points.ts'
import { REGISTER_NAMES, type RegisterKey, type RequestState, STATES } from './requests.rules.ts'
import { registerFields } from './registers.fields.ts'

const tell = told(registerFields)

/** That somebody was passed on to an outside register; the register keeps a record of its own. */
export const registerData: PersonDataSource = {
  ...personRows({
    key: 'register_requests',
    label: 'Doorgegeven aan registers',
    rows: (db, contactId) =>
      db
        .selectFrom('register_requests as asked')
        .innerJoin('appointment_groups', 'appointment_groups.id', 'asked.group_id')
        .innerJoin('courses', 'courses.id', 'appointment_groups.course_id')
        .select([
          'courses.description',
          'asked.register',
          'asked.state',
          'asked.number',
          'asked.valid_until',
          'asked.message',
        ])
        .where('contact_id', '=', contactId)
        .orderBy('asked.id'),
    show: (row) => ({
      Opleiding: row.description,
      [registerFields.register.label]: REGISTER_NAMES[row.register as RegisterKey],
      [registerFields.state.label]: STATES[row.state as RequestState].label,
      ...tell(row, 'number', 'valid_until', 'message'),
    }),
    keeps: [
      {
        what: ['melding aan een register, zonder naam', 'meldingen aan een register, zonder naam'],
        why: 'bewijs bij certificaten, tot twee jaar na de vervaldatum',
      },
    ],
  }),
  // What waits would tell the register of somebody whom nobody knows any more; an answer may name the person.
  anonymise: async (trx, contactId) => {
    await trx
      .deleteFrom('register_requests')
      .where('contact_id', '=', contactId)
      .where('state', '<>', 'accepted')
      .execute()
    await trx.deleteFrom('register_questions').where('contact_id', '=', contactId).execute()
    await trx.updateTable('register_requests').set({ message: null }).where('contact_id', '=', contactId).execute()
  },
}
