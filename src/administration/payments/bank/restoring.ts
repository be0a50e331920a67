import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { HttpError } from '../../../platform/errors.ts'
import { type Restoring, type RowChange, type RowName, sideOf } from '../../../platform/undo/points.ts'
import { renewOthers } from './entries.commands.ts'
import { keyOf } from './matching/keys.rules.ts'
import { lockOpen } from './matching/known-payers.queries.ts'
import { matchEntries } from './matching/matching.commands.ts'

/** Whether somebody dealt with the entry, or undid that: a proposal follows by itself. */
const isDealtWith = ({ before, after }: RowChange): boolean =>
  [before.state, after.state].some((state) => state === 'booked' || state === 'ignored')

/** Proposals of other entries that were looked up anew are looked up anew again. */
const following = (changes: readonly RowChange[]): RowName[] =>
  changes.filter((change) => change.table === 'bank_entries' && change.kind === 'changed' && !isDealtWith(change))

/** The entries that changed. */
const entriesOf = (trx: Trx, changes: readonly RowChange[]) =>
  trx
    .selectFrom('bank_entries')
    .select(['id', 'state', 'amount'])
    .where(
      'id',
      'in',
      changes.map(({ id }) => id),
    )
    .orderBy('id')

/** An entry waits again as it did, with what is proposed for it now. */
async function judge(trx: Trx, changes: RowChange[]): Promise<void> {
  const rows = await entriesOf(trx, changes).execute()
  const open = rows.filter(({ state }) => state === 'todo' || state === 'proposed')
  // What went out and was to be dealt with all the same is not skipped again by itself.
  const waiting = open.filter(({ state, amount }) => state === 'proposed' || amount > 0)
  const apart = open.filter((row) => !waiting.includes(row)).map(({ id }) => id)
  if (apart.length > 0)
    await trx.updateTable('bank_entries').set({ proposal: null, proposed_ids: [] }).where('id', 'in', apart).execute()
  if (waiting.length > 0) await matchEntries(trx, { ids: waiting.map(({ id }) => id) }, { books: false })
}

const invoicesOf = (changes: readonly RowChange[]): number[] => [
  ...new Set(changes.flatMap((change) => keyOf(sideOf(change) as unknown as Parameters<typeof keyOf>[0]) ?? [])),
]

/** No match without its payment: a save that was undone leaves nothing booked that no entry tells of. */
async function refuseHalf(trx: Trx, changes: RowChange[]): Promise<void> {
  const entries = [...new Set(changes.map((change) => sideOf(change).entry_id as number))]
  const { rows } = await sql<{ half: boolean }>`
    select exists (select from bank_entries e where e.id = any(${entries}::integer[])
      and (e.state = 'booked') <> exists (select from bank_matches m where m.entry_id = e.id)) as half`.execute(trx)
  if (rows[0]!.half) throw new HttpError(409, 'Deze bankregel is intussen anders verwerkt.')
  await renewOthers(trx, invoicesOf(changes))
}

export const bankRestorings: Restoring[] = [
  {
    table: 'bank_entries',
    follows: following,
    lock: (trx, changes) => entriesOf(trx, changes).forUpdate().execute(),
    judge,
  },
  {
    table: 'bank_matches',
    together: (change) => sideOf(change).entry_id,
    partOf: (_trx, changes) =>
      Promise.resolve(new Map(changes.map((change) => [change.id, { table: 'bank_entries', id: sideOf(change).entry_id as number }]))), // prettier-ignore
    lock: (trx, changes) => lockOpen(trx, invoicesOf(changes)),
    judge: refuseHalf,
  },
]
