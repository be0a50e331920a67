/** What passes between us and whatever package is linked. Amounts are cents, days ISO. */
export type ProviderKey = 'exact' | 'moneybird'

/** A package that refused something, as the list of errors shows it. */
export interface ErrorRow {
  provider: string
  errorCode: string
  message: string
  details: string
}

/** Which of the books there. */
export interface Books {
  administration: string
  name: string
}

export type ListKind = 'vat' | 'account' | 'payment_condition' | 'journal'

/** What can be chosen there. */
export interface TheirItem {
  kind: ListKind
  their_id: string
  code: string
  label: string
  /** Of a VAT code, digits. */
  percentage: string | null
  /** Of a payment condition. */
  days: number | null
}

export interface Debtor {
  client_id: number
  name: string
  isCompany: boolean
  vat_id: string | null
  coc_no: string | null
  street: string
  postal_code: string
  city: string
  country_code: string
}

/** Turnover of one account and VAT code; above zero what the customer owes. */
export interface BookedLine {
  amount: number
  vat: number
  account: string
  /** null where no VAT is due, and none is told. */
  vatCode: string | null
  description: string
}

/** An invoice as it is sent there. */
export interface Booking {
  number: string
  date: string
  due: string
  description: string
  isCredit: boolean
  debtor: string
  journal: string
  condition: string | null
  total: number
  lines: BookedLine[]
}

/** An entry as it stands there. */
export interface TheirEntry {
  id: string
  number: string
  /** What it is called there, where that is another number. */
  document?: string
  date: string
  debtor: string
  total: number
  lines: { vatCode: string; amount: number }[]
}

/** An invoice of which is asked what is open there: its id there, and what it comes to and is open here. */
export interface AskedOpen {
  id: string
  number: string
  total: number
  open: number
  /** Differences of amount that somebody accepted, as they were shown. */
  accepted?: readonly { here: string; there: string }[]
  /** Told by the entry that was booked alone, and by no list of references. */
  byEntry?: boolean
}

/** Why it cannot be told whether it was paid there: it is not there, comes to another amount there, or nothing says so. */
export type Doubt = 'missing' | 'amount' | 'unproven'

/** What is open there of an invoice, in cents, with the day of the last payment where it says so. */
export type TheirOpen = { open: number; paidOn: string | null } | { doubt: Doubt }

/** How a package limits how often it is asked. */
export interface Limits {
  /** Calls within the short time, and how long that is in seconds. */
  short: number
  seconds: number
  /** Calls a day. */
  day: number
}

/** What is left, as an answer says it; left out where it does not. */
export interface Told {
  shortLeft?: number | undefined
  shortUntil?: Date | undefined
  dayLeft?: number | undefined
  dayUntil?: Date | undefined
}

export interface Asking {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  json?: unknown
  headers?: Record<string, string>
}

/** Asks the package with a token that holds, at its pace. `path` begins with a slash, below the address of the package. */
export type Call = (path: string, asking?: Asking) => Promise<{ status: number; body: unknown; headers: Headers }>

/** Everything that differs from package to package. */
export interface Provider {
  key: ProviderKey
  label: string
  limits: Limits
  /** The share of its life after which a token is exchanged for the next one. */
  renewAfter: number
  scope: string
  /** Whether lines say their amounts with VAT in them. */
  inclusive: boolean
  endpoints(url: string): { issuer: string; authorization_endpoint: string; token_endpoint: string }
  /** What an answer says of limits. */
  told(headers: Headers): Told
  /** What a refusal says. */
  refusal(body: unknown, text: string, headers: Headers): { code: string | null; message: string }
  books(call: Call): Promise<Books>
  lists(call: Call, books: Books): Promise<TheirItem[]>
  /** Makes the debtor there what it is here, and answers its id; finds it by number, so that it may be asked twice. */
  upsertDebtor(call: Call, books: Books, debtor: Debtor): Promise<string>
  /** Books an invoice and answers its id there. Asked twice it books twice: who asks looks it up before. */
  book(call: Call, books: Books, booking: Booking): Promise<string>
  /** What is booked there under the number of an invoice. */
  find(
    call: Call,
    books: Books,
    booking: Pick<Booking, 'number' | 'date' | 'journal' | 'debtor'>,
  ): Promise<TheirEntry | null>
  remove(call: Call, books: Books, id: string): Promise<void>
  /** All entries of a period, page by page. */
  entries(
    call: Call,
    books: Books,
    asked: { from: string; until: string; journal: string },
  ): AsyncGenerator<TheirEntry[]>
  /** What is open there of invoices by number, some at a time. That something is told of as paid needs proof. */
  openOf(call: Call, books: Books, asked: readonly AskedOpen[]): AsyncGenerator<Map<string, TheirOpen>>
}
