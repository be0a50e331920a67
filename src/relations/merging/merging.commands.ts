import { sql } from 'kysely'
import { HttpError, Invalid, NotFound } from '../../platform/errors.ts'
import { recordEvent } from '../../platform/database/history.ts'
import { sqlState } from '../../platform/database/transaction.ts'
import type { Trx } from '../../platform/database/types.ts'
import { ROLE, type RoleId } from '../../platform/access/roles.ts'
import { type Viewer, hasRole } from '../../platform/access/viewer.ts'
import { mergeStrategies } from '../../platform/merging.ts'
import type { Services } from '../../platform/services.ts'
import { keepAccountOf, mailFirstUse } from '../../system/accounts/index.ts'
import { keepAccountNames, fullName } from '../naming/index.ts'
import { nameColumns } from '../contacts/index.ts'
import { type MovingReference, type TableRow, findRows, listMovingReferences, lockRows } from './references.queries.ts'
import { type MergeType, UNDO_DAYS, type Values, takenColumns } from './merging.rules.ts'
import { type Before, FOREIGN_KEY, KEPT, TABLES, type Touched, refuseRoles, same, update } from './rows.ts'

export interface MergeInput {
  type: MergeType
  keptId: number
  goneId: number
  /** Keys of the fields whose value comes from the record that goes. */
  fromGone: string[]
}

/**
 * Makes two records one: the chosen values, everything that hangs on the one that goes, and a record of how it was.
 * What hangs on it moves, stays or is resolved, as the module whose table it is says (platform, `merging.ts`).
 * @throws Invalid, NotFound, Forbidden (an administrator's contact is an administrator's to merge)
 */
