import * as z from 'zod'
import { Unavailable } from '../../../../platform/outside/ask-json.ts'
import { Refused } from '../errors.ts'
import type { AskedOpen, Booking, Books, Call, Debtor, Provider, TheirEntry, TheirItem, TheirOpen } from '../types.ts'
import { acceptedShift } from '../bookings/bookings.rules.ts'

/** Moneybird by its API of version 2 (dutch-domain 4.2): the form of an answer stands in the path. */
type Row = Record<string, unknown>
const Rows = z.array(z.record(z.string(), z.unknown()))
const PER_PAGE = 100

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const cents = (value: unknown): number => Math.round(Number(value ?? 0) * 100)
const euros = (amount: number): string => (amount / 100).toFixed(2)

const at = ({ administration }: Books, path: string): string => `/api/v2/${encodeURIComponent(administration)}/${path}`

function rowsOf(body: unknown): Row[] {
  const read = Rows.safeParse(body)
  if (!read.success) throw new Unavailable('the answer has another shape')
  return read.data
}

function idOf(body: unknown): string {
  const id = text((body as Row | null)?.id)
  if (id === '') throw new Unavailable('the answer names nothing that was made')
  return id
}

/** All pages of a list; the last one is not full. */
async function* pages(call: Call, path: string): AsyncGenerator<Row[]> {
  for (let page = 1; ; page++) {
    const joined = path.includes('?') ? '&' : '?'
    const rows = rowsOf((await call(`${path}${joined}per_page=${PER_PAGE}&page=${page}`)).body)
    yield rows
    if (rows.length < PER_PAGE) return
  }
}

const compactDay = (day: string): string => day.replaceAll('-', '')

const theirEntry = (row: Row): TheirEntry => ({
  id: text(row.id),
  number: text(row.reference),
  date: text(row.date),
  debtor: text(row.contact_id),
  total: cents(row.total_price_incl_tax),
  lines: ((row.details ?? []) as Row[]).map((line) => ({ vatCode: text(line.tax_rate_id), amount: cents(line.price) })),
})

const contactOf = (debtor: Debtor) => ({
  contact: {
    customer_id: String(debtor.client_id),
    ...(debtor.isCompany ? { company_name: debtor.name } : { lastname: debtor.name }),
    address1: debtor.street,
    zipcode: debtor.postal_code,
    city: debtor.city,
    country: debtor.country_code,
    tax_number: debtor.vat_id ?? '',
    chamber_of_commerce: debtor.coc_no ?? '',
  },
})

/** By our number; one that is not there is no error. */
async function findContact(call: Call, books: Books, clientId: number): Promise<string | null> {
  try {
    return idOf((await call(at(books, `contacts/customer_id/${clientId}.json`))).body)
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null
    throw error
  }
}

const invoiceOf = (booking: Booking) => ({
  external_sales_invoice: {
    contact_id: booking.debtor,
    reference: booking.number,
    date: booking.date,
    due_date: booking.due,
    currency: 'EUR',
    // With VAT in them lines add up to our total, whatever is rounded there.
    prices_are_incl_tax: true,
    source: 'Noordkaap',
    details_attributes: booking.lines.map((line) => ({
      description: line.description,
      price: euros(line.amount + line.vat),
      amount: '1',
      ...(line.vatCode === null ? {} : { tax_rate_id: line.vatCode }),
      ledger_account_id: line.account,
    })),
  },
})

const entriesPath = (books: Books, from: string, until: string, more = ''): string =>
  at(books, `external_sales_invoices.json?filter=state:all,period:${compactDay(from)}..${compactDay(until)}${more}`)

async function* entries(
  call: Call,
  books: Books,
  { from, until }: { from: string; until: string },
): AsyncGenerator<TheirEntry[]> {
  for await (const rows of pages(call, entriesPath(books, from, until))) yield rows.map(theirEntry)
}

/** By id, whatever somebody made of the reference; less than it came to here is no payment of the rest. */
function openThere(one: AskedOpen, row: Row | undefined): TheirOpen {
  if (!row) return { doubt: 'missing' }
  const payments = (row.payments ?? []) as Row[]
  const total = cents(row.total_price_incl_tax)
  const open = total - payments.reduce((sum, payment) => sum + cents(payment.price), 0)
  const shift = acceptedShift(one, total)
  if (shift === null && open < one.open) return { doubt: 'amount' }
  const days = payments.map((payment) => text(payment.payment_date)).sort()
  return { open: open + (shift ?? 0), paidOn: days.at(-1) ?? null }
}

