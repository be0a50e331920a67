import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import { listBeside } from '../claims/index.ts'
import { customerName } from '../sales/index.ts'
import type { EntryFacts, Known, KnownInvoice, KnownPayment, KnownPayout } from './matching.types.ts'
import { listedNumbersIn } from './numbers.rules.ts'

/** What entries ask of the database: all of it is read in a few queries, however many there are. */
export async function readKnown(db: Db | Trx, entries: readonly EntryFacts[], payouts: KnownPayout[]): Promise<Known> {
  const numbers = entries.flatMap(({ text, booked_on }) => listedNumbersIn(text, booked_on))
  const ibans = distinct(entries.flatMap(({ counter_iban }) => counter_iban ?? []))
  const customers = await customersByIban(db, ibans)
  const wanted = distinct([...customers.values()].flat())
  const out = entries.filter(({ amount, return_reason }) => amount < 0 && return_reason === null)
  const credits = await readCredits(db, out.flatMap(({ text, booked_on }) => listedNumbersIn(text, booked_on))) // prettier-ignore
  const [numbered, credited, ofCustomers, same] = await Promise.all([
    readInvoices(db, byNumbers(numbers)),
    readInvoices(db, credits.size === 0 ? null : sql<boolean>`invoices.id = any(${[...credits.values()]}::integer[])`),
    readInvoices(db, openOfCustomers(wanted)),
    readInvoices(db, withOpen(distinct(entries.map(({ amount }) => amount)))),
  ])
  let payments = await readPayments(db, entries, numbered)
  const byNumber = new Map(numbered.map((invoice) => [`${invoice.year}-${invoice.sequence}`, invoice]))
  // Of an invoice that was found in two ways there is one, so that what was booked meanwhile counts everywhere.
  const one = new Map<number, KnownInvoice>()
  for (const invoice of [...numbered, ...credited, ...ofCustomers, ...same])
    if (!one.has(invoice.id)) one.set(invoice.id, invoice)
  const shared = (invoices: KnownInvoice[]) => distinct(invoices.map(({ id }) => one.get(id)!))
  const open = Map.groupBy(shared(ofCustomers), ({ customer }) => customer)
  const amounts = Map.groupBy(shared(same), (invoice) => invoice.open)
  const charged = shared(same).filter(({ beside }) => beside !== undefined)
  return {
    invoices: [...one.values()],
    byNumber: (year, sequence) => {
      const found = byNumber.get(`${year}-${sequence}`)
      return found && one.get(found.id)
    },
    creditedBy: (year, sequence) => {
      const id = credits.get(`${year}-${sequence}`)
      return id === undefined ? undefined : one.get(id)
    },
    customersOf: (iban) => customers.get(iban) ?? [],
    openOf: (customer) => (open.get(customer) ?? []).filter((invoice) => invoice.open > 0),
    owedTo: (customer) => (open.get(customer) ?? []).filter((invoice) => invoice.open < 0),
    withOpen: (amount) => [
      ...(amounts.get(amount) ?? []).filter((invoice) => invoice.open === amount),
      ...charged.filter((invoice) => invoice.open !== amount),
    ],
    paymentsOf: (id) => payments.filter(({ invoice_id }) => invoice_id === id),
    paymentsFrom: (iban, endToEnd) =>
      payments.filter(
        (payment) =>
          (iban !== null && payment.counter_iban === iban) || (endToEnd !== null && payment.end_to_end === endToEnd),
      ),
    payouts,
    forgetPayment: (id) => void (payments = payments.filter((payment) => payment.id !== id)),
    byId: (id) => one.get(id),
    remember: (iban, id) => {
      const customer = one.get(id)?.customer
      const before = customers.get(iban) ?? []
      if (customer !== undefined && !before.includes(customer)) customers.set(iban, [...before, customer])
    },
  }
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** Who paid from an account before, as accepted matches tell: it is forgotten when they are undone. */
async function customersByIban(db: Db | Trx, ibans: string[]): Promise<Map<string, string[]>> {
  if (ibans.length === 0) return new Map()
  const { rows } = await sql<{ iban: string; customer: string }>`
    select distinct e.counter_iban as iban,
      coalesce('company-' || i.company_id, 'contact-' || i.contact_id) as customer
    from bank_entries e join bank_matches m on m.entry_id = e.id and m.kind = 'payment'
      join invoices i on i.id = m.invoice_id
    where e.counter_iban = any(${ibans}::text[]) and e.state = 'booked' and e.amount > 0`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ iban }) => iban)].map(([iban, own]) => [iban, own.map((row) => row.customer)]),
  )
}

/** Invoices by a condition that an index answers; null for none. */
type Condition = ReturnType<typeof sql<boolean>> | null

function byNumbers(numbers: readonly { year: number; sequence: number }[]): Condition {
  if (numbers.length === 0) return null
  const years = numbers.map(({ year }) => year)
  const sequences = numbers.map(({ sequence }) => sequence)
  return sql<boolean>`invoices.id in (select found.id from invoices found
    join unnest(${years}::integer[], ${sequences}::integer[]) as asked (year, sequence)
      on asked.year = found.year and asked.sequence = found.sequence
    where found.credits_id is null)`
}

