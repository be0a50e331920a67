/**
 * What waits to be told to an outside system, and must arrive there once. Each area keeps it in a table of its own, with
 * `id`, `key`, `attempts`, `next_attempt_at` and `message`; how it leaves is told here.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { inTransaction } from '../database/transaction.ts'
import type { Db, Trx } from '../database/types.ts'
import type { Services } from '../services.ts'
import { Unavailable } from './ask-json.ts'

/** The other side does not take this one: another try brings nothing better. */
export class Refused extends Error {
  override name = 'Refused'
}

/** The other side does not let us in: nothing else that waits will do better. */
export class ShutOut extends Error {
  override name = 'ShutOut'
}

/** What was taken to be told. */
export interface Claimed {
  id: number
  /** By which the other side knows it again. */
  key: string
  /** With this one. */
  attempts: number
}

export interface Outbox<Row extends Claimed, Answer> {
  table: string
  /** The type of record that tells open screens. */
  record: string
  /** Which rows of the table wait, as SQL over `due`. */
  waits: RawBuilder<SqlBool>
  /** What became of one that was told before, of which no answer came. @throws Unavailable, Refused, ShutOut */
  find: (row: Row) => Promise<Answer | null>
  /** Tells it, once, under its key. @throws Unavailable, Refused, ShutOut */
  send: (row: Row) => Promise<Answer>
  /** What came of it, unless the row was changed meanwhile. */
  settle: (trx: Trx, row: Row, answer: Answer) => Promise<unknown>
  /** How a row is marked that is tried no more: it is open for who looks, and looked up before anybody tries again. */
  stopped: RawBuilder<unknown>
  /** Sentences for who looks at it. */
  says: { unavailable: string; refused: string }
}

/** As many as one run tells; the next goes on. */
const MOST_AT_ONCE = 200

/** Minutes until the next attempt, after so many; then it stops. */
const PAUSES = [1, 5, 30, 120, 720]

/** Takes the next that is due, so that two who tell at once take another each; who dies with it leaves it for a minute. */
async function claimNext<Row>(db: Db, { table, waits }: Pick<Outbox<never, never>, 'table' | 'waits'>) {
  return inTransaction(db, null, async (trx) => {
    const { rows } = await sql<Row>`
      update ${sql.table(table)} o set attempts = o.attempts + 1, next_attempt_at = now() + interval '1 minute'
      where o.id = (select due.id from ${sql.table(table)} due where ${waits} and due.next_attempt_at <= now()
        order by due.next_attempt_at, due.id limit 1 for update skip locked)
      returning o.*`.execute(trx)
    return rows[0]
  })
}

/** Tells what is due, one by one. What may have arrived before is looked up first and never told blindly again. */
export async function tellDue<Row extends Claimed, Answer>(
  services: Services,
  outbox: Outbox<Row, Answer>,
): Promise<void> {
  const { db, log, changes } = services
  const write = (id: number, work: (trx: Trx) => Promise<unknown>) =>
    inTransaction(db, null, async (trx) => {
      await work(trx)
      await changes.announce(trx, [{ type: outbox.record, id }])
    })
  for (let told = 0; told < MOST_AT_ONCE; told++) {
    const row = await claimNext<Row>(db, outbox)
    if (!row) return
    try {
      const found = row.attempts > 1 ? await outbox.find(row) : null
      const answer = found ?? (await outbox.send(row))
      await write(row.id, (trx) => outbox.settle(trx, row, answer))
    } catch (error) {
      if (!(error instanceof Unavailable || error instanceof Refused || error instanceof ShutOut)) throw error
      log.warn({ reason: error.message, outbox: outbox.table }, 'an outside system did not take what it was told')
      await write(row.id, (trx) => postpone(trx, outbox, row, error))
      if (error instanceof ShutOut) return
    }
  }
}

/** Again after a pause that grows, until it was tried often enough; who looks at it reads why. */
async function postpone<Row extends Claimed, Answer>(
  trx: Trx,
  { table, waits, stopped, says }: Outbox<Row, Answer>,
  { id, key, attempts }: Row,
  error: Error,
) {
  const minutes = error instanceof Refused ? undefined : PAUSES[attempts - 1]
  const next = minutes === undefined ? stopped : sql`next_attempt_at = now() + make_interval(mins => ${minutes})`
  const message = error instanceof Unavailable ? says.unavailable : says.refused
  await sql`update ${sql.table(table)} due set message = ${message}, ${next}
    where due.id = ${id} and due.key = ${key}::uuid and ${waits}`.execute(trx)
}
