import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { HttpError, Invalid } from '../../../platform/errors.ts'
import { changeSetting, readSetting } from '../../../system/settings/index.ts'
import { type Skip, keyOfSkip, lineOfSkip, skipsOf, withoutSkip } from './skips.rules.ts'

const MOST = 200

/** An account from which invoices were paid is a customer's: what comes from it is looked at, each time. */
async function assertNoPayer(trx: Trx, { iban, side }: Skip): Promise<void> {
  if (side === 'af') return
  const paid = await trx.selectFrom('bank_entries').select('id').where('counter_iban', '=', iban).where('state', '=', 'booked').where('amount', '>', 0).limit(1).executeTakeFirst() // prettier-ignore
  if (paid)
    throw new Invalid({ always: ['Van deze rekening zijn facturen betaald. Sla deze regels een voor een over.'] })
}

/**
 * From now on entries of an account and side are skipped while a statement is read.
 * @returns the id of the setting
 * @throws Invalid where a customer pays from that account
 */
export async function addSkip(trx: Trx, skip: Skip): Promise<number> {
  await assertNoPayer(trx, skip)
  return changeSetting(trx, 'bank', (value) => {
    const skips = [...withoutSkip(value.skips, keyOfSkip(skip)), lineOfSkip(skip)]
    if (skips.length > MOST) throw new HttpError(409, `Er staan al ${MOST} rekeningen die worden overgeslagen. Haal er eerst weg bij Instellingen > Bankafschriften.`) // prettier-ignore
    return { ...value, skips }
  })
}

/** @returns the id of the setting */
export const removeSkip = (trx: Trx, key: string): Promise<number> =>
  changeSetting(trx, 'bank', (value) => ({ ...value, skips: withoutSkip(value.skips, key) }))

/** Skips what is always skipped of statements that were just stored; what a bank took back never is. */
export async function skipAlways(trx: Trx, statements: readonly number[]): Promise<number> {
  const skips = skipsOf((await readSetting(trx, 'bank')).skips)
  if (skips.length === 0) return 0
  const { numAffectedRows } = await sql`
    update bank_entries e set state = 'ignored', reason = s.reason
    from jsonb_to_recordset(${JSON.stringify(skips)}::jsonb) as s (iban text, side text, reason text)
    where e.statement_id = any(${[...statements]}::integer[]) and e.state = 'todo' and e.return_reason is null
      and e.counter_iban = s.iban and s.side = case when e.amount < 0 then 'af' else 'bij' end`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
