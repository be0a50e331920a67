import type { Trx } from '../../platform/database/types.ts'
import { HttpError } from '../../platform/errors.ts'
import { formatDate } from '../../platform/format/format.ts'
import { bookPayment, takeBackPayment } from '../invoices/index.ts'
import type { Part, Proposal } from './matching.types.ts'
import { isPayoutFree } from './payouts.queries.ts'

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
  amount: number
  note?: string
}

/** Where a payment goes: costs and interest first, by the law, or to the invoice alone. */
export type Divided = 'law' | 'principal'

async function bookPart(trx: Trx, entry: BookedEntry, part: Part, division: Divided): Promise<Match[]> {
  const { invoice_id, amount, difference } = part
  const paid = { paid_on: entry.booked_on, note: noteOf(entry) }
  const payment_id = await bookPayment(trx, invoice_id, { ...paid, amount, source: 'bank', division })
  const made: Match[] = [{ kind: 'payment', invoice_id, payment_id, amount }]
  if (difference === 0) return made
  const note = 'Betaalverschil afgeboekt'
  const id = await bookPayment(trx, invoice_id, { ...paid, note, amount: difference, source: 'difference' })
  return [...made, { kind: 'difference', invoice_id, payment_id: id, amount: difference }]
}

async function matchesOf(trx: Trx, entry: BookedEntry, proposal: Proposal, division: Divided): Promise<Match[]> {
  switch (proposal.kind) {
    case 'payment': {
      const made: Match[] = []
      // Always in the same order, so that two who book never wait for each other.
      for (const part of proposal.parts.toSorted((a, b) => a.invoice_id - b.invoice_id))
        made.push(...(await bookPart(trx, entry, part, division)))
      return made
    }
    case 'return': {
      const { payment_id: of, invoice_id, amount } = proposal
      const payment_id = await takeBackPayment(trx, of, { on: entry.booked_on, reason: proposal.reason, amount })
      return [{ kind: 'return', invoice_id, payment_id, amount: -amount }]
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
