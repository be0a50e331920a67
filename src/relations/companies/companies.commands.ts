import { sql } from 'kysely'
import { reasonsAgainst } from '../../platform/blockers.ts'
import { Blocked, NotFound } from '../../platform/errors.ts'
import type { Trx } from '../../platform/database/types.ts'
import { lockVersion } from '../../platform/database/versioned.ts'
import type { Registry } from '../../platform/registry.ts'
import type { CompanyEdit, CompanyInput, CourseLineEdit, CourseLineInput } from './companies.forms.ts'

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

/** So many at once. */
export async function nextClientIds(trx: Trx, count: number): Promise<number[]> {
  const free: number[] = []
  while (free.length < count) {
    const { rows } = await sql<{ number: number }>`
      with given as materialized (select nextval('client_id_series')::integer as number from generate_series(1, ${count - free.length}))
      select number from given where not exists (select from client_ids where client_id = number) order by number`.execute(
      trx,
    )
    free.push(...rows.map(({ number }) => number))
  }
  return free
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

/** @throws Stale when someone else saved first. A parent below the company itself is refused by the database. */
export async function editCompany(trx: Trx, id: number, { version, ...input }: CompanyEdit): Promise<void> {
  await lockVersion(trx, 'companies', id, version, input)
  const { client_id, ...rest } = input
  await trx
    .updateTable('companies')
    .set({ ...rest, ...(client_id === null ? {} : { client_id }) })
    .where('id', '=', id)
    .execute()
}

/** Changes some fields. @throws Stale when someone else saved first */
export async function changeCompany(
  trx: Trx,
  id: number,
  changes: Partial<CompanyInput>,
  version: number,
): Promise<void> {
  await lockVersion(trx, 'companies', id, version, changes)
  await trx
    .updateTable('companies')
    .set(changes as Partial<Omit<CompanyInput, 'client_id'>>)
    .where('id', '=', id)
    .execute()
}

/** Changes some fields of several. */
export async function changeCompanies(trx: Trx, ids: number[], changes: Partial<CompanyInput>): Promise<void> {
  await trx
    .updateTable('companies')
    .set(changes as Partial<Omit<CompanyInput, 'client_id'>>)
    .where('id', 'in', ids)
    .execute()
}

/** Disables an active company or enables a disabled one: one endpoint, a toggle (T-108). Answers whether it is active now. */
export async function toggleCompany(trx: Trx, id: number): Promise<boolean> {
  const { active } = await trx
    .updateTable('companies')
    .set((eb) => ({ active: eb.not('active') }))
    .where('id', '=', id)
    .returning('active')
    .executeTakeFirstOrThrow(() => new NotFound('Bedrijf'))
  return active
}

/** Puts companies out of use of which nothing keeps any. */
export async function disableCompanies(trx: Trx, ids: number[]): Promise<void> {
  await trx.updateTable('companies').set({ active: false }).where('id', 'in', ids).execute()
}

/** @throws Blocked (409) when something is still to come with the company, which then stays active */
export async function refuseInactive(trx: Trx, registry: Registry, id: number): Promise<void> {
  const reasons = await reasonsAgainst(trx, registry, 'company', id, 'disable')
  if (reasons.length > 0) throw new Blocked(reasons, 'Kan niet worden gedeactiveerd')
}

export async function deleteCompany(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('companies').where('id', '=', id).execute()
}

/** @throws Stale */
export async function setHiddenFields(trx: Trx, id: number, fields: string[], version: number): Promise<void> {
  await lockVersion(trx, 'companies', id, version, { hidden_contact_fields: fields })
  await trx.updateTable('companies').set({ hidden_contact_fields: fields }).where('id', '=', id).execute()
}

/** Keeps a style that was checked. @throws Stale */
export async function setStyle(
  trx: Trx,
  id: number,
  { version, css, show_bing_image }: { version: number; css: string; show_bing_image: boolean },
): Promise<void> {
  const values = { style_css: css, show_bing_image }
  await lockVersion(trx, 'companies', id, version, values)
  await trx.updateTable('companies').set(values).where('id', '=', id).execute()
}

export async function addCourseLine(trx: Trx, companyId: number, line: CourseLineInput): Promise<number> {
  const { id } = await trx
    .insertInto('company_course_lines')
    .values({ company_id: companyId, ...line })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @throws NotFound, Stale */
export async function editCourseLine(trx: Trx, id: number, { version, ...line }: CourseLineEdit): Promise<void> {
  await lockVersion(trx, 'company_course_lines', id, version, line)
  await trx.updateTable('company_course_lines').set(line).where('id', '=', id).execute()
}

export async function deleteCourseLine(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('company_course_lines').where('id', '=', id).execute()
}
