import { sql } from 'kysely'
import { makeConcept } from '../../../administration/invoices/invoices/index.ts'
import type { Billable, BillableSource } from '../../../administration/invoices/billing/points.ts'
import { amountOf, bothOf, pricesFor } from '../../../administration/catalogue/prices/index.ts'
import type { AddedLine, Buyers } from '../../../administration/sales/sales/index.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { Invalid } from '../../../platform/errors.ts'
import { formatCount } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Registry } from '../../../platform/registry.ts'
import { nameText } from '../../../relations/contacts/index.ts'

interface Charge {
  id: number
  license_id: number
  day: string
  company_id: number | null
  contact_id: number
  product_id: number
  course: string
  name: string
}

/** What the supplier gave and stands on no invoice. Of somebody of a company the company pays. */
async function listCharges(
  db: Db | Trx,
  { until, of, licenses }: { until: string; of?: Buyers; licenses?: readonly number[] },
) {
  const { rows } = await sql<Charge>`
    select c.id, c.license_id, c.day::text as day, contacts.company_id, l.contact_id, k.product_id, k.description as course, ${nameText} as name
    from e_learning_charges c join e_learning_licenses l on l.id = c.license_id
      join e_learning_courses k on k.id = l.e_learning_course_id join contacts on contacts.id = l.contact_id
    where c.invoice_id is null and l.supplier_id is not null and c.day <= ${until} and k.product_id is not null
      and ${of === undefined ? sql`true` : of.company_id === null ? sql`(contacts.company_id is null and l.contact_id = ${of.contact_id})` : sql`contacts.company_id = ${of.company_id}`}
      and ${licenses === undefined ? sql`true` : sql`l.id = any(${licenses}::integer[])`}
    order by c.day, c.id`.execute(db)
  return rows
}

const buyerOf = ({ company_id, contact_id }: Charge) =>
  company_id === null ? { company_id, contact_id } : { company_id, contact_id: null }
const keyOf = (charge: Charge) =>
  charge.company_id === null ? `contact-${charge.contact_id}` : `company-${charge.company_id}`

/** One line per course, with who follows it. */
function linesOf(charges: readonly Charge[]): AddedLine[] {
  return [...Map.groupBy(charges, ({ product_id, course }) => `${product_id} ${course}`).values()].map((some) => ({
    product_id: some[0]!.product_id,
    count: String(some.length),
    name: some[0]!.course,
    description: some
      .map(({ name }) => name)
      .join(', ')
      .slice(0, 2000),
    day: some.at(-1)!.day,
  }))
}

const settled = (trx: Trx, charges: readonly Charge[], invoice_id: number) =>
  trx.updateTable('e_learning_charges').set({ invoice_id }).where('id', 'in', charges.map(({ id }) => id)).execute() // prettier-ignore

async function billableOf(db: Db | Trx, charges: Charge[]): Promise<Billable> {
  const buyer = buyerOf(charges[0]!)
  const added = linesOf(charges)
  const answers = await pricesFor(
    db,
    added.map(({ product_id, count, day }) => ({ product_id, count, day: day!, ...buyer })),
  )
  const amounts = answers.map(({ price, discount, discount_type, tax, taxes_included }, at) =>
    bothOf(amountOf({ price, count: added[at]!.count, discount, discount_type }), tax ?? '0', taxes_included),
  )
  const sum = (which: 'excl' | 'incl') => Number(amounts.reduce((all, one) => all + one[which], 0n))
  return {
    ...buyer,
    key: `e-learning-${keyOf(charges[0]!)}`,
    reference: null,
    day: charges.at(-1)!.day,
    text: `E-learning, ${formatCount(charges.length, 'licentie', 'licenties')}`,
    href: `/e-learning/license/${charges[0]!.license_id}`,
    excl: sum('excl'),
    incl: sum('incl'),
    lines: added.length,
    taxes: [...new Set(answers.map(({ tax_category }) => tax_category))],
    remarks: [],
    shown: JSON.stringify([charges.map(({ id }) => id), sum('excl')]),
    order_id: null,
    line_ids: [],
    added,
    settle: async (trx, invoiceId) => void (await settled(trx, charges, invoiceId)),
  }
}

/** Licences, as who of them can be invoiced. */
export const billedLicenses: BillableSource = {
  list: async (db, asked) => {
    const byBuyer = Map.groupBy(await listCharges(db, asked), keyOf)
    const found: Billable[] = []
    for (const charges of byBuyer.values()) found.push(await billableOf(db, charges))
    return found
  },
  lock: async (trx, found) => {
    if (found.length > 0) await sql`lock table e_learning_charges in share row exclusive mode`.execute(trx)
  },
}

/** A concept for each customer of these licences. @returns the invoices. @throws Invalid where nothing is to be billed */
export async function makeInvoices(
  trx: Trx,
  registry: Registry,
  licenses: readonly number[],
  employee_id: number,
): Promise<number[]> {
  await sql`lock table e_learning_charges in share row exclusive mode`.execute(trx)
  const charges = await listCharges(trx, { until: today(), licenses })
  if (charges.length === 0) throw new Invalid({ licenses: ['Van deze licenties is niets te factureren.'] })
  const made: number[] = []
  for (const some of Map.groupBy(charges, keyOf).values()) {
    const invoice = await makeConcept(trx, registry, {
      ...buyerOf(some[0]!),
      employee_id,
      delivered_on: some.at(-1)!.day,
      called: 'E-learning',
      added: linesOf(some),
    })
    await settled(trx, some, invoice)
    made.push(invoice)
  }
  return made
}
