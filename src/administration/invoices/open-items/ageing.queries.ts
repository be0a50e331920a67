import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { besideOf as besideSum, listBesideOpen, owedThen } from '../../sales/claims/index.ts'
import { AGES, type Age, type Aged } from './ageing.rules.ts'

/** In which class an item is on a day, over a row of open items, which are called as their record's table. */
const ageOn = (day: string): RawBuilder<Age> => sql<Age>`case
  when opening_items.expires_at >= ${day}::date then 'current'
  when ${day}::date - opening_items.expires_at <= 30 then 'd30'
  when ${day}::date - opening_items.expires_at <= 60 then 'd60'
  when ${day}::date - opening_items.expires_at <= 90 then 'd90'
  else 'older' end`

/** What was open on a day, item by item. */
export const listOpenItemsOn = (db: Db, day: string) =>
  db
    .selectFrom(
      sql<{
        id: number
        kind: string
        record_id: number
        company_id: number | null
        contact_id: number | null
        number: string
        invoice_date: string
        expires_at: string
        total: number
        open: number
        disputed: boolean
        age: Age
      }>`(select opening_items.*, ${ageOn(day)} as age from open_items_on(${day}::date) opening_items)`.as(
        'opening_items',
      ),
    )
    .leftJoin('companies', 'companies.id', 'opening_items.company_id')
    .leftJoin('contacts', 'contacts.id', 'opening_items.contact_id')
    .select([
      'opening_items.id',
      'opening_items.kind',
      'opening_items.record_id',
      'opening_items.number',
      'opening_items.invoice_date',
      'opening_items.expires_at',
      'opening_items.total',
      'opening_items.open',
      'opening_items.disputed',
      'opening_items.age',
      sql<string>`coalesce(companies.name, ${nameText})`.as('customer'),
    ])

/** Items of a person who buys alone. */
export const alone = (ids: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(opening_items.company_id is null and opening_items.contact_id in (${ids}))`

/** What was open on a day, customer by customer, and what was owed beside it. */
export async function listAged(db: Db, day: string): Promise<Aged[]> {
  const [rows, beside] = await Promise.all([listSums(db, day), listBesideOpen(db, day)])
  const sums = new Map<string, number>()
  for (const { company_id, contact_id, facts } of beside) {
    const key = keyOf({ company_id, contact_id: company_id === null ? contact_id : null })
    sums.set(key, (sums.get(key) ?? 0) + besideSum(owedThen(facts, day)))
  }
  return rows.map((row) => ({ ...row, beside: sums.get(keyOf(row)) ?? 0 }))
}

const keyOf = ({ company_id, contact_id }: Pick<Aged, 'company_id' | 'contact_id'>): string =>
  `${company_id}-${contact_id}`

async function listSums(db: Db, day: string): Promise<Omit<Aged, 'beside'>[]> {
  const { rows } = await sql<Omit<Aged, 'open' | 'beside'> & Record<Age, number>>`
    select s.company_id, s.contact_id, coalesce(companies.name, ${nameText}) as name,
      ${sql.join(AGES.map((age) => sql`s.${sql.ref(age)}`))}
    from (
      select company_id, case when company_id is null then contact_id end as contact_id,
        ${sql.join(AGES.map((age) => sql`coalesce(sum(open) filter (where age = ${age}), 0)::float8 as ${sql.ref(age)}`))}
      from (select opening_items.*, ${ageOn(day)} as age from open_items_on(${day}::date) opening_items) aged
      group by 1, 2
    ) s
    left join companies on companies.id = s.company_id left join contacts on contacts.id = s.contact_id
    order by coalesce(companies.name, ${nameText}) collate "nl-x-icu", 1, 2`.execute(db)
  return rows.map(({ company_id, contact_id, name, ...open }) => ({ company_id, contact_id, name, open }))
}
