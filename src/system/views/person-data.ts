import { everOf, maskHistory } from '../../platform/database/history.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { formatCount } from '../../platform/format/format.ts'
import { forgetOwnViews } from '../../platform/saved-views/saved-views.commands.ts'
import { KEPT_OF_VIEWS } from '../../platform/saved-views/forgetting.ts'
import type { PersonDataSource } from '../privacy/points.ts'

const accountOf = async (db: Db | Trx, contactId: number): Promise<number> =>
  (await db.selectFrom('users').select('id').where('contact_id', '=', contactId).executeTakeFirst())?.id ?? 0

/** How somebody looks at lists; what they share with colleagues is the organisation's. */
export const viewData: PersonDataSource = {
  key: 'saved_views',
  label: 'Uw weergaven',
  collect: async ({ db }, contactId) => {
    const owner = await accountOf(db, contactId)
    const own = await db.selectFrom('saved_views').selectAll().where('owner_id', '=', owner).orderBy('id').execute()
    return own.map(({ name, page, query, shared }) => ({
      Naam: name,
      Lijst: page,
      'Filters en volgorde': query,
      Gedeeld: shared ? 'Ja' : 'Nee',
    }))
  },
  plan: async (db, contactId) => {
    const owner = await accountOf(db, contactId)
    const own = await db
      .selectFrom('saved_views')
      .select('id')
      .where('owner_id', '=', owner)
      .where('shared', '=', false)
      .execute()
    return {
      emptied: own.length === 0 ? [] : [formatCount(own.length, 'eigen weergave', 'eigen weergaven')],
      kept: [],
      blocked: [],
    }
  },
  anonymise: async (trx, contactId) => forgetOwnViews(trx, await accountOf(trx, contactId)),
  mask: async (trx, contactId) => {
    const owner = await accountOf(trx, contactId)
    await maskHistory(trx, 'saved_view', await everOf(trx, 'saved_view', { owner_id: owner }), KEPT_OF_VIEWS)
  },
}
