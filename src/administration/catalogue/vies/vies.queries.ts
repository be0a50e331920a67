import type { Db } from '../../../platform/database/types.ts'

/** The last answer about the number that a company has now; undefined where it was never asked. */
export const lastCheck = (db: Db, companyId: number) =>
  db
    .selectFrom('vies_checks')
    .innerJoin('companies', (join) =>
      join.onRef('companies.id', '=', 'vies_checks.company_id').onRef('companies.vat_id', '=', 'vies_checks.vat_id'),
    )
    .select(['vies_checks.valid', 'vies_checks.name', 'vies_checks.address', 'vies_checks.identifier'])
    .select('vies_checks.checked_at')
    .where('vies_checks.company_id', '=', companyId)
    .orderBy('vies_checks.id', 'desc')
    .limit(1)
    .executeTakeFirst()
