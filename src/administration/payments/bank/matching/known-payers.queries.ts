import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { asTyped, idsByKind, oldKey, typedNumbers } from './keys.rules.ts'
import { byNumbers, openOfCustomers, readCredits, readInvoices, readOld, withOpen } from './known-items.queries.ts'
import type { EntryFacts, Known, KnownInvoice, KnownPayment, KnownPayout } from './types.ts'
import { listedNumbersIn } from './numbers.rules.ts'

/** What entries ask of the database: all of it is read in a few queries, however many there are. */
export async function readKnown(db: Db | Trx, entries: readonly EntryFacts[], payouts: KnownPayout[]): Promise<Known> {
  const numbers = entries.flatMap(({ text, booked_on }) => listedNumbersIn(text, booked_on))
  const ibans = distinct(entries.flatMap(({ counter_iban }) => counter_iban ?? []))
  const customers = await customersByIban(db, ibans)
  const wanted = distinct([...customers.values()].flat())
  const out = entries.filter(({ amount, return_reason }) => amount < 0 && return_reason === null)
  const credits = await readCredits(db, out.flatMap(({ text, booked_on }) => listedNumbersIn(text, booked_on))) // prettier-ignore
  const [numbered, credited, ofCustomers, same, old] = await Promise.all([
    readInvoices(db, byNumbers(numbers)),
    readInvoices(db, credits.size === 0 ? null : sql<boolean>`invoices.id = any(${[...credits.values()]}::integer[])`),
    readInvoices(db, openOfCustomers(wanted)),
    readInvoices(db, withOpen(distinct(entries.map(({ amount }) => amount)))),
    readOld(db, { entries, customers: wanted }),
  ])
  let payments = await readPayments(db, entries, [...numbered, ...old])
  const byNumber = new Map(numbered.map((invoice) => [`${invoice.year}-${invoice.sequence}`, invoice]))
  // Of an invoice that was found in two ways there is one, so that what was booked meanwhile counts everywhere.
  const one = new Map<number, KnownInvoice>()
  for (const invoice of [...numbered, ...credited, ...ofCustomers, ...same, ...old])
    if (!one.has(invoice.id)) one.set(invoice.id, invoice)
  const shared = (invoices: KnownInvoice[]) => distinct(invoices.map(({ id }) => one.get(id)!))
  const byAge = (a: KnownInvoice, b: KnownInvoice) => (a.invoice_date === b.invoice_date ? 0 : a.invoice_date < b.invoice_date ? -1 : 1) // prettier-ignore
  const open = Map.groupBy(shared([...ofCustomers, ...old]).sort(byAge), ({ customer }) => customer)
  const amounts = Map.groupBy(shared([...same, ...old]), (invoice) => invoice.open)
  const charged = shared([...same, ...old]).filter(({ beside }) => beside !== undefined)
  const oldByNumber = Map.groupBy(old, ({ uid }) => asTyped(uid))
  return {
    invoices: [...one.values()],
    byNumber: (year, sequence) => {
      const found = byNumber.get(`${year}-${sequence}`)
      return found && one.get(found.id)
    },
    oldIn: (text) => typedNumbers(text).flatMap((number) => oldByNumber.get(number) ?? []),
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
      coalesce('company-' || coalesce(i.company_id, o.company_id), 'contact-' || coalesce(i.contact_id, o.contact_id)) as customer
    from bank_entries e join bank_matches m on m.entry_id = e.id and m.kind = 'payment'
      left join invoices i on i.id = m.invoice_id left join opening_items o on o.id = m.opening_item_id
    where e.counter_iban = any(${ibans}::text[]) and e.state = 'booked' and e.amount > 0`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ iban }) => iban)].map(([iban, own]) => [iban, own.map((row) => row.customer)]),
  )
}

/** Payments that entries may take back, which came in by the bank: of another one, who told it tells that too. */
async function readPayments(
  db: Db | Trx,
  entries: readonly EntryFacts[],
  numbered: readonly KnownInvoice[],
): Promise<KnownPayment[]> {
  const out = entries.filter(({ amount }) => amount < 0)
  if (out.length === 0) return []
  const named = numbered.map(({ id }) => id)
  const ibans = distinct(out.flatMap(({ counter_iban }) => counter_iban ?? []))
  const ends = distinct(out.flatMap(({ end_to_end }) => end_to_end ?? []))
  const amounts = distinct(out.map(({ amount }) => -amount))
  // Found by their ids first: joined by 'or', all payments would be read.
  const paidBy = (column: RawBuilder<unknown>) => sql`
    select found.${column} from bank_entries paid join bank_matches found on found.entry_id = paid.id
    where paid.state = 'booked' and (paid.counter_iban = any(${ibans}::text[]) or paid.end_to_end = any(${ends}::text[]))`
  const { rows } = await sql<KnownPayment>`
    select p.id, p.invoice_id, i.uid, p.amount, e.counter_iban, e.end_to_end
    from invoice_payments p join invoices i on i.id = p.invoice_id
      left join bank_matches m on m.payment_id = p.id left join bank_entries e on e.id = m.entry_id
    where p.source = 'bank' and p.amount = any(${amounts}::bigint[]) and p.id = any(array(
        select id from invoice_payments where invoice_id = any(${idsByKind(named).invoices}::integer[])
        union ${paidBy(sql`payment_id`)}))
      and not exists (select from invoice_payments back where back.takes_back_id = p.id)
    order by p.id desc`.execute(db)
  const { rows: old } = await sql<KnownPayment>`
    select -p.id as id, -p.opening_item_id as invoice_id, o.number as uid, p.amount, e.counter_iban, e.end_to_end
    from opening_payments p join opening_items o on o.id = p.opening_item_id
      left join bank_matches m on m.opening_payment_id = p.id left join bank_entries e on e.id = m.entry_id
    where p.source = 'bank' and p.amount = any(${amounts}::bigint[]) and p.id = any(array(
        select id from opening_payments where opening_item_id = any(${idsByKind(named).old}::integer[])
        union ${paidBy(sql`opening_payment_id`)}))
      and not exists (select from opening_payments back where back.takes_back_id = p.id)
    order by p.id desc`.execute(db)
  return [...rows, ...old]
}

/** @param skips leaves out what somebody else holds */
async function openOf(
  trx: Trx,
  table: 'invoices' | 'opening_items',
  ids: readonly number[],
  skips = false,
): Promise<Open> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; open: number }>`
    select id, open from ${sql.table(table)} where id = any(${[...ids]}::integer[]) order by id
    for update ${skips ? sql`skip locked` : sql``}`.execute(trx)
  return rows
}

/**
 * Locks invoices by their ids in that order, as everybody does who locks several, and then items of the system before.
 * @param ids keys
 * @returns what of each is open
 */
export async function lockOpen(trx: Trx, ids: readonly number[]): Promise<Map<number, number>> {
  const { invoices, old } = idsByKind(ids)
  const ours = await openOf(trx, 'invoices', invoices)
  return asOpen(ours, await openOf(trx, 'opening_items', old))
}

type Open = readonly { id: number; open: number }[]
const asOpen = (ours: Open, theirs: Open): Map<number, number> =>
  new Map([...ours.map(({ id, open }) => [id, open] as const), ...theirs.map(({ id, open }) => [oldKey(id), open] as const)]) // prettier-ignore

/**
 * Locks those of these that nobody else holds.
 * @returns what of each is open; one that somebody holds is not among them
 */
export async function tryLockOpen(trx: Trx, ids: readonly number[]): Promise<Map<number, number>> {
  const { invoices, old } = idsByKind(ids)
  const ours = await openOf(trx, 'invoices', invoices, true)
  return asOpen(ours, await openOf(trx, 'opening_items', old, true))
}
