import { formatDate } from '../../../platform/format/format.ts'
import { personRows } from '../../../system/privacy/points.ts'
import { holdsPlace } from './agreements.queries.ts'

/** That somebody was enrolled out of an agreement of the company. */
export const useData = personRows({
  key: 'agreement_uses',
  label: 'Plaatsen uit een overeenkomst van uw bedrijf',
  rows: (db, contactId) =>
    db
      .selectFrom('training_agreement_uses')
      .innerJoin('training_agreements', 'training_agreements.id', 'training_agreement_uses.agreement_id')
      .select(['training_agreements.name', 'training_agreement_uses.group_id', 'training_agreement_uses.used_on'])
      .select(holdsPlace.as('holds'))
      .where('training_agreement_uses.contact_id', '=', contactId)
      .orderBy('training_agreement_uses.id'),
  show: (row) => ({ Overeenkomst: row.name, Planning: row.group_id, Datum: formatDate(row.used_on) }),
  keeps: [
    {
      what: ['plaats uit een overeenkomst, zonder naam', 'plaatsen uit overeenkomsten, zonder naam'],
      of: ({ holds }) => Boolean(holds),
      why: 'hoeveel van een overeenkomst gebruikt is',
    },
  ],
})
