import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { formatMoney } from '../../../platform/format/format.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'
import { SIGN_IN } from './payments/payments.job.ts'
import { DIVISION } from './providers/simulator-exact.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** Of the last comparison: one of an invoice, and one of an entry that is not here. */
    accountingDifferences: { amount: number; unknown: number; accepted: number }
  }
}

/** An invoice that was refused elsewhere, one that is booked, and what a comparison found. */
export async function seedAccounting(trx: Trx, story: Story, now: Date): Promise<void> {
  const at = { provider: 'exact', administration: String(DIVISION) } as const
  const { late, foreign } = story.invoices
  const refused = {
    provider: 'Exact Online',
    errorCode: '400',
    message: 'Relatie 1204 is geblokkeerd',
    details: 'Debiteur 1204, Transport Kuipers B.V.',
  }
  await trx
    .insertInto('accounting_bookings')
    .values([
      { ...at, invoice_id: late, state: 'booked', attempts: 1, provider_id: 'story', booked_at: now },
      { ...at, invoice_id: foreign, state: 'failed', attempts: 1, errors: JSON.stringify([refused]) },
    ])
    .execute()
  const { uid, total } = await trx
    .selectFrom('invoices')
    .select(['uid', sql<number>`total`.as('total')])
    .where('id', '=', late)
    .executeTakeFirstOrThrow()
  const { id: check_id } = await trx
    .insertInto('accounting_checks')
    .values({ ...at, from_day: addDays(today(now), -60), until_day: today(now), state: 'done', compared: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = await trx
    .insertInto('accounting_differences')
    .values([
      { check_id, invoice_id: late, number: uid!, field: 'amount', here: formatMoney(total), there: formatMoney(total + 3600), their_id: 'story' }, // prettier-ignore
      { check_id, invoice_id: null, number: 'Memo 12', field: 'missing_here', here: '–', there: '€ 25,00', their_id: 'memo' }, // prettier-ignore
      { check_id, invoice_id: null, number: 'Memo 11', field: 'missing_here', here: '–', there: '€ 10,00', their_id: 'memo', state: 'accepted' }, // prettier-ignore
    ])
    .returning('id')
    .execute()
  // What could be chosen there when it was linked last.
  await trx
    .insertInto('accounting_lists')
    .values([
      { provider: at.provider, kind: 'vat', their_id: '2', code: '2', label: 'BTW hoog tarief', percentage: '21' },
      { provider: at.provider, kind: 'vat', their_id: '1', code: '1', label: 'BTW laag tarief', percentage: '9' },
      { provider: at.provider, kind: 'vat', their_id: '5', code: '5', label: 'BTW vrijgesteld', percentage: '0' },
    ])
    .execute()
  if (story.hasPast) await seedPast(trx, at, { now, late })
  story.accountingDifferences = { amount: rows[0]!.id, unknown: rows[1]!.id, accepted: rows[2]!.id }
}

/** Months are booked, one payment is not clear, and somebody has to sign in again before the last invoices can be. */
async function seedPast(
  trx: Trx,
  at: { provider: 'exact'; administration: string },
  { now, late }: { now: Date; late: number },
): Promise<void> {
  await trx
    .insertInto('accounting_links')
    .values({
      ...at,
      name: 'Noordkaap Opleidingen',
      // None that holds: it is shown as a link whose sign-in ended.
      refresh_token: 'story',
      access_token: 'story',
      obtained_at: now,
      expires_at: now,
      error: 'Log opnieuw in.',
    })
    .execute()
  await trx
    .insertInto('accounting_payments')
    .values({ ...at, asked_at: new Date(now.getTime() - 86_400_000), taken: 3, problem: SIGN_IN })
    .execute()
  await trx
    .insertInto('accounting_doubts')
    .values({ ...at, invoice_id: late, reason: 'unproven' })
    .execute()
  await trx
    .insertInto('accounting_choices')
    .values({ provider: at.provider, kind: 'vat', tax_type_id: 4, their_id: '5' })
    .execute()
  await sql`
    insert into accounting_bookings (invoice_id, provider, administration, state, attempts, provider_id, booked_at)
    select id, ${at.provider}, ${at.administration}, 'booked', 1, 'story-' || id, definitive_at
    from invoices where definitive_at is not null and invoice_date < current_date - 60
    on conflict do nothing`.execute(trx)
}
