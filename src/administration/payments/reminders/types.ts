import type { Address } from '../../../platform/fields/address.ts'
import type { Buyers } from '../../sales/sales/index.ts'
import type { Paid } from './claims.rules.ts'
import type { Step } from './steps.rules.ts'

/** Interest is that of consumers or that between companies. */
export type RateKind = 'consumer' | 'commercial'

/** A letter as an open item knows it. Days are ISO, amounts whole cents. */
export interface KnownLetter {
  step: Step
  /** Of one that came back, or never left, something else was sent since or will be. */
  counts: boolean
  /** What it asks beside this item; interest as it was on the day of the letter. */
  costs: number
  interest: number
  written_on: string
  sent_on: string | null
  returned: boolean
  /** The state of its last mail; null where there is none any more. */
  mail: string | null
}

/** An invoice of ours, or one of the system before this one, of which something is open. */
export interface OpenItem extends Buyers {
  kind: 'invoice' | 'opening'
  record_id: number
  number: string
  invoice_date: string
  expires_at: string
  total: number
  open: number
  disputed: boolean
  payments: Paid[]
  /** Nothing is asked beside it any more. */
  waived: boolean
  letters: KnownLetter[]
}

export interface Block {
  reason: 'arrangement' | 'payment' | 'other'
  until: string | null
  note: string | null
}

/** Who has to pay. */
export interface Payer extends Buyers, Address {
  key: string
  name: string
  reader: string
  /** '' where there is none. */
  email: string
  client_id: number | null
  country_code: string
  block: Block | null
}

/** What a letter says of one item. */
export interface LetterItem {
  kind: OpenItem['kind']
  record_id: number
  number: string
  invoice_date: string
  expires_at: string
  total: number
  open: number
  principal: number
  interest: number
  /** What is owed of costs that letters before this one asked. */
  earlier: number
  /** What is owed of interest that they asked: a letter that asks interest asks all of it anew. */
  earlierInterest: number
  /** Costs are asked once: letters before this one did, or they were waived. */
  charged: boolean
}

/** A letter as it would be sent today. */
export interface PlannedLetter {
  step: Step
  items: LetterItem[]
  principal: number
  interest: number
  earlier: number
  /** What is asked for the collecting of what was not asked yet: in a fourteen-day letter only once that ran out. */
  costs: number
  costsVat: number
  total: number
  answerBy: string
}

export interface PlannedCustomer {
  payer: Payer
  letters: PlannedLetter[]
  /** Tells this plan of the customer from any other one. */
  shown: string
}

/** What is left out, and why. */
export interface LeftOut {
  payer: Payer
  numbers: string[]
  open: number
  /** 'heeft geen e-mailadres': the end of a sentence that begins with the name. */
  why: string
  repair: { label: string; href: string } | null
}

export type Waiting = Pick<LeftOut, 'payer' | 'numbers' | 'open' | 'why'>

export interface ReminderPlan {
  customers: PlannedCustomer[]
  leftOut: LeftOut[]
  /** Ready to be handed over: told by hand. */
  toCollect: { payer: Payer; items: LetterItem[] }[]
  /** What is late and waits for its day, which `why` says, with what would hold it up then. */
  waiting: Waiting[]
  /** What was handed over and is still open: no letter comes of it any more. */
  handedOver: Waiting[]
}
