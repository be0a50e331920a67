import * as z from 'zod'
import { Unavailable } from '../../../../platform/outside/ask-json.ts'
import type { Booking, Books, Call, Debtor, Provider, TheirEntry, TheirItem } from '../types.ts'
import { openOf } from './exact-open.adapter.ts'
import { type Row, all, at, cents, dayOf, pages, quoted, rowsOf, text } from './exact-rows.adapter.ts'

/** Exact Online by REST and OAuth2 (dutch-domain 4.1). */
const euros = (amount: number): number => amount / 100
/** Codes of debtors are 18 characters, padded at the left. */
const debtorCode = (clientId: number): string => String(clientId).padStart(18)
/** F2026-0012 → 2026000012: the number of an entry is a whole number. */
function entryNumberOf(number: string): number | null {
  const [, year, sequence] = /^\D*(\d{4})-(\d{1,6})$/.exec(number) ?? []
  return year === undefined ? null : Number(year) * 1_000_000 + Number(sequence)
}

const BACK = { prefer: 'return=representation' }
/** What was made; the one of an answer that brings it back. */
function madeOf(body: unknown, id: string): string {
  const made = text((body as { d?: Row } | null)?.d?.[id])
  if (made === '') throw new Unavailable('the answer names nothing that was made')
  return made
}

const LISTS = [
  ['vat', 'vat/VATCodes', { $select: 'Code,Description,Percentage,IsBlocked' }],
  ['account', 'financial/GLAccounts', { $select: 'ID,Code,Description' }],
  ['journal', 'financial/Journals', { $select: 'Code,Description,Type', $filter: 'Type eq 20' }],
  ['payment_condition', 'cashflow/PaymentConditions', { $select: 'Code,Description,PaymentDays' }],
] as const

const itemOf = (kind: (typeof LISTS)[number][0], row: Row): TheirItem => {
  const code = text(row.Code).trim()
  return {
    kind,
    their_id: kind === 'account' ? text(row.ID) : code,
    code,
    label: text(row.Description),
    // As a share there, in percents here.
    percentage: kind === 'vat' ? String(Math.round(Number(row.Percentage ?? 0) * 10_000) / 100) : null,
    days: kind === 'payment_condition' ? Number(row.PaymentDays ?? 0) : null,
  }
}

const accountOf = (debtor: Debtor) => ({
  Code: debtorCode(debtor.client_id),
  Name: debtor.name.slice(0, 50),
  Status: 'C',
  AddressLine1: debtor.street,
  Postcode: debtor.postal_code,
  City: debtor.city,
  Country: debtor.country_code,
  ...(debtor.vat_id === null ? {} : { VATNumber: debtor.vat_id }),
  ...(debtor.coc_no === null ? {} : { ChamberOfCommerce: debtor.coc_no }),
})

async function upsertDebtor(call: Call, books: Books, debtor: Debtor): Promise<string> {
  const search = { $filter: `Code eq ${quoted(debtorCode(debtor.client_id))}`, $select: 'ID,Name' }
  const { rows } = rowsOf((await call(at(books, 'crm/Accounts', search))).body)
  const id = text(rows[0]?.ID)
  if (id === '') {
    const { body } = await call(at(books, 'crm/Accounts'), { method: 'POST', json: accountOf(debtor), headers: BACK })
    return madeOf(body, 'ID')
  }
  await call(at(books, `crm/Accounts(guid'${id}')`), { method: 'PUT', json: accountOf(debtor) })
  return id
}

const entryOf = (booking: Booking) => ({
  Customer: booking.debtor,
  Journal: booking.journal,
  EntryDate: booking.date,
  DueDate: booking.due,
  ...(booking.condition === null ? {} : { PaymentCondition: booking.condition }),
  ...(entryNumberOf(booking.number) === null ? {} : { EntryNumber: entryNumberOf(booking.number) }),
  YourRef: booking.number,
  Description: booking.description.slice(0, 60),
  Currency: 'EUR',
  Type: booking.isCredit ? 21 : 20,
  SalesEntryLines: booking.lines.map((line) => ({
    // Theirs would be rounded line by line; with our own VAT the entry is the invoice to the cent.
    AmountFC: euros(line.amount),
    VATAmountFC: euros(line.vat),
    GLAccount: line.account,
    ...(line.vatCode === null ? {} : { VATCode: line.vatCode }),
    Quantity: 1,
    Description: line.description.slice(0, 60),
  })),
})

const ENTRY = { $select: 'EntryID,EntryNumber,YourRef,EntryDate,Customer,AmountFC,SalesEntryLines', $expand: 'SalesEntryLines' } // prettier-ignore

