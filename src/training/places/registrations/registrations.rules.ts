import type { Status } from '../../../platform/screens/models.ts'

export const SOURCES = { website: 'Website', api: 'Koppeling' } as const
export type Source = keyof typeof SOURCES

/** A sign-up is received, then processed, failed or removed. */
export type EntryState = 'received' | 'processed' | 'failed' | 'removed'
export const STATES: Record<EntryState, Status> = {
  received: { label: 'Nieuw', css: 'st-planned' },
  processed: { label: 'Verwerkt', css: 'st-confirmed' },
  failed: { label: 'Fout', css: 'st-cancelled' },
  removed: { label: 'Verwijderd', css: 'st-option' },
}
export const STATE_LABELS = Object.fromEntries(
  Object.entries(STATES).map(([state, { label }]) => [state, label]),
) as Record<EntryState, string>

/** It can still be processed or removed. */
export const isOpen = (state: EntryState): boolean => state === 'received' || state === 'failed'

/** Who signs up, as it was received; texts as they were sent. */
export interface ReceivedContact {
  first_name: string
  last_name_prefix: string
  last_name: string
  initials: string
  /** ISO day. */
  birth_date: string | null
  email: string
  phone: string
}

export interface ReceivedCompany {
  name: string
  client_id: string
  coc_no: string
  email: string
  phone: string
}

export interface Received {
  contact: ReceivedContact
  /** Null for somebody who pays for themselves. */
  company: ReceivedCompany | null
  /** Who filled it in, where that is told. */
  sender: { name: string; email: string; phone: string } | null
  reference: string
  remark: string
  /** What was agreed to, in words, with when. */
  terms: string
}

export const fullNameOf = ({ first_name, initials, last_name_prefix, last_name }: ReceivedContact): string =>
  [first_name || initials, last_name_prefix, last_name].filter(Boolean).join(' ')

const BSN = /^(?:bsn|sofi|burgerservice)/i
/** Whether a field of this kind stands anywhere in what was sent: nobody needs that number to sign up. */
export function asksBsn(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || depth > 6) return false
  return Object.entries(value).some(
    ([name, inner]) => BSN.test(name.replaceAll(/[^a-z]/gi, '')) || asksBsn(inner, depth + 1),
  )
}

/** A company that the one in a sign-up may be, and why. */
export interface CompanySuggestion {
  id: number
  name: string
  why: string
}

export interface PersonSuggestion {
  id: number
  name: string
  why: string
}
