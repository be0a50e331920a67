import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import { NotFound } from '../../platform/errors.ts'

/** A day as SQL. */
export type Day = RawBuilder<unknown>
export const TODAY: Day = sql`current_date`

/** The percentage of a VAT type on a day, and the row that says it; null before its first day. */
const onDay = <T>(column: 'id' | 'percentage', taxTypeId: Expression<unknown>, day: Day) =>
  sql<T | null>`(
    select t.${sql.ref(column)} from taxes t where t.tax_type_id = ${taxTypeId} and t.valid_from <= ${day}
    order by t.valid_from desc limit 1)`

export const percentageOn = (taxTypeId: Expression<unknown>, day = TODAY) => onDay<string>('percentage', taxTypeId, day)
export const taxIdOn = (taxTypeId: Expression<unknown>, day = TODAY) => onDay<number>('id', taxTypeId, day)

/** Charged VAT first, the highest in front; then what is not charged, by name. */
export const byTaxType = (day = TODAY) => [
  sql`${percentageOn(sql`tax_types.id`, day)} desc nulls last`,
  sql`tax_types.name collate "nl-x-icu"`,
]

/** What is read of a VAT type where one is chosen: 'Btw hoog (21%)'; what is not charged says so by its name. */
export const taxTypeLabel = (day = TODAY) => sql<string>`
  tax_types.name || coalesce(' (' || nullif(trim_scale(${percentageOn(sql`tax_types.id`, day)}), 0) || '%)', '')`

export const listTaxTypes = (db: Db | Trx, day = TODAY) =>
  db
    .selectFrom('tax_types')
    .select([
      'tax_types.id',
      'tax_types.name',
      'tax_types.category',
      'tax_types.reason',
      'tax_types.active',
      'tax_types.version',
      'tax_types.updated_at',
      percentageOn(sql`tax_types.id`, day).as('percentage'),
      taxTypeLabel(day).as('label'),
    ])

/** @throws NotFound */
export async function getTaxType(db: Db | Trx, id: number) {
  const row = await listTaxTypes(db).where('tax_types.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Btw-soort')
  return row
}

export async function taxTypeNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('tax_types').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What most products bear, as its selector shows it: the VAT that is highest now. */
export const usualTaxType = (db: Db | Trx) =>
  db
    .selectFrom('tax_types')
    .select(['tax_types.id', taxTypeLabel().as('label')])
    .where('tax_types.active', '=', true)
    .orderBy(sql`${percentageOn(sql`tax_types.id`)} desc nulls last`)
    .orderBy('tax_types.id')
    .limit(1)
    .execute()
