import { type UpdateObject, sql } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Services } from '../../../platform/services.ts'
import type { Answer } from './register.ts'

type Outcome = UpdateObject<DB, 'register_requests'>

/** What came of it, unless it stands otherwise by now. */
export const tell = (trx: Trx, id: number, state: 'queued' | 'accepted', set: Outcome) =>
  trx.updateTable('register_requests').set(set).where('id', '=', id).where('state', '=', state).execute()

/** What a register said later, which who looks at it reads at once. */
export const record = ({ db, changes }: Services, id: number, set: Outcome) =>
  inTransaction(db, null, async (trx) => {
    await tell(trx, id, 'accepted', set)
    await changes.announce(trx, [{ type: 'register-request', id }])
  })

export const again = (minutes: number) => ({ next_attempt_at: sql<Date>`now() + make_interval(mins => ${minutes})` })
export const outcomeOf = ({ status, number, valid_until, message }: Answer): Outcome => ({
  state: status,
  number: number ?? null,
  valid_until: valid_until ?? null,
  message: message ?? null,
  // A certificate that is made later is asked after.
  ...again(FIRST_NUMBER),
})

/** Minutes until a register that took somebody is asked for the number, which doubles until it is a day. */
export const FIRST_NUMBER = 15
