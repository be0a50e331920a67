import type { Db, Trx } from '../../platform/database/types.ts'
import { forgetOwnViews } from '../../platform/saved-views/saved-views.commands.ts'
import { KEPT_OF_VIEWS } from '../../platform/saved-views/forgetting.ts'
import { maskEver, type PersonDataSource, personRows } from '../privacy/points.ts'

const accountOf = async (db: Db | Trx, contactId: number): Promise<number> =>
  (await db.selectFrom('users').select('id').where('contact_id', '=', contactId).executeTakeFirst())?.id ?? 0

/** How somebody looks at lists; what they share with colleagues is the organisation's. */
export const viewData: PersonDataSource = {
  ...personRows({
    key: 'saved_views',
    label: 'Uw weergaven',
    rows: (db, contactId) =>
      db
        .selectFrom('saved_views')
        .selectAll('saved_views')
        .innerJoin('users', 'users.id', 'saved_views.owner_id')
        .where('users.contact_id', '=', contactId)
        .orderBy('saved_views.id'),
    show: ({ name, page, query, shared }) => ({
      Naam: name,
      Lijst: page,
      'Filters en volgorde': query,
      Gedeeld: shared ? 'Ja' : 'Nee',
    }),
    empties: [{ what: ['eigen weergave', 'eigen weergaven'], of: ({ shared }) => !shared }],
  }),
  anonymise: async (trx, contactId) => forgetOwnViews(trx, await accountOf(trx, contactId)),
  mask: async (trx, contactId) =>
    maskEver(trx, 'saved_view', { owner_id: await accountOf(trx, contactId) }, KEPT_OF_VIEWS),
}
