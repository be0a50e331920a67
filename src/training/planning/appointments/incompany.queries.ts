import { type Expression, type SqlBool, sql } from 'kysely'
import { isStaff, type Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { companiesVisibleTo } from '../../../relations/companies/index.ts'
import { inCompanyNames } from './appointments.rules.ts'

/**
 * Whether the viewer reads the name of a company in a planning of which it is one: who plans or teaches of all, a
 * supervisor of those in scope (rulings 10.3). Refers to `companies`.
 */
export const isNamedTo = (viewer: Viewer): Expression<SqlBool> =>
  isStaff(viewer) ? sql<SqlBool>`true` : companiesVisibleTo(viewer)

/** The companies of a planning, and which of them the viewer may read of. */
export const listIncompany = (db: Db | Trx, viewer: Viewer, planningId: number) =>
  db
    .selectFrom('appointment_group_companies')
    .innerJoin('companies', 'companies.id', 'appointment_group_companies.company_id')
    .select(['companies.id', 'companies.name', sql<boolean>`${isNamedTo(viewer)}`.as('named')])
    .where('group_id', '=', planningId)
    .orderBy('companies.name')
    .execute()

/** They by name, as far as that goes, and how many others there are. */
export function nameIncompany(companies: { name: string; named: boolean }[]): string[] {
  const named = companies.filter((company) => company.named)
  return inCompanyNames(
    named.map(({ name }) => name),
    companies.length - named.length,
  )
}
