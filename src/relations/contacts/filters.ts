import { type Expression, type SqlBool, sql } from 'kysely'
import { type Viewer, isStaff } from '../../platform/access/viewer.ts'
import {
  type Filters,
  filledFilter,
  periodFilter,
  selectFilter,
  selectorFilter,
  textFilter,
  yesNoFilter,
} from '../../platform/screens/table/table-filters.ts'
import { contactFields } from '../naming/index.ts'
import { companyShownTo, hasAnyRole, hasNoRoleBut, indexedRoles, searchedContacts } from './contacts.queries.ts'
import { contactRoleOptions } from './contacts.rules.ts'

/** People of these companies; who may not read where somebody works does not find it out by asking either. */
export function worksAt(companyIds: number[], viewer: Viewer): Expression<SqlBool> {
  const ids = sql.join(companyIds)
  if (isStaff(viewer))
    return sql`contacts.id in (select contact_id from contact_companies where company_id in (${ids}))`
  return sql`exists (select from contact_companies cc join companies on companies.id = cc.company_id
    where cc.contact_id = contacts.id and cc.company_id in (${ids}) and ${companyShownTo(viewer)})`
}

export const contactFilters: Filters = {
  search: textFilter('Zoeken', searchedContacts),
  role: {
    ...selectFilter('Rol', contactRoleOptions, (role) => hasAnyRole([Number(role)]), {
      none: hasNoRoleBut([]),
      not: (roles) =>
        hasNoRoleBut(
          contactRoleOptions
            .map(({ value }) => value)
            .filter((role) => !roles.includes(role))
            .map(Number),
        ),
    }),
    indexed: indexedRoles,
  },
  active: yesNoFilter(contactFields.active.label, sql<SqlBool>`contacts.active`),
  company_id: selectorFilter(
    contactFields.company_id.label,
    'company',
    worksAt,
    sql<SqlBool>`contacts.company_id is null
      and not exists (select from contact_companies where contact_id = contacts.id)`,
  ),
  // 'email' in the address of a page means that somebody came by a link (P-211).
  mail: filledFilter(contactFields.email.label, sql<SqlBool>`contacts.email is null`),
  created: {
    ...periodFilter('Toegevoegd', { column: sql`contacts.created_at`, type: 'timestamptz' }),
    indexed: { table: 'contacts', most: 2_000 },
  },
}
