import { type SqlBool, sql } from 'kysely'
import { MASKED, maskHistory } from '../../platform/database/history.ts'
import { formatCount, formatDateTime } from '../../platform/format/format.ts'
import { type PersonDataSource, personRows } from '../../system/privacy/points.ts'

/** Columns whose values say nothing about the person. */
const KEPT_COLUMNS = ['active', 'roles', 'company_id', 'contact_id', 'gone_id']

const KEPT_OF_MERGE = ['record_type', 'kept_id', 'gone_id', 'merged_by', 'merged_at', 'moved_count', 'undone_at']

/** The person under all the numbers there were: also of what was joined into a record that was joined in turn. */
const allOf = (contactId: number) => sql<{ id: number }>`
  with recursive same_person(id) as (
    select ${contactId}::integer
    union
    select m.gone_id from merges m join same_person on m.kept_id = same_person.id
      where m.record_type = 'contact' and m.undone_at is null
  ) select id from same_person`

/** Records that were joined into this person; as long as that can be undone, they are kept as they were. */
export const mergeData: PersonDataSource = {
  ...personRows({
    key: 'merges',
    label: 'Samengevoegde gegevens',
    rows: (db, contactId) =>
      db
        .selectFrom('merges')
        .select(['merged_at', 'gone_name'])
        .where('record_type', '=', 'contact')
        .where(sql<SqlBool>`kept_id in (${allOf(contactId)})`)
        .orderBy('id'),
    show: (merge) => ({ Datum: formatDateTime(merge.merged_at), 'Samengevoegd met': merge.gone_name }),
    empties: [
      {
        what: (count) =>
          `wat bewaard is van ${formatCount(count, 'samenvoeging', 'samenvoegingen')}; ongedaan maken kan daarna niet meer`,
      },
    ],
  }),
  // What merges remember is emptied with the history: of a deleted person too they cannot be undone.
  mask: async (trx, contactId) => {
    const { rows } = await allOf(contactId).execute(trx)
    const ids = rows.map(({ id }) => id)
    const merges = await trx
      .updateTable('merges')
      .set({ before: null, gone_name: MASKED })
      .where('record_type', '=', 'contact')
      .where('kept_id', 'in', ids)
      .returning('id')
      .execute()
    await maskHistory(
      trx,
      'merge',
      merges.map(({ id }) => id),
      KEPT_OF_MERGE,
    )
    await maskHistory(
      trx,
      'contact',
      ids.filter((id) => id !== contactId),
      KEPT_COLUMNS,
    )
  },
}
