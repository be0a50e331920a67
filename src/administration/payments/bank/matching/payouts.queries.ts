import { sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { formatMoney } from '../../../../platform/format/format.ts'
import { lineName, lineProblem, listPayoutFacts, payoutDifferences, payoutText } from '../../online-payments/index.ts'
import type { KnownPayout } from './types.ts'

/** A payout older than this came in long ago. */
const DAYS = 120

/** Whether an entry was matched with it: by its id, or by its reference from before the provider told of it. */
const isTaken = sql<boolean>`exists (select from bank_matches m where m.kind = 'payout'
  and m.note in (online_settlements.id, online_settlements.reference))`

/** Payouts that somebody recognised by their reference, and of which the provider told nothing. */
async function untoldPayouts(db: Db | Trx): Promise<KnownPayout[]> {
  const { rows } = await sql<{ note: string }>`
    select m.note from bank_matches m where m.kind = 'payout' and m.created_at > now() - make_interval(days => ${DAYS})
      and not exists (select from online_settlements s where m.note in (s.id, s.reference))`.execute(db)
  return rows.map(({ note }) => ({ id: note, reference: note, amount: 0, text: '', differences: [], taken: true }))
}

/** What payment providers paid out lately, each compared with its payments, and whether an entry is it already. */
export async function listPayouts(db: Db | Trx): Promise<KnownPayout[]> {
  const rows = await db
    .selectFrom('online_settlements')
    .select(['id', 'reference', 'amount', isTaken.as('taken')])
    .where('settled_on', '>', sql<string>`current_date - ${DAYS}::integer`)
    .execute()
  const facts = await listPayoutFacts(db, rows.flatMap(({ id, taken }) => (taken ? [] : [id]))) // prettier-ignore
  return [
    ...facts.map((payout) => ({
      ...{ id: payout.id, reference: payout.reference, amount: payout.amount },
      ...{ text: payoutText(payout), differences: payoutDifferences(payout) },
    })),
    ...rows.filter(({ taken }) => taken).map((row) => ({ ...row, text: '', differences: [] })),
    ...(await untoldPayouts(db)),
  ]
}

/** A payout as it is read beside its entry: line by line, what does not agree, and the costs. Null where nothing is known of it. */
export async function findPayout(db: Db, id: string | null) {
  const [payout] = id === null ? [] : await listPayoutFacts(db, [id])
  if (!payout) return null
  return {
    reference: payout.reference,
    read: payout.read,
    costs: formatMoney(-payout.costs),
    sum: formatMoney(payout.amount),
    lines: payout.lines.map((line) => ({
      name: lineName(line),
      uid: line.uid ?? line.provider_id,
      href: line.invoice_id === null ? null : `/administration/invoice/view/${line.invoice_id}`,
      problem: lineProblem(line),
      sum: formatMoney(line.amount),
    })),
    differences: payoutDifferences(payout),
  }
}

/**
 * Whether no entry is matched with a payout yet; who asks keeps others from it until the end of the save.
 * @param payout its id, or its reference where the provider told nothing of it
 */
export async function isPayoutFree(trx: Trx, payout: string): Promise<boolean> {
  // Of what is not told of there is no row to lock.
  await sql`select pg_advisory_xact_lock(hashtext('payout'), hashtext(${payout}))`.execute(trx)
  const known = await trx
    .selectFrom('online_settlements')
    .select(['id', 'reference'])
    .where((eb) => eb.or([eb('id', '=', payout), eb('reference', '=', payout)]))
    .forUpdate()
    .executeTakeFirst()
  const match = await trx
    .selectFrom('bank_matches')
    .select('id')
    .where('kind', '=', 'payout')
    .where('note', 'in', [payout, ...(known ? [known.id, known.reference] : [])])
    .executeTakeFirst()
  return match === undefined
}
