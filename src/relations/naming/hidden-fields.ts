import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import { settingValue } from '../../system/settings/index.ts'
import { contactFields } from './contact-fields.ts'

/** Fields of a contact that an organisation or a company may do without; an address goes as a whole. */
const HIDABLE = [
  'initials',
  'gender',
  'birth_date',
  'phone',
  'mobile_phone',
  'address',
  'job_title',
  'hok_teacher_number',
  'note',
] as const
export type HidableField = (typeof HIDABLE)[number]

/** With what they are called. */
export const HIDABLE_FIELDS = Object.fromEntries(
  HIDABLE.map((name) => [name, name === 'address' ? 'Adres' : contactFields[name].label]),
) as Record<HidableField, string>

/** The organisation's setting, to be selected along with a contact. */
export const organisationHidden = sql<unknown>`(select value from settings where key = 'hidden_contact_fields')`

/** What is hidden: by the organisation for everyone, and by a company for its own people. */
export function hiddenFields(organisation: unknown, company: readonly string[] | null): Set<HidableField> {
  const keys: readonly string[] = [...settingValue('hidden_contact_fields', organisation), ...(company ?? [])]
  return new Set(keys.filter((key): key is HidableField => key in HIDABLE_FIELDS))
}

/** Where a contact stands in a query. */
interface Place {
  /** The table of contacts, or what it is called there. */
  alias?: string
  /** The table of companies, where the main company of every contact is joined already. */
  employer?: string
}

/**
 * Whether a field is hidden for a person; of the two only the company has to be looked up per row. No EXISTS, which
 * PostgreSQL would answer for the few rows of a page by reading all companies first.
 */
function isHidden(field: HidableField, { alias = 'contacts', employer }: Place) {
  const byEmployer = sql`${sql.lit(field)} = any(${sql.ref(`${employer ?? 'employer'}.hidden_contact_fields`)})`
  return sql<SqlBool>`(coalesce(${organisationHidden} ? ${sql.lit(field)}, false) or coalesce(${
    employer
      ? byEmployer
      : sql`(select ${byEmployer} from companies employer where employer.id = ${sql.ref(`${alias}.company_id`)})`
  }, false))`
}

/** What a column of a contact holds, and nothing where it is hidden for that person. */
export const valueUnlessHidden = <Column extends Exclude<HidableField, 'address'>>(column: Column, place: Place = {}) =>
  sql<string | null>`case when ${isHidden(column, place)} then null
    else ${sql.ref(`${place.alias ?? 'contacts'}.${column}`)}::text end`

/** The same under its name. */
export const unlessHidden = <Column extends Exclude<HidableField, 'address'>>(column: Column, place: Place = {}) =>
  valueUnlessHidden(column, place).as(column)

/** A part of a contact's address, which is hidden as a whole. */
export const addressUnlessHidden = (column: 'postal_code' | 'city', place: Place = {}) =>
  sql<string | null>`case when ${isHidden('address', place)} then null
    else ${sql.ref(`${place.alias ?? 'contacts'}.${column}`)} end`

/** That a field is shown of a person. */
export const notHidden = (field: HidableField) => sql<SqlBool>`not ${isHidden(field, {})}`

/** A condition on a hidable field that nobody meets for whom it is hidden: what is not shown is not found by either. */
export const unlessHiddenFor = (field: HidableField, where: RawBuilder<SqlBool>) =>
  sql<SqlBool>`${where} and not ${isHidden(field, {})}`

/** The initials as far as a name may show them: where they stand in for a first name, not when they are hidden. */
export const initialsInName = (place: Place = {}) => {
  const { alias = 'contacts' } = place
  const [first, initials] = [sql.ref<string>(`${alias}.first_name`), sql.ref<string>(`${alias}.initials`)]
  return sql<string>`case
    when ${first} <> '' or ${initials} = '' then ${initials}
    when ${isHidden('initials', place)} then '' else ${initials} end`
}

/** What is hidden for the people of a company; null: for private persons. */
export async function listHiddenFields(db: Db | Trx, companyId: number | null): Promise<Set<HidableField>> {
  const { rows } = await sql<{ organisation: unknown; company: string[] | null }>`
    select ${organisationHidden} as organisation,
      (select hidden_contact_fields from companies where id = ${companyId}) as company
  `.execute(db)
  return hiddenFields(rows[0]?.organisation, rows[0]?.company ?? null)
}

/** The same for people of several companies, by one query. */
export async function listHiddenFieldsOf(
  db: Db | Trx,
  companyIds: (number | null)[],
): Promise<(companyId: number | null) => Set<HidableField>> {
  const ids = [...new Set(companyIds.filter((id) => id !== null))]
  const { rows } = await sql<{ organisation: unknown; companies: Record<string, string[]> }>`
    select ${organisationHidden} as organisation, (select coalesce(jsonb_object_agg(id, hidden_contact_fields), '{}')
      from companies where id = any(${ids}::integer[])) as companies`.execute(db)
  const { organisation, companies } = rows[0]!
  return (companyId) => hiddenFields(organisation, companies[String(companyId)] ?? null)
}

/** The columns of a contact's or company's address. */
export const ADDRESS_COLUMNS = ['street', 'street_no', 'street_no_adding', 'postal_code', 'city', 'country_code']

/** The values without those of hidden fields: what a form does not show, a save leaves as it was. */
export function withoutHidden<T extends object>(values: T, hidden: ReadonlySet<HidableField>): Partial<T> {
  const gone = new Set([...hidden].flatMap((field): string[] => (field === 'address' ? ADDRESS_COLUMNS : [field])))
  return Object.fromEntries(Object.entries(values).filter(([column]) => !gone.has(column))) as Partial<T>
}
