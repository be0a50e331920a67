/** How statements and their entries are told. */
import type { Question } from '../../../platform/errors.ts'
import { formatCount, formatDate, formatMoney } from '../../../platform/format/format.ts'
import { formatIban, isIban } from '../../../platform/format/iban.ts'
import type { Status } from '../../../platform/screens/models.ts'
import type { Step } from '../../../platform/screens/popup/next-step.ts'
import { besideText } from '../../sales/claims/index.ts'
import { hrefOf } from './matching/keys.rules.ts'
import type { Confidence, Part, Proposal } from './matching/types.ts'
import { bankArea } from './rights.ts'

export type EntryState = 'todo' | 'proposed' | 'booked' | 'ignored'

export const ENTRY_STATES: Readonly<Record<EntryState, Status>> = {
  todo: { label: 'Te verwerken', css: 'st-option' },
  proposed: { label: 'Voorstel', css: 'st-planned' },
  booked: { label: 'Geboekt', css: 'st-confirmed' },
  ignored: { label: 'Overgeslagen', css: 'st-done' },
}

export const CONFIDENCES: Readonly<Record<Confidence, string>> = {
  certain: 'Zeker',
  likely: 'Waarschijnlijk',
  possible: 'Misschien',
}

/** An account as people read it. */
export const accountShown = (account: string): string => (isIban(account) ? formatIban(account) : account)

/** That a statement does not go on where the one before it ended; null where it does, or is the first. */
export function gapOf({ opening, closed_before }: { opening: number; closed_before: number | null }): string | null {
  if (closed_before === null || closed_before === opening) return null
  return `Sluit niet aan: het vorige afschrift eindigt op ${formatMoney(closed_before)}, dit begint met ${formatMoney(opening)}. Er ontbreekt een afschrift.`
}

function partText({ name, amount, difference, open, costs = 0, interest = 0 }: Part): string {
  const rest = open - (amount - costs - interest) - difference
  return [
    name,
    [formatMoney(amount), besideText({ costs, interest })].filter(Boolean).join(' '),
    difference === 0 ? null : `verschil ${formatMoney(Math.abs(difference))}`,
    rest > 0 ? `${formatMoney(rest)} blijft open` : null,
    rest < 0 && amount > 0 ? `${formatMoney(-rest)} tegoed` : null,
  ]
    .filter(Boolean)
    .join(', ')
}

/**
 * Whether a proposal pays costs or interest that somebody may let go to the invoice instead: not where that would be more
 * than is open of it.
 */
export const paysBeside = (proposal: Proposal | null): boolean =>
  proposal?.kind === 'payment' &&
  proposal.parts.some(({ costs = 0, interest = 0 }) => costs + interest > 0) &&
  proposal.parts.every(({ amount, difference, open }) => amount + difference <= open)

/** Whether a proposal pays all that is owed of each of its invoices, and is sure enough to be taken with others. */
export const isPlain = (proposal: Proposal | null): proposal is Proposal & { kind: 'payment' } =>
  proposal?.kind === 'payment' &&
  proposal.confidence !== 'possible' &&
  proposal.parts.every(({ amount, difference, open, beside = 0 }) => amount + difference === open + beside)

/** What proposals come to, customer by customer, those with most first. */
export function sumsByCustomer(proposals: readonly (Proposal & { kind: 'payment' })[]) {
  const parts = Map.groupBy(
    proposals.flatMap((proposal) => proposal.parts),
    ({ name }) => name,
  )
  return [...parts]
    .map(([name, own]) => ({
      name,
      amount: own.reduce((sum, { amount }) => sum + amount, 0),
      invoices: own.map(({ invoice_id, uid }) => ({ href: hrefOf(invoice_id), uid })),
    }))
    .toSorted((a, b) => b.amount - a.amount || a.name.localeCompare(b.name, 'nl'))
}

/** What accepting a proposal books, line by line. */
export const proposedLines = (proposal: Proposal | null) =>
  proposal === null
    ? []
    : proposal.kind === 'payment'
      ? proposal.parts.map((part) => ({
          href: hrefOf(part.invoice_id),
          uid: part.uid,
          text: partText(part),
        }))
      : proposal.kind === 'return'
        ? [
            {
              href: hrefOf(proposal.invoice_id),
              uid: proposal.uid,
              text: `${formatMoney(proposal.amount)} staat weer open`,
            },
          ]
        : [{ href: null, uid: proposal.text, text: '' }]

/** What reading a file came to. */
export function importedText({
  ids,
  known,
  entries,
  booked,
  proposed,
  skipped,
}: {
  ids: number[]
  known: number
  entries: number
  booked: number
  proposed: number
  skipped: number
}): string {
  if (ids.length === 0) return known === 1 ? 'Dit afschrift was al ingelezen' : 'Deze afschriften waren al ingelezen'
  const parts = [
    `${formatCount(ids.length, 'afschrift', 'afschriften')} ingelezen met ${formatCount(entries, 'regel', 'regels')}`,
    booked > 0 ? `${booked} geboekt` : null,
    proposed > 0 ? formatCount(proposed, 'voorstel', 'voorstellen') : null,
    skipped > 0 ? `${skipped} overgeslagen` : null,
    known > 0 ? `${known} al bekend` : null,
  ]
  return parts.filter(Boolean).join(', ')
}

/** What is asked before anything of an account is read that we know nothing of. */
export function accountQuestion(accounts: readonly string[]): Question {
  const [shown, one] = [accounts.map(accountShown).join(' en '), accounts.length === 1]
  return {
    text: `${one ? 'Rekening' : 'Rekeningen'} ${shown} ${one ? 'staat' : 'staan'} niet bij Instellingen > Administratie, en er is nog geen afschrift van ingelezen. Hoort ${one ? 'deze rekening' : 'dit alles'} bij deze administratie?`,
    links: [],
    go: 'Ja, inlezen',
    field: 'accounts',
    value: accounts.join(),
  }
}

export const statementTitle = ({ number, account }: { number: string; account: string }): string =>
  `Afschrift ${number} van ${accountShown(account)}`
export const periodShown = ({ from_on, to_on }: { from_on: string; to_on: string }): string =>
  from_on === to_on ? formatDate(to_on) : `${formatDate(from_on)} t/m ${formatDate(to_on)}`

/** Entries of a statement that wait are handled among all that do. */
export const statementSteps = ({ open }: { open: number }): Step[] =>
  open === 0
    ? []
    : [
        {
          label: 'Regels verwerken',
          icon: 'checklist',
          kind: 'link',
          url: '/administration/bank',
          area: bankArea,
          right: 'change',
          next: true,
        },
      ]
