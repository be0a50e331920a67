import { ROLE } from '../../../platform/access/roles.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'
import { usualPaymentCondition } from '../../catalogue/payment-conditions/index.ts'
import { addLines, addText } from './lines.commands.ts'
import { takeNumbers } from './numbers.commands.ts'
import type { SaleType } from './points.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** A healthcare group that is offered courses, ordered books, and has to pay; and an offer to another company. */
    sales: {
      quotation: number
      foreignQuotation: number
      /** Of the same group, which has it. */
      sentQuotation: number
      quotationLine: number
      heading: number
      order: number
      orderLines: number[]
      /** Without a number yet. */
      invoice: number
      invoiceLine: number
    }
  }
}

/** One of each kind; the modules of each tell more. */
export async function seedSales(trx: Trx, story: Story, now: Date): Promise<void> {
  const { deLinde, vanLoon } = story.companies
  const { bhvCourse, bhvBook, sign, firstAidBox, travel } = story.products
  const employee_id = story.users[ROLE.scheduler]!
  const day = today(now)
  const address = await trx
    .selectFrom('companies')
    .select(['street', 'street_no', 'street_no_adding', 'postal_code', 'city', 'country_code'])
    .where('id', '=', deLinde)
    .executeTakeFirstOrThrow()
  const numbered = async (kind: SaleType) => {
    const year = Number(day.slice(0, 4))
    return { year, sequence: (await takeNumbers(trx, kind, year))[0]! }
  }
  const head = { company_id: deLinde, contact_id: story.contacts.anouk, employee_id, ...address }
  const quotation_date = addDays(day, -6)
  const quotations: number[] = []
  for (const of of [
    { ...head, reference: 'BHV najaar' },
    { company_id: vanLoon, employee_id, city: 'Deventer' },
    { ...head, reference: 'Herhaling BHV', sent_at: new Date(now.getTime() - 5 * 24 * 3_600_000) },
  ])
    quotations.push(
      (
        await trx
          .insertInto('quotations')
          .values({ ...of, ...(await numbered('quotation')), quotation_date, valid_until: addDays(day, 24) })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    )
  const [quotation, foreignQuotation, sentQuotation] = quotations as [number, number, number]
  const of = (type: SaleType, id: number, company_id = deLinde) => ({ type, id, company_id, contact_id: null, day })
  const [quotationLine] = await addLines(trx, of('quotation', quotation), [
    { product_id: bhvCourse, count: '6', description: 'Twee dagen bij u in Zwolle.' },
  ])
  const heading = await addText(trx, of('quotation', quotation), {
    name: 'Wat u erbij kunt nemen',
    description: null,
  })
  await addLines(trx, of('quotation', quotation), [{ product_id: bhvBook, count: '6', optional: true }])
  await addLines(trx, of('quotation', foreignQuotation, vanLoon), [{ product_id: sign, count: '4' }])
  await addLines(trx, of('quotation', sentQuotation), [
    { product_id: bhvCourse, count: '4' },
    { product_id: firstAidBox, count: '1', optional: true },
  ])
  const order = await trx
    .insertInto('orders')
    .values({ ...head, reference: 'De Linde najaar', ...(await numbered('order')), order_date: addDays(day, -3) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const orderLines = await addLines(trx, of('order', order.id), [
    { product_id: bhvBook, count: '6' },
    { product_id: firstAidBox, count: '2' },
    { product_id: travel, count: '1' },
    { product_id: bhvBook, count: '1', description: 'Voor de docent' },
  ])
  const { id: payment_condition_id } = await usualPaymentCondition(trx)
  const invoice = await trx
    .insertInto('invoices')
    .values({
      ...head,
      payment_condition_id,
      reference: 'De Linde zomer',
      invoice_date: day,
      expires_at: addDays(day, 30),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [invoiceLine] = await addLines(trx, of('invoice', invoice.id), [
    { product_id: sign, count: '2' },
    { product_id: travel, count: '1' },
  ])
  story.sales = {
    ...{ quotation, foreignQuotation, sentQuotation, quotationLine: quotationLine!, heading },
    ...{ order: order.id, orderLines, invoice: invoice.id, invoiceLine: invoiceLine! },
  }
}
