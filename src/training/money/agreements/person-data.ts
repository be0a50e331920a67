import { formatCount, formatDate } from '../../../platform/format/format.ts'
import type { PersonDataSource } from '../../../system/privacy/points.ts'
import { holdsPlace } from './agreements.queries.ts'

/** That somebody was enrolled out of an agreement of the company. */
export const useData: PersonDataSource = {
  key: 'agreement_uses',
  label: 'Plaatsen uit een overeenkomst van uw bedrijf',
  collect: async ({ db }, contactId) => {
    const rows = await db
      .selectFrom('training_agreement_uses')
      .innerJoin('training_agreements', 'training_agreements.id', 'training_agreement_uses.agreement_id')
      .select(['training_agreements.name', 'training_agreement_uses.group_id', 'training_agreement_uses.used_on'])
      .where('training_agreement_uses.contact_id', '=', contactId)
      .orderBy('training_agreement_uses.id')
      .execute()
    return rows.map((row) => ({ Overeenkomst: row.name, Planning: row.group_id, Datum: formatDate(row.used_on) }))
  },
  plan: async (db, contactId) => {
    const { count } = await db
      .selectFrom('training_agreement_uses')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('contact_id', '=', contactId)
      .where(holdsPlace)
      .executeTakeFirstOrThrow()
    return {
      emptied: [],
      kept:
        count === 0
          ? []
          : [
              {
                what: `${formatCount(count, 'plaats uit een overeenkomst', 'plaatsen uit overeenkomsten')}, zonder naam`,
                why: 'hoeveel van een overeenkomst gebruikt is',
              },
            ],
      blocked: [],
    }
  },
}
