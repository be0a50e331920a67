import type { Trx } from '../../../platform/database/types.ts'
import { HttpError } from '../../../platform/errors.ts'
import { formatDate } from '../../../platform/format/format.ts'
import type { Divided } from '../../sales/claims/index.ts'
import { bookPayment, takeBackPayment } from '../../invoices/invoices/index.ts'
import { bookOpeningPayment, takeBackOpeningPayment } from '../../invoices/open-items/index.ts'
import { inOrder, isOld } from './matching/keys.rules.ts'
import type { Part, Proposal } from './matching/types.ts'
import { isPayoutFree } from './matching/payouts.queries.ts'

interface BookedEntry {
  id: number
  booked_on: string
  amount: number
  counter_name: string | null
}

const noteOf = ({ booked_on, counter_name }: BookedEntry): string =>
  ['Bankafschrift', formatDate(booked_on), counter_name].filter(Boolean).join(' ')

interface Match {
  kind: 'payment' | 'difference' | 'return' | 'payout'
  invoice_id?: number
  payment_id?: number
  opening_item_id?: number
  opening_payment_id?: number
  amount: number
  note?: string
}

/** What of a match says which payment it is of what. */
const matchOf = (key: number, id: number) =>
  isOld(key) ? { opening_item_id: -key, opening_payment_id: id } : { invoice_id: key, payment_id: id }

interface Paid {
  amount: number
  source: 'bank' | 'difference'
  division: Divided
  note: string
}

/** Books on an invoice, or on an item of the system before this one, where who paid stands at the entry alone. */
const book = (trx: Trx, entry: BookedEntry, key: number, paid: Paid): Promise<number> =>
  isOld(key)
    ? bookOpeningPayment(trx, -key, { ...paid, paid_on: entry.booked_on })
    : bookPayment(trx, key, { ...paid, paid_on: entry.booked_on })

async function bookPart(trx: Trx, entry: BookedEntry, part: Part, division: Divided): Promise<Match[]> {
  const { invoice_id: key, amount, difference } = part
  const note = isOld(key) ? `Bankafschrift ${formatDate(entry.booked_on)}` : noteOf(entry)
  const id = await book(trx, entry, key, { amount, source: 'bank', division, note })
  const made: Match[] = [{ kind: 'payment', ...matchOf(key, id), amount }]
  if (difference === 0) return made
  const letGo = { amount: difference, source: 'difference' as const, division, note: 'Betaalverschil afgeboekt' }
  const other = await book(trx, entry, key, letGo)
  return [...made, { kind: 'difference', ...matchOf(key, other), amount: difference }]
}

async function matchesOf(trx: Trx, entry: BookedEntry, proposal: Proposal, division: Divided): Promise<Match[]> {
  switch (proposal.kind) {
    case 'payment': {
      const made: Match[] = []
      // Always in the same order, so that two who book never wait for each other.
      for (const part of proposal.parts.toSorted((a, b) => inOrder(a.invoice_id, b.invoice_id)))
        made.push(...(await bookPart(trx, entry, part, division)))
      return made
    }
    case 'return': {
      const { payment_id: of, invoice_id: key, amount } = proposal
      const told = { on: entry.booked_on, reason: proposal.reason, amount }
      const id = isOld(key) ? await takeBackOpeningPayment(trx, -of, told) : await takeBackPayment(trx, of, told)
      return [{ kind: 'return', ...matchOf(key, id), amount: -amount }]
    }
    case 'payout':
      if (!(await isPayoutFree(trx, proposal.payout)))
        throw new HttpError(
          409,
          'Deze uitbetaling is intussen al bij een andere bankregel geboekt. Probeer het opnieuw.',
        )
      return [{ kind: 'payout', amount: entry.amount, note: proposal.payout }]
  }
}

/** Books what an entry is; the entry is locked. */
export async function bookProposal(
  trx: Trx,
  entry: BookedEntry,
  proposal: Proposal,
  division: Divided = 'law',
): Promise<void> {
  const matches = await matchesOf(trx, entry, proposal, division)
  await trx
    .insertInto('bank_matches')
    .values(matches.map((match) => ({ entry_id: entry.id, ...match })))
    .execute()
  await trx
    .updateTable('bank_entries')
    .set({
      ...{ state: 'booked', confidence: proposal.confidence, reason: proposal.reason, proposed_ids: [] },
      proposal: JSON.stringify(proposal),
    })
    .where('id', '=', entry.id)
    .execute()
}