async function* openOf(call: Call, books: Books, asked: readonly AskedOpen[]): AsyncGenerator<Map<string, TheirOpen>> {
  const path = at(books, 'external_sales_invoices/synchronization.json')
  for (let from = 0; from < asked.length; from += PER_PAGE) {
    const some = asked.slice(from, from + PER_PAGE)
    const json = { ids: some.flatMap(({ id }) => (id === '' ? [] : [id])) }
    const rows = rowsOf((await call(path, { method: 'POST', json })).body)
    const found = new Map(rows.map((row) => [text(row.id), row]))
    yield new Map(some.map((one) => [one.number, openThere(one, found.get(one.id))]))
  }
}

const LISTS = [
  ['vat', 'tax_rates.json?filter=tax_rate_type:sales_invoice,active:true'],
  ['account', 'ledger_accounts.json'],
] as const

const itemOf = (kind: 'vat' | 'account', row: Row): TheirItem => ({
  kind,
  their_id: text(row.id),
  code: text(row.account_id),
  label: text(row.name),
  percentage: kind === 'vat' ? String(Number(row.percentage ?? 0)) : null,
  days: null,
})

const number = (headers: Headers, name: string): number | undefined => {
  const value = headers.get(name)
  return value === null || !/^\d+$/.test(value) ? undefined : Number(value)
}

/** A field with what is wrong with it, or one sentence. */
function refusalText(body: unknown): string | null {
  const error = (body as { error?: unknown } | null)?.error
  if (typeof error === 'string') return error
  if (typeof error !== 'object' || error === null) return null
  return Object.entries(error)
    .map(([field, said]) => `${field}: ${Array.isArray(said) ? said.join(', ') : String(said)}`)
    .join('; ')
}

export const moneybird: Provider = {
  key: 'moneybird',
  label: 'Moneybird',
  limits: { short: 150, seconds: 300, day: 1_000_000 },
  renewAfter: 0.9,
  scope: 'sales_invoices settings',
  inclusive: true,
  endpoints: (url) => ({
    issuer: url,
    authorization_endpoint: `${url}/oauth/authorize`,
    token_endpoint: `${url}/oauth/token`,
  }),
  told: (headers) => {
    const until = number(headers, 'ratelimit-reset')
    return {
      shortLeft: number(headers, 'ratelimit-remaining'),
      shortUntil: until === undefined ? undefined : new Date(until * 1000),
    }
  },
  refusal: (body, plain) => ({
    code: null,
    message: refusalText(body) ?? (plain.slice(0, 300).trim() || 'Geen toelichting.'),
  }),
  books: async (call) => {
    const found = rowsOf((await call('/api/v2/administrations.json')).body)[0]
    if (!found) throw new Unavailable('no administration')
    return { administration: text(found.id), name: text(found.name) }
  },
  lists: async (call, books) => {
    const items: TheirItem[] = []
    for (const [kind, path] of LISTS)
      for await (const rows of pages(call, at(books, path))) items.push(...rows.map((row) => itemOf(kind, row)))
    return items
  },
  upsertDebtor: async (call, books, debtor) => {
    const id = await findContact(call, books, debtor.client_id)
    if (id === null)
      return idOf((await call(at(books, 'contacts.json'), { method: 'POST', json: contactOf(debtor) })).body)
    await call(at(books, `contacts/${id}.json`), { method: 'PATCH', json: contactOf(debtor) })
    return id
  },
  book: async (call, books, booking) =>
    idOf((await call(at(books, 'external_sales_invoices.json'), { method: 'POST', json: invoiceOf(booking) })).body),
  find: async (call, books, { number: own, date, debtor }) => {
    // There is no search by reference: those of the day and the debtor are few.
    const more = debtor === '' ? '' : `,contact_id:${debtor}`
    for await (const rows of pages(call, entriesPath(books, date, date, more))) {
      const found = rows.map(theirEntry).find((entry) => entry.number === own)
      if (found) return found
    }
    return null
  },
  remove: async (call, books, id) => {
    await call(at(books, `external_sales_invoices/${encodeURIComponent(id)}.json`), { method: 'DELETE' })
  },
  entries,
  openOf,
}
