import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { LawNumbers } from './law-numbers.rules.ts'

/**
 * A branch is the same firm in law as who is above it, and has no number in the register of its own: it has those of the
 * nearest with one in the same country.
 */
export const lawNumbersSql = (ids: RawBuilder<number[]>) => sql<LawNumbers & { id: number }>`
  with recursive firm as (
    select id as branch, parent_id, country_code, coc_no, vat_id, peppol_id, 0 as distance from companies where id = any(${ids})
    union all
    select firm.branch, c.parent_id, c.country_code, c.coc_no, c.vat_id, c.peppol_id, distance + 1
    from firm join companies c on c.id = firm.parent_id
    where firm.coc_no is null and c.country_code = firm.country_code
  ) select branch as id,
    (array_agg(coc_no order by distance) filter (where coc_no is not null))[1] as coc_no,
    (array_agg(vat_id order by distance) filter (where vat_id is not null))[1] as vat_id,
    (array_agg(peppol_id order by distance) filter (where peppol_id is not null))[1] as peppol_id
  from firm group by branch`

/** Those of companies, by their ids, in one query. */
export async function lawNumbersOf(
  db: Db | Trx,
  companyIds: readonly (number | null)[],
): Promise<Map<number, LawNumbers>> {
  const ids = [...new Set(companyIds.filter((id) => id !== null))]
  if (ids.length === 0) return new Map()
  const { rows } = await lawNumbersSql(sql<number[]>`${ids}::integer[]`).execute(db)
  return new Map(rows.map(({ id, ...numbers }) => [id, numbers]))
}