/** By the number of a credit invoice the invoice that it takes from. */
async function readCredits(
  db: Db | Trx,
  numbers: readonly { year: number; sequence: number }[],
): Promise<Map<string, number>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<{ year: number; sequence: number; credits_id: number }>`
    select found.year, found.sequence, found.credits_id from invoices found
      join unnest(${numbers.map(({ year }) => year)}::integer[], ${numbers.map(({ sequence }) => sequence)}::integer[]) as asked (year, sequence)
        on asked.year = found.year and asked.sequence = found.sequence
    where found.credits_id is not null`.execute(db)
  return new Map(rows.map(({ year, sequence, credits_id }) => [`${year}-${sequence}`, credits_id]))
}

function openOfCustomers(customers: readonly string[]): Condition {
  if (customers.length === 0) return null
  const ids = (kind: string) =>
    customers.filter((customer) => customer.startsWith(kind)).map((customer) => Number(customer.slice(kind.length)))
  return sql<boolean>`invoices.open <> 0 and (invoices.company_id = any(${ids('company-')}::integer[])
    or (invoices.company_id is null and invoices.contact_id = any(${ids('contact-')}::integer[])))`
}

/** An amount that is open more often than this tells nothing. */
const MOST_ALIKE = 20

const withOpen = (amounts: readonly number[]): Condition =>
  amounts.length === 0
    ? null
    : sql<boolean>`invoices.id in (select alike.id from unnest(${amounts}::bigint[]) as asked (amount)
        cross join lateral (
          (select id from invoices same where same.open = asked.amount order by same.open, same.id limit ${MOST_ALIKE})
          union all (select same.id from reminder_items i join invoices same on same.id = i.invoice_id
            where i.invoice_id is not null and (i.costs > 0 or i.interest > 0) and i.counts and same.open > 0
              and same.open + i.costs + i.interest = asked.amount order by i.id limit ${MOST_ALIKE})) alike)`

async function readInvoices(db: Db | Trx, condition: Condition): Promise<KnownInvoice[]> {
  if (condition === null) return []
  const rows = await db
    .selectFrom('invoices')
    .leftJoin('companies', 'companies.id', 'invoices.company_id')
    .leftJoin('contacts', 'contacts.id', 'invoices.contact_id')
    .select(['invoices.id', 'invoices.open', 'invoices.invoice_date', customerName.as('name')])
    .select([
      sql<string>`invoices.uid`.as('uid'),
      sql<number>`invoices.year`.as('year'),
      sql<number>`invoices.sequence`.as('sequence'),
      sql<number>`invoices.total`.as('total'),
      sql<boolean>`invoices.state in ('written_off', 'credited')`.as('isClosed'),
      sql<string>`coalesce('company-' || invoices.company_id, 'contact-' || invoices.contact_id)`.as('customer'),
    ])
    .where('invoices.definitive_at', 'is not', null)
    .where('invoices.credits_id', 'is', null)
    .where(condition)
    .orderBy('invoices.invoice_date')
    .orderBy('invoices.id')
    .execute()
  const beside = await listBeside(db, 'invoice', rows.map(({ id }) => id)) // prettier-ignore
  return rows.map((row) => {
    const facts = beside.get(row.id)
    return facts ? { ...row, beside: facts } : row
  })
}

/** Payments that entries may take back, which came in by the bank: of another one, who told it tells that too. */
async function readPayments(
  db: Db | Trx,
  entries: readonly EntryFacts[],
  numbered: readonly KnownInvoice[],
): Promise<KnownPayment[]> {
  const out = entries.filter(({ amount }) => amount < 0)
  if (out.length === 0) return []
  const ibans = distinct(out.flatMap(({ counter_iban }) => counter_iban ?? []))
  const ends = distinct(out.flatMap(({ end_to_end }) => end_to_end ?? []))
  const amounts = distinct(out.map(({ amount }) => -amount))
  const { rows } = await sql<KnownPayment>`
    select p.id, p.invoice_id, i.uid, p.amount, e.counter_iban, e.end_to_end
    from invoice_payments p join invoices i on i.id = p.invoice_id
      left join bank_matches m on m.payment_id = p.id left join bank_entries e on e.id = m.entry_id
    where p.source = 'bank' and p.amount = any(${amounts}::bigint[])
      and (p.invoice_id = any(${numbered.map(({ id }) => id)}::integer[])
        or p.id in (select found.payment_id from bank_entries paid join bank_matches found on found.entry_id = paid.id
          where paid.state = 'booked' and (paid.counter_iban = any(${ibans}::text[]) or paid.end_to_end = any(${ends}::text[]))))
      and not exists (select from invoice_payments back where back.takes_back_id = p.id)
    order by p.id desc`.execute(db)
  return rows
}

/** Locks invoices by their ids in that order, as everybody does who locks several. @returns what of each is open */
export async function lockOpen(trx: Trx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('invoices')
    .select(['id', 'open'])
    .where(sql<boolean>`id = any(${[...ids]}::integer[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ id, open }) => [id, open]))
}

/**
 * Locks those of these invoices that nobody else holds.
 * @returns what of each is open; one that somebody holds is not among them
 */
export async function tryLockOpen(trx: Trx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('invoices')
    .select(['id', 'open'])
    .where(sql<boolean>`id = any(${[...ids]}::integer[])`)
    .forUpdate()
    .skipLocked()
    .execute()
  return new Map(rows.map(({ id, open }) => [id, open]))
}

/** Invoices that somebody chose, in that order; what cannot be paid is not among them. */
export async function readChosen(trx: Trx, ids: readonly number[]): Promise<KnownInvoice[]> {
  const found = await readInvoices(trx, sql<boolean>`invoices.id = any(${[...ids]}::integer[])`)
  return ids.flatMap((id) => found.find((invoice) => invoice.id === id) ?? [])
}
