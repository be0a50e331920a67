import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** What Zorggroep De Linde pays for the book on BHV. */
    customPrice: { rule: number; client_id: number; product_id: number }
    /** Who buys alone, at a price of their own. */
    privateCustomer: number
  }
}

/** A healthcare group with an agreement that its companies have too, a customer with a fixed price, and steps for all. */
export async function seedPrices(trx: Trx, story: Story, now: Date): Promise<void> {
  const { bhvBook, ehboBook, sign, extinguisher, bhvCourse } = story.products
  const { deLinde, vanLoon, kuipers } = story.companies
  const day = today(now)
  const since = addDays(day, -150)
  const until = addDays(day, 215)
  const alone = await trx
    .selectFrom('contacts')
    .select('id')
    .where('client_id', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('price_rules')
    .values([
      {
        id: 1,
        product_id: bhvBook,
        company_id: deLinde,
        type: 'percentage',
        percentage: '10',
        valid_from: since,
        valid_until: until,
      },
      {
        id: 2,
        product_id: bhvBook,
        company_id: deLinde,
        type: 'price',
        price: '22.5',
        from_count: 25,
        valid_from: since,
        valid_until: until,
      },
      { id: 3, product_id: bhvBook, type: 'percentage', percentage: '5', from_count: 6 },
      { id: 4, product_id: bhvBook, type: 'percentage', percentage: '12.5', from_count: 50 },
      {
        id: 5,
        product_id: bhvCourse,
        company_id: deLinde,
        type: 'percentage',
        percentage: '10',
        valid_from: since,
        valid_until: until,
      },
      { id: 6, product_id: extinguisher, company_id: kuipers, type: 'price', price: '55' },
      { id: 7, product_id: sign, type: 'price', price: '3.75', from_count: 10 },
      {
        id: 8,
        product_id: ehboBook,
        company_id: vanLoon,
        type: 'percentage',
        percentage: '15',
        valid_from: addDays(day, -500),
        valid_until: addDays(day, -120),
      },
      { id: 9, product_id: ehboBook, contact_id: alone.id, type: 'price', price: '19.95' },
    ])
    .execute()
  await sql`select setval(pg_get_serial_sequence('price_rules', 'id'), (select max(id) from price_rules))`.execute(trx)
  const { client_id } = await trx
    .selectFrom('companies')
    .select('client_id')
    .where('id', '=', deLinde)
    .executeTakeFirstOrThrow()
  story.privateCustomer = alone.id
  story.customPrice = { rule: 1, client_id, product_id: bhvBook }
}