function theirEntry(row: Row): TheirEntry {
  const lines = (row.SalesEntryLines as { results?: Row[] } | undefined)?.results ?? []
  return {
    id: text(row.EntryID),
    number: text(row.YourRef),
    document: text(row.EntryNumber),
    date: dayOf(row.EntryDate),
    debtor: text(row.Customer),
    total: cents(row.AmountFC),
    lines: lines.map((line) => ({ vatCode: text(line.VATCode).trim(), amount: cents(line.AmountFC) })),
  }
}

const byNumber = ({ number, journal }: { number: string; journal: string }): string => {
  const entry = entryNumberOf(number)
  const own = `YourRef eq ${quoted(number)}`
  return entry === null ? own : `(EntryNumber eq ${entry} and JournalCode eq ${quoted(journal)}) or ${own}`
}

async function* entries(
  call: Call,
  books: Books,
  { from, until, journal }: { from: string; until: string; journal: string },
): AsyncGenerator<TheirEntry[]> {
  const within = `JournalCode eq ${quoted(journal)} and EntryDate ge datetime${quoted(from)} and EntryDate le datetime${quoted(until)}`
  for await (const rows of pages(call, at(books, 'salesentry/SalesEntries', { ...ENTRY, $filter: within })))
    yield rows.map(theirEntry)
}

const number = (headers: Headers, name: string): number | undefined => {
  const value = headers.get(name)
  return value === null || !/^\d+$/.test(value) ? undefined : Number(value)
}
const moment = (headers: Headers, name: string): Date | undefined => {
  const ms = number(headers, name)
  return ms === undefined ? undefined : new Date(ms)
}

const Refusal = z.object({ error: z.object({ code: z.string(), message: z.object({ value: z.string() }) }) })

export const exact: Provider = {
  key: 'exact',
  label: 'Exact Online',
  limits: { short: 60, seconds: 60, day: 5000 },
  // A new one is refused before 9 minutes and 30 seconds of 10 minutes.
  renewAfter: 0.96,
  scope: '',
  inclusive: false,
  endpoints: (url) => ({
    issuer: url,
    authorization_endpoint: `${url}/api/oauth2/auth`,
    token_endpoint: `${url}/api/oauth2/token`,
  }),
  told: (headers) => ({
    shortLeft: number(headers, 'x-ratelimit-minutely-remaining'),
    shortUntil: moment(headers, 'x-ratelimit-minutely-reset'),
    dayLeft: number(headers, 'x-ratelimit-remaining'),
    dayUntil: moment(headers, 'x-ratelimit-reset'),
  }),
  refusal: (body, plain, headers) => {
    const read = Refusal.safeParse(body)
    const said = read.success ? read.data.error.message.value : plain.slice(0, 300)
    return {
      code: (read.success && read.data.error.code) || null,
      message: said.trim() || headers.get('reason') || 'Geen toelichting.',
    }
  },
  books: async (call) => {
    const { rows } = rowsOf((await call('/api/v1/current/Me?$select=CurrentDivision')).body)
    const administration = text(rows[0]?.CurrentDivision)
    if (administration === '') throw new Unavailable('no division')
    const search = { $filter: `Code eq ${administration}`, $select: 'Code,Description' }
    const found = rowsOf((await call(at({ administration, name: '' }, 'hrm/Divisions', search))).body).rows[0]
    return { administration, name: text(found?.Description) || administration }
  },
  lists: async (call, books) => {
    const items: TheirItem[] = []
    for (const [kind, path, query] of LISTS) {
      const rows = await all(call, at(books, path, { ...query }))
      items.push(...rows.filter((row) => row.IsBlocked !== true).map((row) => itemOf(kind, row)))
    }
    return items
  },
  upsertDebtor,
  book: async (call, books, booking) => {
    const made = await call(at(books, 'salesentry/SalesEntries'), {
      method: 'POST',
      json: entryOf(booking),
      headers: BACK,
    })
    return madeOf(made.body, 'EntryID')
  },
  find: async (call, books, booking) => {
    const { rows } = rowsOf((await call(at(books, 'salesentry/SalesEntries', { ...ENTRY, $filter: byNumber(booking) }))).body) // prettier-ignore
    const found = rows.map(theirEntry)
    return found.find((entry) => entry.number === booking.number) ?? found.find(({ number: own }) => own === '') ?? null
  },
  remove: async (call, books, id) => {
    await call(at(books, `salesentry/SalesEntries(guid'${id}')`), { method: 'DELETE' })
  },
  entries,
  openOf,
}
