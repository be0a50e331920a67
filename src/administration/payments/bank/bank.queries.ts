import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { waitingRows } from '../../../system/attention/points.ts'
import { type EntryState, accountShown, isPlain } from './bank.rules.ts'
import type { Confidence, Proposal } from './matching/types.ts'

/** What the statement before it on the same account ended with; null for the first. */
const closedBefore = sql<number | null>`(select earlier.closing from bank_statements earlier
  where earlier.account = bank_statements.account and (earlier.to_on, earlier.id) < (bank_statements.to_on, bank_statements.id)
  order by earlier.to_on desc, earlier.id desc limit 1)`

const countOf = (condition: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::integer from bank_entries where bank_entries.statement_id = bank_statements.id and ${condition})`

/** How many entries a statement has, and how many of them wait for somebody. */
export const entriesOf = countOf(sql`true`)
export const openEntriesOf = countOf(sql`state in ('todo', 'proposed')`)

export const listStatements = (db: Db | Trx) =>
  db
    .selectFrom('bank_statements')
    .select(['id', 'version', 'account', 'number', 'format', 'from_on', 'to_on', 'opening', 'closing', 'file_name'])
    .select(['bank_statements.created_at'])
    .select([closedBefore.as('closed_before'), entriesOf.as('entries'), openEntriesOf.as('open')])

/** @throws NotFound */
export async function getStatement(db: Db | Trx, id: number) {
  const row = await listStatements(db).where('bank_statements.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Bankafschrift')
  return row
}

export const listEntries = (db: Db | Trx) =>
  db
    .selectFrom('bank_entries')
    .select([
      'bank_entries.id',
      'bank_entries.version',
      'bank_entries.statement_id',
      'bank_entries.account',
      'bank_entries.booked_on',
      'bank_entries.amount',
      'bank_entries.counter_name',
      'bank_entries.counter_iban',
      'bank_entries.description',
      'bank_entries.reason',
    ])
    .select([
      sql<EntryState>`bank_entries.state`.as('state'),
      sql<Confidence | null>`bank_entries.confidence`.as('confidence'),
      sql<Proposal | null>`bank_entries.proposal`.as('proposal'),
    ])

/** @throws NotFound */
export async function getEntry(db: Db | Trx, id: number) {
  const row = await listEntries(db)
    .select(['bank_entries.end_to_end', 'bank_entries.structured_ref', 'bank_entries.return_reason'])
    .select(['bank_entries.bank_ref', 'bank_entries.updated_at'])
    .where('bank_entries.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new NotFound('Bankregel')
  return row
}

/** What an entry was booked as. */
export const listMatches = (db: Db | Trx, entryId: number) =>
  db
    .selectFrom('bank_matches')
    .leftJoin('invoices', 'invoices.id', 'bank_matches.invoice_id')
    .leftJoin('invoice_payments', 'invoice_payments.id', 'bank_matches.payment_id')
    .leftJoin('opening_items', 'opening_items.id', 'bank_matches.opening_item_id')
    .leftJoin('opening_payments', 'opening_payments.id', 'bank_matches.opening_payment_id')
    .select(['bank_matches.id', 'bank_matches.kind', 'bank_matches.amount', 'bank_matches.note'])
    .select(['bank_matches.invoice_id', 'bank_matches.opening_item_id'])
    .select((eb) => [
      eb.fn.coalesce('invoices.uid', 'opening_items.number').as('uid'),
      eb.fn.coalesce('invoice_payments.costs', 'opening_payments.costs').as('costs'),
      eb.fn.coalesce('invoice_payments.interest', 'opening_payments.interest').as('interest'),
    ])
    .where('bank_matches.entry_id', '=', entryId)
    .orderBy('bank_matches.id')
    .execute()

const openEntries = sql`from bank_entries where state in ('todo', 'proposed')`

/** What waits, by how sure what is proposed for it is. */
export type Sure = 'sure' | 'possible' | 'none'
const sureOf = sql<Sure>`case when bank_entries.proposal is null then 'none'
  when bank_entries.confidence = 'possible' then 'possible' else 'sure' end`

/** How many entries wait of each. */
export async function countOpenEntries(db: Db | Trx): Promise<Record<Sure, number>> {
  const { rows } = await sql<{ sure: Sure; count: number }>`
    select ${sureOf} as sure, count(*)::integer as count ${openEntries} group by 1`.execute(db)
  return { sure: 0, possible: 0, none: 0, ...Object.fromEntries(rows.map(({ sure, count }) => [sure, count])) }
}

/** So many are taken at once: one save keeps their invoices from everybody else. */
const MOST_TAKEN = 300

/**
 * What may be taken together, the oldest first: what is sure or likely and pays all of its invoices, where no other entry
 * is proposed for one of them.
 */
export async function listPlainEntries(db: Db | Trx) {
  const entries = await listEntries(db)
    .where('bank_entries.state', '=', 'proposed')
    .where('bank_entries.confidence', 'in', ['certain', 'likely'])
    .where(
      sql<SqlBool>`not exists (select from bank_entries other where other.id <> bank_entries.id
      and other.state = 'proposed' and other.proposed_ids && bank_entries.proposed_ids)`,
    )
    .orderBy('bank_entries.booked_on')
    .orderBy('bank_entries.id')
    .execute()
  return entries.flatMap(({ id, version, proposal }) => (isPlain(proposal) ? [{ id, version, proposal }] : [])).slice(0, MOST_TAKEN) // prettier-ignore
}

/** Each from the day after it was booked: who paid may be reminded. */
export const waitingEntries = waitingRows({ day: sql`booked_on + 1`, from: openEntries })

/** What waits for somebody, the oldest first. */
export const listOpenEntries = (db: Db | Trx, { most, sure }: { most: number; sure: Sure | null }) =>
  listEntries(db)
    .where('bank_entries.state', 'in', ['todo', 'proposed'])
    .$if(sure !== null, (query) => query.where(sureOf, '=', sure!))
    .orderBy('bank_entries.booked_on')
    .orderBy('bank_entries.id')
    .limit(most)
    .execute()

export async function entryNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await listEntries(db).where('bank_entries.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, `Bankregel ${formatDate(row.booked_on)} ${row.counter_name ?? ''}`.trim()]))
}

export async function statementNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await listStatements(db).where('bank_statements.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, `Afschrift ${row.number} van ${accountShown(row.account)}`]))
}
