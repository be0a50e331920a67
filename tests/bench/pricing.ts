import { pricesFor } from '../../src/administration/catalogue/prices/index.ts'
import { listSaleLines } from '../../src/administration/sales/sales/index.ts'
import type { Database } from '../../src/platform/database/connection.ts'
import { LONG_ORDER } from './bulk-sales.ts'
import { median, msOf } from './figures.ts'

const ROUNDS = 31

/** All lines of an order priced anew, against reading them. */
export async function pricingOfMany({ db }: Database): Promise<string> {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'company_id', 'contact_id', 'order_date'])
    .where('line_count', '=', LONG_ORDER)
    .executeTakeFirstOrThrow()
  const read = () => listSaleLines(db, { type: 'order', id: order.id })
  const lines = await read()
  const { company_id, contact_id, order_date: day } = order
  const asked = lines.map(({ product_id, count }) => ({ product_id: product_id!, count, company_id, contact_id, day }))
  const rounds: { read: number; priced: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const one = { read: await msOf(read), priced: await msOf(() => pricesFor(db, asked)) }
    // The first one compiles what it runs.
    if (round > 0) rounds.push(one)
  }
  const [limit, ours] = [median(rounds.map((one) => one.read)), median(rounds.map((one) => one.priced))]
  return `prices: an order of ${lines.length} lines ${ours.toFixed(1)} ms, reading them ${limit.toFixed(1)} ms (${(ours / limit).toFixed(1)} times)`
}
