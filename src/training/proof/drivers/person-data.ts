import { told } from '../../../platform/fields/shown.ts'
import { formatCount } from '../../../platform/format/format.ts'
import { type PersonDataSource, personRows } from '../../../system/privacy/points.ts'
import { creditFields, driverFields } from './drivers.fields.ts'

const tellCredit = told(creditFields)
const tellDriver = told(driverFields)

/** Until when the code of somebody holds: nobody needs it of who is anonymous. */
export const driverData = personRows({
  key: 'code95_drivers',
  label: 'Uw code 95',
  rows: (db, contactId) => db.selectFrom('code95_drivers').select('valid_until').where('contact_id', '=', contactId),
  show: (row) => tellDriver(row, 'valid_until'),
  empties: [{ what: () => 'geldigheid van code 95' }],
  deletes: ['code95_drivers'],
})

/** Hours that somebody got: those of our own plannings stay, without a name, as the results that they rest on. */
export const creditData: PersonDataSource = {
  ...personRows({
    key: 'code95_credits',
    label: 'Uw uren voor code 95',
    rows: (db, contactId) =>
      db.selectFrom('code95_credits').selectAll().where('contact_id', '=', contactId).orderBy('counted_on'),
    show: (row) => tellCredit(row, 'description', 'code', 'minutes', 'practice', 'counted_on'),
    empties: [
      {
        what: (count) => `uren code 95 van ${formatCount(count, 'opleiding', 'opleidingen')} elders`,
        of: ({ group_id }) => group_id === null,
      },
    ],
    keeps: [
      {
        what: (count) => `uren code 95 van ${formatCount(count, 'planning', 'planningen')}, zonder naam`,
        of: ({ group_id }) => group_id !== null,
        why: 'verantwoording van de opleiding aan het CBR',
      },
    ],
  }),
  anonymise: async (trx, contactId) => {
    await trx.deleteFrom('code95_credits').where('contact_id', '=', contactId).where('group_id', 'is', null).execute()
  },
}