export async function merge(trx: Trx, viewer: Viewer, input: MergeInput, services: Services): Promise<number> {
  const { type, keptId, goneId } = input
  if (keptId === goneId) throw new Invalid({ other_id: ['Kies twee verschillende gegevens om samen te voegen.'] })
  const table = TABLES[type]
  const { kept, gone } = await lockBoth(trx, table, keptId, goneId)
  if (type === 'contact') refuseRoles(viewer, kept, gone)
  const references = await listMovingReferences(trx, { type, table }, services.registry.all(mergeStrategies))
  const before: { reference: MovingReference; row: TableRow }[] = []
  for (const reference of references)
    for (const id of [keptId, goneId])
      for (const row of await lockRows(trx, reference, id)) before.push({ reference, row })
  if (type === 'company') await leaveTree(trx, kept, gone)
  for (const { reference, row } of before)
    if (row[reference.column] === goneId && !(reference.table === table && row.id === keptId))
      await moveRow(trx, reference, row, { keptId, own: reference.table === table })
  const name = (await services.registry.record(type).names?.(trx, [goneId]))?.get(goneId) ?? String(goneId)
  await removeGone(trx, table, goneId, name)
  await writeChosen(trx, input, kept, gone)
  if (type === 'contact') await keepAccount(trx, viewer, keptId, services)
  else await keepAccountNames(trx, { companyId: keptId })
  const rows = await touchedRows(trx, before, [keptId, goneId], table)
  const merged = (await findRows(trx, table, [keptId])).get(keptId)!
  const { id } = await trx
    .insertInto('merges')
    .values({
      record_type: type,
      kept_id: keptId,
      gone_id: goneId,
      gone_name: name,
      merged_by: viewer.id,
      before: JSON.stringify({ gone, kept, merged, rows } satisfies Before),
      moved_count: rows.length,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordEvent(trx, viewer, { type, id: keptId, action: 'merge', details: { gone_id: goneId, gone_name: name } })
  const runAt = new Date(Date.now() + UNDO_DAYS * 86_400_000)
  await services.jobs.add(trx, 'merges.forget', { id }, { key: `merge-${id}`, runAt })
  return id
}

async function lockBoth(trx: Trx, table: string, keptId: number, goneId: number) {
  const { rows } = await sql<{ row: TableRow }>`
    select to_jsonb(t) as row from ${sql.table(table)} t where id = any(${[keptId, goneId]}) order by id for update
  `.execute(trx)
  const kept = rows.find(({ row }) => row.id === keptId)?.row
  const gone = rows.find(({ row }) => row.id === goneId)?.row
  if (!kept || !gone) throw new NotFound()
  return { kept, gone }
}

/** @throws HttpError 409 when something that stays holds on to the record that goes */
async function removeGone(trx: Trx, table: string, goneId: number, name: string): Promise<void> {
  try {
    await sql`delete from ${sql.table(table)} where id = ${goneId}`.execute(trx)
  } catch (error) {
    if (sqlState(error) !== FOREIGN_KEY) throw error
    throw new HttpError(
      409,
      `Samenvoegen kan niet: ${name} heeft gegevens die niet naar een ander mogen. Voeg ze andersom samen, zodat ${name} blijft.`,
    )
  }
}

/** A company that stands somewhere below the one that goes takes its place in the tree first. */
async function leaveTree(trx: Trx, kept: TableRow, gone: TableRow): Promise<void> {
  const { rows } = await sql`
    with recursive above as (
      select id, parent_id from companies where id = ${kept.id}
      union
      select c.id, c.parent_id from companies c join above on c.id = above.parent_id
    ) select from above where id = ${gone.id}
  `.execute(trx)
  if (rows.length === 0) return
  await update(trx, 'companies', kept.id, { parent_id: gone.parent_id })
}

/** Moves one row; when the kept record has such a row already, the two are resolved into one. */
async function moveRow(
  trx: Trx,
  { table, column, follows, merges }: MovingReference,
  row: TableRow,
  { keptId, own }: { keptId: number; own: boolean },
): Promise<void> {
  await sql`savepoint moving`.execute(trx)
  try {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${keptId} where id = ${row.id}`.execute(trx)
    await sql`release savepoint moving`.execute(trx)
  } catch (error) {
    if (follows && sqlState(error) === FOREIGN_KEY) {
      // The row it belongs to has yet to move, and takes it along.
      await sql`rollback to savepoint moving`.execute(trx)
      return
    }
    // Unique and check constraints say that there can be only one, or that it would hang on itself.
    if (!['23505', '23514', '23P01'].includes(sqlState(error) ?? '')) throw error
    await sql`rollback to savepoint moving`.execute(trx)
    // A record of the same type, such as a company below this one, is only let go of.
    if (own)
      return void (await sql`update ${sql.table(table)} set ${sql.ref(column)} = null where id = ${row.id}`.execute(
        trx,
      ))
    if (merges === 'moves')
      throw new HttpError(409, 'Samenvoegen kan niet: beide hebben gegevens waarvan er maar één kan zijn.')
    if (merges === 'drop') await sql`delete from ${sql.table(table)} where id = ${row.id}`.execute(trx)
    else await merges(trx, { row, keptId })
  }
}

/** The account follows its contact; only an administrator gives an account another address (rulings 4). */
async function keepAccount(trx: Trx, viewer: Viewer, keptId: number, services: Services): Promise<void> {
  const contact = await trx
    .selectFrom('contacts')
    .innerJoin('users', 'users.contact_id', 'contacts.id')
    .select(['contacts.email', 'contacts.roles', ...nameColumns, 'users.email as user_email', 'users.active'])
    .where('contacts.id', '=', keptId)
    .executeTakeFirst()
  if (!contact) return
  const { email, roles, user_email, active } = contact
  if (email?.toLowerCase() !== user_email.toLowerCase() && !hasRole(viewer, ROLE.administrator))
    throw new Invalid({
      'from.email': [`Kies het e-mailadres van het account, ${user_email}. Een ander geeft een beheerder.`],
    })
  const name = fullName(contact)
  const token = await keepAccountOf(trx, viewer, keptId, { email, name, roles: roles as RoleId[], active })
  if (token !== null && email !== null)
    await mailFirstUse(trx, services, { to: email, name, token, record: { type: 'contact', id: keptId } })
}

async function writeChosen(
  trx: Trx,
  { type, keptId, fromGone }: MergeInput,
  kept: TableRow,
  gone: TableRow,
): Promise<void> {
  const values: Values = {}
  for (const column of takenColumns(type, fromGone)) values[column] = gone[column]
  // What both are: somebody who teaches here and learns there does both.
  if (type === 'contact') {
    values.roles = [...new Set([...(kept.roles as number[]), ...(gone.roles as number[])])].sort((a, b) => a - b)
    values.gets_account = kept.gets_account === true || gone.gets_account === true
    values.teacher_may_apply = kept.teacher_may_apply === true || gone.teacher_may_apply === true
  }
  values.active = kept.active === true || gone.active === true
  if (type === 'contact' && (kept.company_id === null) !== (gone.company_id === null)) {
    // Whoever belongs to a company in one of the two is invoiced through it, and is no private debtor any more.
    const { company_id, supervisor_for_all } = kept.company_id === null ? gone : kept
    Object.assign(values, { company_id, supervisor_for_all, client_id: null })
  }
  // The database refuses a company below itself; one that went cannot be above anything.
  if (values.parent_id === keptId) delete values.parent_id
  await update(trx, TABLES[type], keptId, values)
}

/** What became of the rows that hung on either record. */
async function touchedRows(
  trx: Trx,
  before: { reference: MovingReference; row: TableRow }[],
  both: number[],
  own: string,
): Promise<Touched[]> {
  const rows: Touched[] = []
  // Undoing goes by this order: what follows a row needs that row to be back.
  const ordered = [...before].sort((a, b) => Number(a.reference.follows) - Number(b.reference.follows))
  for (const table of new Set(ordered.map(({ reference }) => reference.table))) {
    const mine = new Map(before.filter(({ reference }) => reference.table === table).map(({ row }) => [row.id, row]))
    if (table === own) for (const id of both) mine.delete(id)
    const now = await findRows(trx, table, [...mine.keys()])
    for (const row of mine.values()) {
      const after = now.get(row.id) ?? null
      if (after === null) rows.push({ table, before: row, after })
      else rows.push(...changesOf(table, row, after))
    }
  }
  return rows
}

/** Only what changed: what is not needed to undo it, such as the password of an account, is not kept. */
function changesOf(table: string, before: TableRow, after: TableRow): Touched[] {
  const columns = Object.keys(before).filter((column) => !KEPT.has(column) && !same(before[column], after[column]))
  const pick = (row: TableRow) => ({
    ...Object.fromEntries(columns.map((column) => [column, row[column]])),
    id: row.id,
  })
  return columns.length === 0 ? [] : [{ table, before: pick(before), after: pick(after) }]
}
