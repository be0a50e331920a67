import { sql, type SqlBool } from 'kysely'
import { countOf } from '../../platform/database/count.ts'
import { everOf, maskHistory } from '../../platform/database/history.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { impersonal } from '../../platform/fields/facts.ts'
import { formatCount, formatDateTime } from '../../platform/format/format.ts'
import { type PersonDataSource, type RetentionKind, olderRows } from '../privacy/points.ts'
import { conflictFields } from './conflicts.fields.ts'

/** What the person kept on a phone, and what others did about the person. */
const ofPerson = (contactId: number) => sql<SqlBool>`(conflicts.user_id in (
    select users.id from users where users.contact_id = ${contactId})
  or (conflicts.object_type = 'contact' and conflicts.object_id = ${contactId}))`

const rowsOf = (db: Db | Trx, contactId: number) => db.selectFrom('conflicts').selectAll('conflicts').where(ofPerson(contactId)) // prettier-ignore

/** What could not be stored and waits to be decided about, or was. */
export const conflictData: PersonDataSource = {
  key: 'conflicts',
  label: 'Wat op een telefoon is bewaard en anders was',
  collect: async ({ db }, contactId) =>
    (await rowsOf(db, contactId).orderBy('id').execute()).map((conflict) => ({
      [conflictFields.label.label]: conflict.label,
      [conflictFields.happened_at.label]: formatDateTime(conflict.happened_at),
      Ingevuld: (conflict.fields as [string, string][]).map(([name, value]) => `${name}: ${value}`).join('; '),
    })),
  plan: async (db, contactId) => {
    const count = await countOf(rowsOf(db, contactId))
    return { emptied: count === 0 ? [] : [formatCount(count, 'verschil', 'verschillen')], kept: [], blocked: [] }
  },
  anonymise: async (trx, contactId) => {
    await trx.deleteFrom('conflicts').where(ofPerson(contactId)).execute()
  },
  mask: async (trx, contactId) => {
    const accounts = await trx.selectFrom('users').select('id').where('contact_id', '=', contactId).execute()
    const owners = [{ object_type: 'contact', object_id: contactId }, ...accounts.map(({ id }) => ({ user_id: id }))]
    for (const owner of owners)
      await maskHistory(trx, 'conflict', await everOf(trx, 'conflict', owner), [
        ...impersonal(conflictFields),
        'object_type',
        'object_id',
      ])
  },
}

/** Once it is decided, what was filled in is where it belongs or of no use. */
export const conflictRetention: RetentionKind = {
  key: 'conflicts',
  label: 'Verschillen van telefoons',
  basis: 'na de beoordeling: wat was ingevuld wordt verwijderd',
  months: 12,
  ...olderRows('conflicts', (before) => sql`settled_at < ${before}`),
}
