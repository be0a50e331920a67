import { type SqlBool, sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { HttpError, NotFound } from '../../../platform/errors.ts'
import { type Divided, besideOf } from '../../sales/claims/index.ts'
import { unbookPayment } from '../../invoices/invoices/index.ts'
import { unbookOpeningPayment } from '../../invoices/open-items/index.ts'
import { besideAt } from './matching/amounts.rules.ts'
import { isPlain } from './bank.rules.ts'
import { bookProposal } from './booking.commands.ts'
import { keyOf } from './matching/keys.rules.ts'
import { besideByKey, readChosen } from './matching/known-items.queries.ts'
import { lockOpen } from './matching/known-payers.queries.ts'
import { divide } from './matching/matching.rules.ts'
import { matchEntries } from './matching/matching.commands.ts'
import type { Part, Proposal } from './matching/types.ts'
import { isPayoutFree } from './matching/payouts.queries.ts'

/** @throws NotFound */
async function lockEntry(trx: Trx, id: number) {
  const entry = await trx.selectFrom('bank_entries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!entry) throw new NotFound('Bankregel')
  return entry
}

const DONE = 'Deze bankregel is intussen al verwerkt.'

/** Proposals of other entries that named these invoices are looked up anew; nothing is booked by that. */
export async function renewOthers(trx: Trx, invoices: readonly number[]): Promise<void> {
  if (invoices.length === 0) return
  const others = await trx
    .selectFrom('bank_entries')
    .select('id')
    .where('state', '=', 'proposed')
    .where(sql<SqlBool>`proposed_ids && ${[...invoices]}::integer[]`)
    .execute()
  if (others.length > 0) await matchEntries(trx, { ids: others.map(({ id }) => id) }, { books: false })
}

/** Whether what was proposed can still be booked as it was shown. */
async function isAsShown(trx: Trx, proposal: Proposal, day: string): Promise<boolean> {
  if (proposal.kind === 'payout') return await isPayoutFree(trx, proposal.payout)
  if (proposal.kind !== 'payment') return true
  const open = await lockOpen(
    trx,
    proposal.parts.map(({ invoice_id }) => invoice_id),
  )
  if (!proposal.parts.every((part) => open.get(part.invoice_id) === part.open)) return false
  const beside = await besideByKey(trx, [...open.keys()])
  return proposal.parts.every((part) => {
    const facts = beside.get(part.invoice_id)
    return besideOf(besideAt({ open: part.open, ...(facts && { beside: facts }) }, day)) === (part.beside ?? 0)
  })
}

/**
 * Books what was proposed for an entry, as it was shown.
 * @param version of the entry as it was shown
 * @param division where the payment goes while costs or interest are owed
 * @returns the keys of what it changed; none where it stands otherwise now, and is shown anew
 * @throws NotFound; HttpError where it was booked or ignored since, or nothing is proposed
 */
export async function acceptEntry(
  trx: Trx,
  id: number,
  version: number | null,
  division: Divided = 'law',
): Promise<number[]> {
  const entry = await lockEntry(trx, id)
  if (entry.state === 'booked' || entry.state === 'ignored') throw new HttpError(409, DONE)
  const proposal = entry.proposal as Proposal | null
  if (entry.state !== 'proposed' || proposal === null)
    throw new HttpError(409, 'Voor deze bankregel is er geen voorstel. Kies zelf een factuur.')
  if ((version !== null && version !== entry.version) || !(await isAsShown(trx, proposal, entry.booked_on))) {
    await matchEntries(trx, { ids: [id] }, { books: false })
    return []
  }
  await bookProposal(trx, entry, proposal, division)
  const invoices = invoicesOf(proposal)
  await renewOthers(trx, invoices)
  return invoices
}

/**
 * Books several of what was proposed, each as it was shown, with nobody else in between; what stands otherwise now is looked
 * up anew.
 * @returns how many were booked, and the keys of what these changed
 */
export async function acceptEntries(
  trx: Trx,
  shown: readonly { id: number; version: number | null }[],
): Promise<{ booked: number; invoices: number[] }> {
  const versions = new Map(shown.map(({ id, version }) => [id, version]))
  const entries = await trx.selectFrom('bank_entries').selectAll().where('id', 'in', [...versions.keys()]).where('state', '=', 'proposed').orderBy('id').forUpdate().execute() // prettier-ignore
  const plain = entries.flatMap((entry) => {
    const proposal = entry.proposal as Proposal | null
    return isPlain(proposal) && [null, entry.version].includes(versions.get(entry.id)!) ? [{ entry, proposal }] : []
  })
  // All of them in order before the first is booked: who else locks several waits here, and not for half of them.
  await lockOpen(
    trx,
    plain.flatMap(({ proposal }) => invoicesOf(proposal)),
  )
  const booked: typeof plain = []
  for (const one of plain) {
    if (!(await isAsShown(trx, one.proposal, one.entry.booked_on))) continue
    await bookProposal(trx, one.entry, one.proposal)
    booked.push(one)
  }
  const left = entries.filter(({ id }) => booked.every(({ entry }) => entry.id !== id)).map(({ id }) => id)
  if (left.length > 0) await matchEntries(trx, { ids: left }, { books: false })
  const invoices = booked.flatMap(({ proposal }) => invoicesOf(proposal))
  await renewOthers(trx, invoices)
  return { booked: booked.length, invoices }
}

const invoicesOf = (proposal: Proposal): number[] =>
  proposal.kind === 'payment'
    ? proposal.parts.map(({ invoice_id }) => invoice_id)
    : proposal.kind === 'return'
      ? [proposal.invoice_id]
      : []

/**
 * Books an entry on invoices that somebody chose, in their order; what is over stays with the last as credit.
 * @throws NotFound; HttpError where the entry was booked since, or nothing of the invoices is open
 */
export async function bookOnInvoices(
  trx: Trx,
  id: number,
  invoiceIds: readonly number[],
  division: Divided = 'law',
): Promise<void> {
  const entry = await lockEntry(trx, id)
  if (entry.state === 'booked') throw new HttpError(409, DONE)
  await lockOpen(trx, invoiceIds)
  const invoices = await readChosen(trx, invoiceIds)
  const [first] = invoices
  if (!first) throw new HttpError(409, 'Op een concept of een creditfactuur wordt geen betaling geboekt.')
  const open =
    division === 'law'
      ? divide(invoices, Math.abs(entry.amount), entry.booked_on)
      : divide(invoices.map(({ beside: _, ...invoice }) => invoice), Math.abs(entry.amount), entry.booked_on) // prettier-ignore
  const whole: Part = { invoice_id: first.id, uid: first.uid, name: first.name, open: first.open, amount: entry.amount, difference: 0 } // prettier-ignore
  // Money that went back, and what is paid although nothing is open, is of the first alone.
  const parts = entry.amount < 0 || open.length === 0 ? [whole] : open
  await bookProposal(trx, entry, { kind: 'payment', confidence: 'certain', reason: 'Met de hand gekoppeld', parts }, division) // prettier-ignore
  await renewOthers(
    trx,
    parts.map(({ invoice_id }) => invoice_id),
  )
}

/** Says that an entry is none of ours, or that it is after all. @throws NotFound; HttpError where it was booked */
export async function setIgnored(trx: Trx, id: number, ignored: boolean, reason = ''): Promise<void> {
  const entry = await lockEntry(trx, id)
  if (entry.state === 'booked') throw new HttpError(409, DONE)
  const told = ignored ? reason || 'Met de hand overgeslagen' : ''
  await trx
    .updateTable('bank_entries')
    .set({ state: ignored ? 'ignored' : 'todo', reason: told, confidence: null, proposal: null, proposed_ids: [] })
    .where('id', '=', id)
    .execute()
}

/**
 * Undoes what an entry was booked as: its invoices are open again as before, and it waits to be dealt with.
 * @returns the keys of what it changed
 * @throws NotFound; HttpError where it was not booked, or a payment of it was taken back since
 */
export async function unmatchEntry(trx: Trx, id: number): Promise<number[]> {
  const entry = await lockEntry(trx, id)
  if (entry.state !== 'booked') throw new HttpError(409, 'Deze bankregel is niet geboekt.')
  const matches = await trx.selectFrom('bank_matches').selectAll().where('entry_id', '=', id).orderBy('invoice_id').orderBy('opening_item_id').execute() // prettier-ignore
  await trx.deleteFrom('bank_matches').where('entry_id', '=', id).execute()
  for (const { payment_id, opening_payment_id } of matches) {
    if (payment_id !== null) await unbookPayment(trx, payment_id)
    if (opening_payment_id !== null) await unbookOpeningPayment(trx, opening_payment_id)
  }
  await trx
    .updateTable('bank_entries')
    .set({ state: 'todo', reason: '', confidence: null, proposal: null, proposed_ids: [] })
    .where('id', '=', id)
    .execute()
  await matchEntries(trx, { ids: [id] }, { books: false })
  const invoices = [...new Set(matches.flatMap((match) => keyOf(match) ?? []))]
  await renewOthers(trx, invoices)
  return invoices
}

/**
 * Deletes a statement that was read by mistake. @throws NotFound; HttpError where lines of it are booked
 */
export async function deleteStatement(trx: Trx, id: number): Promise<void> {
  const booked = await trx
    .selectFrom('bank_entries')
    .select('id')
    .where('statement_id', '=', id)
    .where('state', '=', 'booked')
    .limit(1)
    .executeTakeFirst()
  if (booked) throw new HttpError(409, 'Van dit afschrift zijn regels geboekt. Maak die koppelingen eerst ongedaan.')
  await trx.deleteFrom('bank_entries').where('statement_id', '=', id).execute()
  await trx.deleteFrom('bank_statements').where('id', '=', id).execute()
}
