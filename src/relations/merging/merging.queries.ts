import { sql } from 'kysely'
import type { Db } from '../../platform/database/types.ts'
import { inWords } from '../../platform/fields/shown.ts'
import { cityLine, streetLine, type Address } from '../../platform/fields/address.ts'
import { companyFields } from '../companies/index.ts'
import { contactFields, nameText } from '../contacts/index.ts'
import { fullName, type NameParts } from '../naming/index.ts'
import { MERGE_FIELDS, type MergeType, type Values, isBlank, isSame } from './merging.rules.ts'

/** Merges with what is shown of them. */
export const listMerges = (db: Db) =>
  db
    .selectFrom('merges')
    .leftJoin('users', 'users.id', 'merges.merged_by')
    .leftJoin('companies', (join) =>
      join.onRef('companies.id', '=', 'merges.kept_id').on('merges.record_type', '=', 'company'),
    )
    .leftJoin('contacts', (join) =>
      join.onRef('contacts.id', '=', 'merges.kept_id').on('merges.record_type', '=', 'contact'),
    )
    .select([
      'merges.id',
      'merges.record_type',
      'merges.kept_id',
      'merges.gone_name',
      'merges.merged_at',
      'merges.undone_at',
      'merges.moved_count',
      sql<boolean>`merges.before is not null and merges.undone_at is null`.as('undoable'),
      'users.name as user_name',
      sql<string | null>`coalesce(companies.name, ${nameText})`.as('kept_name'),
    ])

export interface Compared {
  key: string
  label: string
  kept: string
  gone: string
  same: boolean
  /** The side that is ticked at first. */
  chosen: 'kept' | 'gone'
}

/** The fields of two records side by side, as people read them; null when one of them is not there. */
export async function compare(db: Db, type: MergeType, keptId: number, goneId: number): Promise<Compared[] | null> {
  const [kept, gone] = await Promise.all([find(db, type, keptId), find(db, type, goneId)])
  if (!kept || !gone) return null
  const mixed = type === 'contact' && (kept.company_id === null) !== (gone.company_id === null)
  return (
    MERGE_FIELDS[type]
      // Whoever belongs to a company in one of the two is invoiced through it: there is nothing to choose.
      .filter(({ key }) => !(mixed && key === 'company_id'))
      .map((field) => ({
        key: field.key,
        label: field.label,
        kept: show(field.key, kept),
        gone: show(field.key, gone),
        same: isSame(field, kept, gone),
        chosen: isBlank(field, kept) && !isBlank(field, gone) ? 'gone' : 'kept',
      }))
  )
}

async function find(db: Db, type: MergeType, id: number): Promise<Values | undefined> {
  return type === 'company'
    ? db
        .selectFrom('companies')
        .leftJoin('companies as parent', 'parent.id', 'companies.parent_id')
        .leftJoin('contacts as person', 'person.id', 'companies.contact_person_id')
        .selectAll('companies')
        .select(['parent.name as parent_name', 'person.first_name', 'person.last_name_prefix', 'person.last_name'])
        .where('companies.id', '=', id)
        .executeTakeFirst()
    : db
        .selectFrom('contacts')
        .leftJoin('companies', 'companies.id', 'contacts.company_id')
        .selectAll('contacts')
        .select('companies.name as company_name')
        .where('contacts.id', '=', id)
        .executeTakeFirst()
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function show(key: string, values: Values): string {
  switch (key) {
    case 'name':
      return 'last_name' in values && !('coc_no' in values)
        ? fullName(values as unknown as NameParts)
        : text(values.name)
    case 'address':
      return [streetLine(values as unknown as Address), cityLine(values as unknown as Address)]
        .filter(Boolean)
        .join(', ')
    case 'birth_date':
    case 'gender':
    case 'language':
      return inWords(contactFields[key], values[key])
    case 'parent_id':
      return text(values.parent_name)
    case 'contact_person_id':
      return values.last_name === null ? '' : fullName(values as unknown as NameParts)
    case 'company_id':
      return text(values.company_name) || `Particulier, ${text(values.client_id)}`
    case 'style_css':
      return values.style_css === '' ? '' : 'Eigen huisstijl'
    case 'hidden_contact_fields':
      return inWords(companyFields[key], values[key])
    default:
      return text(values[key])
  }
}
