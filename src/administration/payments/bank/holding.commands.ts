/**
 * Locks of invoices that are found batch by batch, without waiting in another order than everybody does: by their ids,
 * items of the system before this one after them.
 */
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { rankOf } from './matching/keys.rules.ts'
import { lockOpen, tryLockOpen } from './matching/known-payers.queries.ts'

/** Ids of invoices that are locked for this save. */
export type Locked = Set<number>

/** Somebody else holds an invoice below one that is held here: waiting for it may be waiting for each other. */
class HeldElsewhere extends Error {
  readonly ids: readonly number[]

  constructor(ids: readonly number[]) {
    super('an invoice is held elsewhere')
    this.ids = ids
  }
}

/**
 * Locks more invoices. Those above all that are held are waited for; one below is taken where it is free.
 * @returns what of each is open
 * @throws HeldElsewhere, for `whileHeld`
 */
export async function holdInvoices(trx: Trx, locked: Locked, ids: readonly number[]): Promise<Map<number, number>> {
  const highest = [...locked].reduce((most, id) => Math.max(most, rankOf(id)), 0)
  const below = ids.filter((id) => rankOf(id) < highest)
  const free = await tryLockOpen(trx, below)
  if (below.some((id) => !free.has(id))) throw new HeldElsewhere(ids)
  const open = await lockOpen(trx, ids.filter((id) => rankOf(id) > highest)) // prettier-ignore
  for (const id of ids) locked.add(id)
  return new Map([...free, ...open])
}

/**
 * Does work that locks invoices as it finds them. Where it would have to wait for one out of order all of it is taken
 * back, so that nothing is held, and begins again once all that it needed so far is locked in order.
 */
export async function whileHeld<T>(trx: Trx, work: (locked: Locked) => Promise<T>): Promise<T> {
  const wanted: Locked = new Set()
  for (;;) {
    await sql`savepoint holding`.execute(trx)
    const locked: Locked = new Set()
    try {
      await holdInvoices(trx, locked, [...wanted])
      const done = await work(locked)
      await sql`release savepoint holding`.execute(trx)
      return done
    } catch (error) {
      if (!(error instanceof HeldElsewhere)) throw error
      await sql`rollback to savepoint holding`.execute(trx)
      for (const id of [...locked, ...error.ids]) wanted.add(id)
    }
  }
}
