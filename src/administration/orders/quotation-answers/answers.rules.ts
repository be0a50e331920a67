/** What a customer can answer to a quotation behind its link, whatever the database has. */
import { createHash } from 'node:crypto'
import { formatDateTime } from '../../../platform/format/format.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import type { PaperFacts } from '../../sales/papers/index.ts'
import type { Quotation } from '../quotations/index.ts'

/** How a quotation stands for who has its link: to be answered, answered, over, or taken back to be changed. */
export type Standing = 'open' | 'expired' | 'accepted' | 'declined' | 'away'

export const standingOf = ({ status }: Pick<Quotation, 'status'>): Standing =>
  status === 'concept' ? 'away' : status === 'sent' || status === 'viewed' ? 'open' : status

/** For so many days after it ended, by an answer or by its last day, its link still shows how it ended. */
export const SHOWN_DAYS = 60

/** Whether the link of a quotation leads nowhere any more. */
export function isOver(
  { accepted_at, declined_at, valid_until }: Pick<Quotation, 'accepted_at' | 'declined_at' | 'valid_until'>,
  now: Date,
): boolean {
  const answered = accepted_at ?? declined_at
  const last = answered === null || today(answered) < valid_until ? valid_until : today(answered)
  return addDays(last, SHOWN_DAYS) < today(now)
}

/** Why customers say no, as they choose it. */
export const REASONS = {
  price: 'Te duur',
  other: 'Wij kiezen een andere aanbieder',
  later: 'Wij doen dit later',
  never: 'Het gaat niet door',
  wrong: 'De offerte past niet bij wat wij zoeken',
  else: 'Anders',
} as const
export type Reason = keyof typeof REASONS

/** What was chosen and what was told with it, as one text. */
export const reasonText = (reason: Reason, told: string): string =>
  [reason === 'else' && told !== '' ? '' : `${REASONS[reason]}.`, told].filter(Boolean).join(' ')

/** What a quotation says, without who reads it or when it is drawn, and without what follows from what is chosen. */
export type Offered = Omit<PaperFacts, 'createdAt' | 'agreed'>

export const offeredOf = ({ createdAt: _createdAt, agreed: _agreed, ...offered }: PaperFacts): Offered => offered

/**
 * What stands for all that a quotation says, whichever options are chosen: what was read is what is answered. The ids
 * tell apart options that say the same.
 */
export function fingerprint({ sale, signing: _signing, ...offered }: Offered, optionIds: readonly number[]): string {
  const { taxes: _taxes, base: _base, vat: _vat, total: _total, lines, ...said } = sale
  const read = lines.map(({ chosen: _chosen, ...line }) => line)
  return createHash('sha256')
    .update(JSON.stringify([offered, said, read, optionIds]))
    .digest('hex')
}

/** What was signed, by whom, when and from where. What is known of the person is null once that is forgotten. */
export interface Signed {
  signed_at: Date
  name: string | null
  address: string | null
  seen: string
}

/** How the customer agreed, as it stands below what was signed. */
export const agreedSentences = ({ signed_at, name, address, seen }: Signed): string[] => [
  `Geaccepteerd op ${formatDateTime(signed_at)}${name === null ? '' : ` door ${name}`}, via de link van deze offerte.`,
  ...(address === null ? [] : [`Vanaf IP-adres ${address}.`]),
  `Vingerafdruk van wat werd getoond (SHA-256): ${seen}.`,
]
