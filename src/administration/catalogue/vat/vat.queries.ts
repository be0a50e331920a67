import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { formatDate } from '../../../platform/format/format.ts'

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
  sql`(-coalesce(${percentageOn(sql`tax_types.id`, day)}, 0) * 100)::bigint`,
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

/**
 * What courses bear: nothing where the organisation stands in the register of institutes whose courses are exempt
 * (CRKBO), else what most products do.
 */
export async function courseTaxType(db: Db | Trx) {
  const { crkbo_no } = await readSetting(db, 'firm')
  const exempt = db
    .selectFrom('tax_types')
    .select(['tax_types.id', taxTypeLabel().as('label')])
    .where('tax_types.active', '=', true)
    .where('tax_types.category', '=', 'E')
    .orderBy('tax_types.id')
    .limit(1)
  const found = crkbo_no === '' ? [] : await exempt.execute()
  return found.length > 0 ? found : usualTaxType(db)
}

/** From when it is how much. */
export const listTaxes = (db: Db | Trx, taxTypeId: number) =>
  db
    .selectFrom('taxes')
    .select(['taxes.id', 'taxes.percentage', 'taxes.valid_from'])
    .select(sql<boolean>`taxes.id = ${taxIdOn(sql`taxes.tax_type_id`)}`.as('is_now'))
    .select(sql<boolean>`taxes.valid_from > current_date`.as('is_coming'))
    .where('taxes.tax_type_id', '=', taxTypeId)

/** @throws NotFound */
export async function getTax(db: Db | Trx, id: number) {
  const row = await db
    .selectFrom('taxes')
    .innerJoin('tax_types', 'tax_types.id', 'taxes.tax_type_id')
    .select(['taxes.id', 'taxes.percentage', 'taxes.valid_from', 'taxes.version', 'tax_types.name'])
    .where('taxes.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new NotFound('Btw-percentage')
  return row
}

export async function taxNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('taxes')
    .innerJoin('tax_types', 'tax_types.id', 'taxes.tax_type_id')
    .select(['taxes.id', 'taxes.valid_from', 'tax_types.name'])
    .where('taxes.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name, valid_from }) => [id, `${name} vanaf ${formatDate(valid_from)}`]))
}

/** The one VAT type in use that a list means by its name or its percentage; undefined where that is none, or several. */
export async function findTaxType(db: Db | Trx): Promise<(typed: string) => number | undefined> {
  const types = await listTaxTypes(db).where('tax_types.active', '=', true).execute()
  const key = (text: string) => text.toLowerCase().replace(/\bbtw\b|[^a-z0-9,.]/g, '')
  return (typed) => {
    const named = types.filter(({ name, label }) => [key(name), key(label)].includes(key(typed)))
    const rate = /^(\d{1,2})([.,]\d+)?\s*%?$/.exec(typed.trim())
    const rated = rate ? types.filter(({ percentage }) => percentage !== null && Number(percentage) === Number(`${rate[1]}${(rate[2] ?? '').replace(',', '.')}`)) : [] // prettier-ignore
    const found = named.length > 0 ? named : rated
    return found.length === 1 ? found[0]!.id : undefined
  }
}
