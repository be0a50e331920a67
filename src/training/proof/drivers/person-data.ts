import { told } from '../../../platform/fields/shown.ts'
import { formatCount } from '../../../platform/format/format.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { PersonDataSource } from '../../../system/privacy/points.ts'
import { creditFields, driverFields } from './drivers.fields.ts'

const tellCredit = told(creditFields)
const tellDriver = told(driverFields)

/** Until when the code of somebody holds: nobody needs it of who is anonymous. */
export const driverData: PersonDataSource = {
  key: 'code95_drivers',
  label: 'Uw code 95',
  collect: async ({ db }, contactId) => {
    const rows = await db
      .selectFrom('code95_drivers')
      .select('valid_until')
      .where('contact_id', '=', contactId)
      .execute()
    return rows.map((row) => tellDriver(row, 'valid_until'))
  },
  plan: async (db, contactId) => {
    const count = await countOf(db.selectFrom('code95_drivers').where('contact_id', '=', contactId))
    return { emptied: count === 0 ? [] : ['geldigheid van code 95'], kept: [], blocked: [] }
  },
  anonymise: async (trx, contactId) => {
    await trx.deleteFrom('code95_drivers').where('contact_id', '=', contactId).execute()
  },
}

/** Hours that somebody got: those of our own plannings stay, without a name, as the results that they rest on. */
export const creditData: PersonDataSource = {
  key: 'code95_credits',
  label: 'Uw uren voor code 95',
  collect: async ({ db }, contactId) => {
    const rows = await db
      .selectFrom('code95_credits')
      .selectAll()
      .where('contact_id', '=', contactId)
      .orderBy('counted_on')
      .execute()
    return rows.map((row) => tellCredit(row, 'description', 'code', 'minutes', 'practice', 'counted_on'))
  },
  plan: async (db, contactId) => {
    const of = db.selectFrom('code95_credits').where('contact_id', '=', contactId)
    const elsewhere = await countOf(of.where('group_id', 'is', null))
    const here = await countOf(of.where('group_id', 'is not', null))
    return {
      emptied: elsewhere === 0 ? [] : [`uren code 95 van ${formatCount(elsewhere, 'opleiding', 'opleidingen')} elders`],
      kept:
        here === 0
          ? []
          : [
              {
                what: `uren code 95 van ${formatCount(here, 'planning', 'planningen')}, zonder naam`,
                why: 'verantwoording van de opleiding aan het CBR',
              },
            ],
      blocked: [],
    }
  },
  anonymise: async (trx, contactId) => {
    await trx.deleteFrom('code95_credits').where('contact_id', '=', contactId).where('group_id', 'is', null).execute()
  },
}
