import { type SqlBool, sql } from 'kysely'
import { isStaff } from '../../platform/access/viewer.ts'
import type { Group } from '../../platform/screens/table/table-groups.ts'
import { contactFields } from '../naming/index.ts'
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
    // First those without a company: a constant, so that the index still gives their order.
    parts: (viewer) =>
      byCompany.parts?.(viewer)?.map(({ where, by }, i) => ({
        where,
        by: [...by, i === 0 ? sql`0::bigint` : sql`companies.id`],
      })),
  },
  key: sql<string>`coalesce(companies.id, 0)::text`,
  among: (keys, viewer) => {
    const ids = keys.filter((key) => key !== NONE).map(Number)
    // Who may read the name of every company finds its people by the index.
    const id = isStaff(viewer) ? sql`contacts.company_id` : sql`companies.id`
    const inOne = ids.length > 0 ? [sql`${id} = any(${ids}::integer[])`] : []
    const inNone = keys.includes(NONE) ? [sql`${id} is null`] : []
    return sql<SqlBool>`(${sql.join([...inOne, ...inNone], sql` or `)})`
  },
  name: (contact) => contact.company_name ?? (contact.company_id === null ? 'Particulier' : 'Overig'),
}

export const contactGroups = { company }
