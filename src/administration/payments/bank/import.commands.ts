import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { compactIban } from '../../../platform/format/iban.ts'
import { Unconfirmed } from '../../../platform/errors.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { accountQuestion } from './bank.rules.ts'
import { skipAlways } from './skips.commands.ts'
import { matchEntries } from './matching/matching.commands.ts'
import type { ReadEntry, ReadStatement } from './reading/types.ts'

export interface Imported {
  /** Statements that were new, by their ids. */
  ids: number[]
  /** Statements of which every line was known already. */
  known: number
  entries: number
  booked: number
  proposed: number
  /** As accounts of which all is skipped. */
  skipped: number
}

/**
 * By what an entry is known wherever it comes again: account, day, amount and the bank's reference; without one by what
 * else it says. Those alike in one statement are counted, so that two equal payments of a day stay two.
 */
function recognised(account: string, entries: readonly ReadEntry[]): string[] {
  const seen = new Map<string, number>()
  return entries.map(({ booked_on, amount, bank_ref, end_to_end, counter_iban, description }) => {
    const by = bank_ref === null ? ['', end_to_end ?? '', counter_iban ?? '', description] : [bank_ref]
    const key = JSON.stringify([account, booked_on, amount, ...by])
    const nth = (seen.get(key) ?? 0) + 1
    seen.set(key, nth)
    return createHash('sha256').update(`${key} ${nth}`).digest('hex')
  })
}

/**
 * The same statement in whatever format, by its account, day and balances: then its lines may have other references, and
 * a batch may be one line in the one and several in the other. One that grew since still has all lines that it had.
 */
async function isKnown(
  trx: Trx,
  { account, from_on, to_on, opening, closing }: ReadStatement,
  keys: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from bank_statements s
    where s.account = ${account} and s.to_on = ${to_on} and s.opening = ${opening} and s.closing = ${closing}
      and abs(s.from_on - ${from_on}::date) <= 1
      and exists (select from bank_entries e where e.statement_id = s.id and e.recognised <> all(${keys}::text[]))
    limit 1`.execute(trx)
  return rows.length > 0
}

/**
 * Asks once whether an account is one of ours: one that stands in the settings, or of which a statement was read, is.
 * @param confirmed those that somebody said so of
 * @throws Unconfirmed
 */
export async function refuseStrangeAccounts(
  trx: Trx,
  statements: readonly ReadStatement[],
  confirmed: readonly string[],
): Promise<void> {
  const { iban } = await readSetting(trx, 'firm')
  const told = [...new Set(statements.map(({ account }) => account))]
  const rows = await trx
    .selectFrom('bank_statements')
    .select('account')
    .distinct()
    .where('account', 'in', told)
    .execute()
  const ours = new Set([compactIban(iban), ...confirmed, ...rows.map(({ account }) => account)])
  const strange = told.filter((account) => !ours.has(account))
  if (strange.length > 0) throw new Unconfirmed(accountQuestion(strange))
}

async function addStatement(trx: Trx, statement: ReadStatement, fileName: string, by: number | null): Promise<number> {
  const { entries: _entries, ...head } = statement
  const { id } = await trx
    .insertInto('bank_statements')
    .values({ ...head, file_name: fileName, created_by: by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** So many entries are stored at once: memory does not grow with a statement. */
const BATCH = 500

/** Stores those of the entries that are not known yet. @returns how many */
async function addEntries(
  trx: Trx,
  statementId: number,
  { account, entries }: ReadStatement,
  keys: readonly string[],
): Promise<number> {
  let count = 0
  for (let from = 0; from < entries.length; from += BATCH)
    count += await addSome(
      trx,
      [statementId, account],
      entries.slice(from, from + BATCH).map(({ reference, ...entry }, i) => ({
        ...entry,
        structured_ref: reference,
        recognised: keys[from + i],
        position: from + i + 1,
      })),
    )
  return count
}

async function addSome(trx: Trx, [statementId, account]: [number, string], rows: readonly object[]): Promise<number> {
  const { rows: added } = await sql<{ count: number }>`
    with added as (
      insert into bank_entries (statement_id, account, position, recognised, booked_on, amount, bank_ref, end_to_end,
        structured_ref, counter_iban, counter_name, description, return_reason, payments)
      select ${statementId}, ${account}, position, recognised, booked_on, amount, bank_ref, end_to_end,
        structured_ref, counter_iban, counter_name, description, return_reason, coalesce(payments, 1)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told (position integer, recognised text, booked_on date,
        amount bigint, bank_ref text, end_to_end text, structured_ref text, counter_iban text, counter_name text,
        description text, return_reason text, payments integer)
      on conflict (account, recognised) do nothing
      returning id
    ) select count(*)::integer as count from added`.execute(trx)
  return added[0]!.count
}

/**
 * Stores statements with what of their lines is new, and books or proposes what these pay: all of it or nothing. Who
 * imports at the same time comes after.
 */
export async function importStatements(
  trx: Trx,
  statements: readonly ReadStatement[],
  { fileName, by }: { fileName: string; by: number | null },
): Promise<Imported> {
  await sql`lock table bank_statements in share row exclusive mode`.execute(trx)
  const imported: Imported = { ids: [], known: 0, entries: 0, booked: 0, proposed: 0, skipped: 0 }
  for (const statement of statements) {
    const keys = recognised(statement.account, statement.entries)
    if (await isKnown(trx, statement, keys)) {
      imported.known++
      continue
    }
    const id = await addStatement(trx, statement, fileName, by)
    const added = await addEntries(trx, id, statement, keys)
    if (added === 0 && statement.entries.length > 0) {
      await trx.deleteFrom('bank_statements').where('id', '=', id).execute()
      imported.known++
      continue
    }
    imported.ids.push(id)
    imported.entries += added
  }
  // All of them at once: what the first ones hold counts for the last.
  if (imported.ids.length === 0) return imported
  imported.skipped = await skipAlways(trx, imported.ids)
  return { ...imported, ...(await matchEntries(trx, { statements: imported.ids })) }
}
