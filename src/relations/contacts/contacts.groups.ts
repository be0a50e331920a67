import { type SqlBool, sql } from 'kysely'
import type { Group } from '../../platform/screens/table-groups.ts'
import { contactFields } from '../contact-fields.ts'
import { byCompany } from './contacts.queries.ts'

interface Employed {
  company_id: number | null
  company_name: string | null
}

/** People of whom no company is to be read. */
const NONE = '0'

/** By the company that the viewer may read the name of: the id of another is nothing to go by. */
const company: Group<Employed> = {
  label: contactFields.company_id.label,
  sort: {
    by: [...byCompany.by, sql`coalesce(companies.id, 0)`],
    types: ['text', 'bigint'],
    parts: (viewer) =>
      byCompany.parts?.(viewer)?.map(({ where, by }) => ({ where, by: [...by, sql`coalesce(companies.id, 0)`] })),
  },
  key: sql<string>`coalesce(companies.id, 0)::text`,
  among: (keys) => {
    const ids = keys.filter((key) => key !== NONE).map(Number)
    const inOne = sql<SqlBool>`companies.id = any(${ids}::integer[])`
    return keys.includes(NONE) ? sql<SqlBool>`(${inOne} or companies.id is null)` : inOne
  },
  name: (contact) => contact.company_name ?? (contact.company_id === null ? 'Particulier' : 'Overig'),
}

export const contactGroups = { company }
