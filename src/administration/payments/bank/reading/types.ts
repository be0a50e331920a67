/** One line of a statement, as any format tells it. */
export interface ReadEntry {
  /** YYYY-MM-DD */
  booked_on: string
  /** In cents: what came in above 0, what went out below. */
  amount: number
  /** By which the bank knows it; null where it gives none. */
  bank_ref: string | null
  end_to_end: string | null
  /** A structured reference of the payer (ISO 11649 or the bank's own). */
  reference: string | null
  counter_iban: string | null
  counter_name: string | null
  description: string
  /** Why it came back, where it did. */
  return_reason: string | null
  /** How many payments it is of which the bank tells one amount; left out where it is one. */
  payments?: number
}

/** A statement of one account, as its file tells it; amounts in cents. */
export interface ReadStatement {
  format: 'camt' | 'mt940'
  account: string
  number: string
  from_on: string
  to_on: string
  opening: number
  closing: number
  entries: ReadEntry[]
}

/** A file that is no statement, or none that can be trusted; the message is for who sent it. */
export class StatementError extends Error {
  override name = 'StatementError'
}
