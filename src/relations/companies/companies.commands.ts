import { sql } from 'kysely'
import { Invalid } from '../../platform/errors.ts'
import type { Trx } from '../../platform/database/types.ts'
import { lockVersion } from '../../platform/database/versioned.ts'
import { listDescendants } from './companies.queries.ts'
import type { CompanyEdit, CompanyInput } from './companies.forms.ts'

/** The next free debtor number of the one series over companies and private contacts. */
export async function nextClientId(trx: Trx): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ number: number }>`select nextval('client_id_series')::integer as number`.execute(trx)
    const { number } = rows[0]!
    const taken = await trx
      .selectFrom('client_ids')
      .select('client_id')
      .where('client_id', '=', number)
      .executeTakeFirst()
    if (!taken) return number
  }
}

export async function addCompany(trx: Trx, input: CompanyInput): Promise<number> {
  const client_id = input.client_id ?? (await nextClientId(trx))
  const { id } = await trx
    .insertInto('companies')
    .values({ ...input, client_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @throws Invalid when the parent is the company itself or stands below it; Stale when someone else saved first */
export async function editCompany(trx: Trx, id: number, { version, ...input }: CompanyEdit): Promise<void> {
  await lockVersion(trx, 'companies', id, version, input)
  if (
    input.parent_id !== null &&
    (input.parent_id === id || (await listDescendants(trx, id)).includes(input.parent_id))
  )
    throw new Invalid({ parent_id: ['Een bedrijf kan niet onder zichzelf vallen.'] })
  const { client_id, ...rest } = input
  await trx
    .updateTable('companies')
    .set({ ...rest, ...(client_id === null ? {} : { client_id }) })
    .where('id', '=', id)
    .execute()
}

/** Disables an active company or enables a disabled one: one endpoint, a toggle (T-108). Answers whether it is active now. */
export async function toggleCompany(trx: Trx, id: number): Promise<boolean> {
  const { active } = await trx
    .updateTable('companies')
    .set((eb) => ({ active: eb.not('active') }))
    .where('id', '=', id)
    .returning('active')
    .executeTakeFirstOrThrow()
  return active
}

export async function deleteCompany(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('companies').where('id', '=', id).execute()
}
