import { type UpdateObject, sql } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { RecordRef } from '../../../platform/screens/models.ts'
import type { Services } from '../../../platform/services.ts'
import { fileCertificate, withdrawFiled } from '../certificates/index.ts'
import type { Answer } from './register.ts'
import { REGISTER_NAMES, type RegisterKey } from './requests.rules.ts'

type Outcome = UpdateObject<DB, 'register_requests'>

/** What came of it, unless it stands otherwise by now; the certificate that a register issued is filed with it, once. @returns what else changed */
export async function tell(trx: Trx, id: number, state: 'queued' | 'accepted', set: Outcome): Promise<RecordRef[]> {
  const row = await trx
    .updateTable('register_requests')
    .set(set)
    .where('id', '=', id)
    .where('state', '=', state)
    .returning(['group_id', 'contact_id', 'state', 'number', 'valid_until', sql<RegisterKey>`register`.as('register')])
    .executeTakeFirst()
  return row ? keepCertificate(trx, row) : []
}

/** What a register said later, which who looks at it reads at once. */
export const record = ({ db, changes }: Services, id: number, set: Outcome) =>
  inTransaction(db, null, async (trx) => {
    const filed = await tell(trx, id, 'accepted', set)
    await changes.announce(trx, [{ type: 'register-request', id }, ...filed])
  })

interface Answered {
  group_id: number
  contact_id: number
  register: RegisterKey
  state: string
  number: string | null
  valid_until: string | null
}

/** Only what was withdrawn is refused and has a number. */
async function keepCertificate(trx: Trx, row: Answered): Promise<RecordRef[]> {
  if (row.number === null) return []
  const [issuer, number] = [REGISTER_NAMES[row.register], row.number]
  if (row.state === 'rejected') return withdrawFiled(trx, issuer, number)
  if (row.state !== 'accepted') return []
  const { group_id: planningId, contact_id: contactId, valid_until: validUntil } = row
  return fileCertificate(trx, { planningId, contactId, issuer, number, validUntil })
}

export const again = (minutes: number) => ({ next_attempt_at: sql<Date>`now() + make_interval(mins => ${minutes})` })
export const outcomeOf = ({ status, number, valid_until, message }: Answer): Outcome =>
  status === 'withdrawn'
    ? { state: 'rejected', message: message ?? 'Het register heeft dit certificaat ingetrokken.' }
    : {
        state: status,
        number: number ?? null,
        valid_until: valid_until ?? null,
        message: message ?? null,
        // A certificate that is made later is asked after.
        ...again(FIRST_NUMBER),
      }

/** Minutes until a register that took somebody is asked for the number, which doubles until it is a day. */
export const FIRST_NUMBER = 15
