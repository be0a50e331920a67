import { type Expression, type SqlBool, sql } from 'kysely'
import { Invalid } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/database/types.ts'
import { customerName, isPlanned } from './contracts.queries.ts'

/** Contracts whose running period ends in a span of days, with what is agreed of each. */
export async function readUsage(db: Db, { from, to }: { from: string; to: string }, seen: Expression<SqlBool>) {
  const rows = await db
    .selectFrom('inspection_contracts')
    .leftJoin('companies', 'companies.id', 'inspection_contracts.company_id')
    .leftJoin('contacts', 'contacts.id', 'inspection_contracts.contact_id')
    .select([
      'inspection_contracts.id',
      'inspection_contracts.name',
      customerName.as('customer'),
      'inspection_contracts.expires_at',
      isPlanned.as('planned'),
      sql<{ id: number; name: string; amount: number }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'amount', c.amount) order by p.name, p.id)
        from contract_products c join products p on p.id = c.product_id
        where c.contract_id = inspection_contracts.id), '[]')`.as('products'),
    ])
    .where('inspection_contracts.expires_at', '>=', from)
    .where('inspection_contracts.expires_at', '<=', to)
    .where('inspection_contracts.terminated_on', 'is', null)
    .where(seen)
    .orderBy('inspection_contracts.expires_at')
    .orderBy('inspection_contracts.id')
    .limit(MOST + 1)
    .execute()
  if (rows.length > MOST)
    throw new Invalid({ to: ['In deze periode lopen te veel contracten af. Kies een kortere periode.'] })
  return rows
}
/** More than these nobody reads: a shorter span tells more. */
const MOST = 50_000
