import type { Trx } from '../../../platform/database/types.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'
import { type AddedLine, addLines, addressOf } from '../../sales/sales/index.ts'
import { makeDefinitive } from './definitive/definitive.commands.ts'
import { tell } from './payments/payment-state.commands.ts'
import { expiryOf } from './invoices.rules.ts'
import { seedPastInvoices } from './story-past.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    invoices: {
      /** Of Zorggroep De Linde, made today. */
      concept: number
      /** Of Bram ter Linde, who buys for himself. */
      ofPerson: number
      /** Without lines and without an address. */
      bare: number
      /** Of Zorggroep De Linde. */
      definitive: number
      /** Of Zorggroep De Linde, past its last day. */
      late: number
      /** Of a company that nobody in the story supervises. */
      foreign: number
    }
    /** Of a part of what is late. */
    invoicePayment: number
    /** The first of what is definitive. */
    invoiceLine: number
  }
}

interface Told {
  company?: number
  contact?: number
  /** How many days ago it was made. */
  ago: number
  reference?: string
  lines: AddedLine[]
  isDefinitive?: true
  nowhere?: true
}

/** Invoices of the demo, in the order of their days, so that their numbers follow those. */
function told({ companies, contacts, products }: Story): Record<keyof Story['invoices'], Told> {
  const books = (count: string): AddedLine => ({ product_id: products.bhvBook, count })
  return {
    late: { company: companies.deLinde, ago: 48, reference: 'De Linde voorjaar', lines: [books('12')], isDefinitive: true }, // prettier-ignore
    foreign: { company: companies.kuipers, ago: 20, lines: [{ product_id: products.firstAidBox, count: '3' }], isDefinitive: true }, // prettier-ignore
    definitive: {
      company: companies.deLinde,
      contact: contacts.anouk,
      ago: 9,
      reference: 'De Linde najaar',
      lines: [
        {
          product_id: products.bhvCourse,
          count: '6',
          description: 'Anouk van der Linden, Fenna Dijkstra en 4 anderen',
        },
        books('6'),
        { product_id: products.travel, count: '1' },
      ],
      isDefinitive: true,
    },
    bare: { company: companies.twente, ago: 1, lines: [], nowhere: true },
    ofPerson: { contact: contacts.student, ago: 1, lines: [{ product_id: products.ehboBook, count: '1' }] },
    concept: {
      company: companies.deLinde,
      ago: 0,
      lines: [books('4'), { product_id: products.eLearning, count: '4' }],
    },
  }
}

const DAY = 24 * 3_600_000
const NOWHERE = { street: null, street_no: null, street_no_adding: null, postal_code: null, city: null } as const

export async function seedInvoices(trx: Trx, story: Story, now: Date): Promise<void> {
  if (story.hasPast) await seedPastInvoices(trx, story, now)
  const made: Partial<Story['invoices']> = {}
  for (const [name, invoice] of Object.entries(told(story))) {
    const { company: company_id = null, contact: contact_id = null, ago, reference = null, lines } = invoice
    const invoice_date = addDays(today(now), -ago)
    const { id } = await trx
      .insertInto('invoices')
      .values({
        company_id,
        contact_id,
        reference,
        ...(await addressOf(trx, { company_id, contact_id })),
        ...(invoice.nowhere ? NOWHERE : {}),
        invoice_date,
        created_at: new Date(now.getTime() - ago * DAY - 40 * 60_000),
        payment_condition_id: story.paymentConditions.usual,
        expires_at: expiryOf(invoice_date, 30),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addLines(trx, { type: 'invoice', id, company_id, contact_id, day: invoice_date }, lines)
    made[name as keyof Story['invoices']] = id
    if (!invoice.isDefinitive) continue
    await makeDefinitive(trx, id, new Date(now.getTime() - ago * DAY))
  }
  story.invoices = made as Story['invoices']
  await tell(trx, story.invoices.late, { status: 'sent' })
  await tell(trx, story.invoices.late, {
    status: 'paid',
    paid_on: addDays(today(now), -6),
    amount: 10_000,
    note: 'Eerste termijn',
  })
  const { id } = await trx
    .selectFrom('invoice_payments')
    .select('id')
    .where('invoice_id', '=', story.invoices.late)
    .executeTakeFirstOrThrow()
  story.invoicePayment = id
  const line = await trx
    .selectFrom('sale_lines')
    .select('id')
    .where('invoice_id', '=', story.invoices.definitive)
    .orderBy('position')
    .executeTakeFirstOrThrow()
  story.invoiceLine = line.id
}
