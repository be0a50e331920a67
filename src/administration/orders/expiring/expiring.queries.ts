import { type SqlBool, sql } from 'kysely'
import { type Viewer, may, viewerFor } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { KINDS } from './expiring.rules.ts'
import { type ExpiringSource, type ExpiringState, expiringSources } from './points.ts'

/** What there is for this viewer, by its number. */
export const sourcesFor = (registry: Registry, viewer: Viewer): ExpiringSource[] =>
  registry
    .offered(expiringSources, viewer)
    .filter(({ area }) => may(viewer, area))
    .sort((a, b) => a.number - b.number)

export const kindsOf = (registry: Registry): readonly ExpiringSource[] => registry.all(expiringSources)

interface Columns {
  id: number
  key: string
  label: string
  opens: string
  record_id: number
  company_id: number | null
  contact_id: number | null
  who: string
  what: string
  expires_on: string
  state: ExpiringState
  state_on: string | null
  product_id: number | null
  price: string | null
}

/**
 * What expires of people, devices and contracts, as one list. Its rows are of several tables; they are called as the one that
 * is made from them.
 */
export function listExpiring(db: Db | Trx, registry: Registry, viewer: Viewer) {
  const none = sql`select 0 as id, '' as key, '' as label, '' as opens, 0 as record_id, null::integer as company_id, null::integer as contact_id,
    '' as who, '' as what, null::date as expires_on, '' as state, null::date as state_on, null::integer as product_id,
    null::text as price where false`
  const parts = sourcesFor(registry, viewer).map(
    (
      one,
    ) => sql`select (r.record_id * ${sql.lit(KINDS)} + ${sql.lit(one.number)})::integer, ${sql.lit(one.key)}::text, ${sql.lit(one.label)}::text, ${sql.lit(one.open)}::text,
      r.record_id, r.company_id, r.contact_id, r.who::text, r.what::text, r.expires_on::date, r.state::text, r.state_on::date,
      r.product_id, r.price::text from (${one.rows(viewerFor(viewer, one.area))}) r`,
  )
  return db
    .selectFrom(sql<Columns>`(${sql.join([none, ...parts], sql` union all `)})`.as('quotations'))
    .leftJoin('companies', 'companies.id', 'quotations.company_id')
    .leftJoin('contacts', 'contacts.id', 'quotations.contact_id')
    .select([
      'quotations.id',
      'quotations.key',
      'quotations.label',
      'quotations.opens',
      'quotations.record_id',
      'quotations.company_id',
      'quotations.contact_id',
      'quotations.who',
      'quotations.what',
      'quotations.expires_on',
      'quotations.state',
      'quotations.state_on',
      'quotations.product_id',
      'quotations.price',
      sql<string>`coalesce(companies.name, ${nameText})`.as('customer'),
    ])
}
export type Expiring = Awaited<ReturnType<ReturnType<typeof listExpiring>['execute']>>[number]

/** That expire within so many days, those that are late too. */
export const isWithin = (days: number) => sql<SqlBool>`quotations.expires_on <= current_date + ${sql.lit(days)}`

export interface Customer {
  company_id: number | null
  contact_id: number | null
}

/** A person who buys alone, or a company. */
export const isOf = ({ company_id, contact_id }: Customer) =>
  company_id === null
    ? sql<SqlBool>`(quotations.company_id is null and quotations.contact_id = ${contact_id})`
    : sql<SqlBool>`quotations.company_id = ${company_id}`

/** How an address names a customer. */
export const customerQuery = ({ company_id, contact_id }: Customer): string =>
  company_id === null ? `contact_id=${contact_id}` : `company_id=${company_id}`
