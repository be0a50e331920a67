import type { Trx } from '../../../platform/database/types.ts'
import { ROLE } from '../../../platform/access/roles.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import type { Story } from '../../../platform/story.ts'
import { writeSetting } from '../../../system/settings/index.ts'
import { addLines, setDelivered } from '../../sales/sales/index.ts'
import { addOrder } from './orders.commands.ts'
import { PLACES } from './places.commands.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** What was delivered and is to be invoiced of the months before, in the order of its days. */
    pastOrders?: PastOrder[]
  }
}

interface PastOrder {
  id: number
  company_id: number | null
  contact_id: number | null
  reference: string | null
  delivered: string
  lines: number[]
}

type Product = keyof Story['products']

const COUNT = 134
/** How many days ago the first and the last of them were made: prices are known since a little before. */
const FIRST = 196
const LAST = 66

/** What is bought together, each with how many at least. */
const BASKETS: readonly (readonly (readonly [Product, number])[])[] = [
  [['bhvCourse', 4], ['bhvBook', 4]], // prettier-ignore
  [['firstAidBox', 1], ['plasters', 6]], // prettier-ignore
  [['extinguisher', 2], ['sign', 2], ['travel', 1]], // prettier-ignore
  [['eLearning', 3]],
  [['bhvGroup', 1], ['bhvBook', 9]], // prettier-ignore
  [['powder', 5], ['travel', 1]], // prettier-ignore
  [['ehboBook', 2], ['eLearning', 2]], // prettier-ignore
  [['noShow', 1]],
]
const REFERENCES = [null, 'BHV team', null, 'Inkoop 2', null, 'Magazijn', 'Jaarplan', null, 'KAM']

/** Orders of the months before the story, of which most were delivered and go onto an invoice. */
export async function seedPastOrders(trx: Trx, story: Story, now: Date): Promise<void> {
  await writeSetting(trx, 'map', { look_up_places: true })
  await addJob(trx, PLACES, {})
  const companies = await trx
    .selectFrom('companies')
    .select('id')
    .where('id', '<>', story.companies.own)
    .where('city', 'is not', null)
    .orderBy('id')
    .execute()
  const past: PastOrder[] = []
  for (let i = 0; i < COUNT; i++) {
    const day = addDays(today(now), -FIRST + Math.round((i * (FIRST - LAST)) / (COUNT - 1)))
    const isPrivate = i % 9 === 8
    const buyers = {
      company_id: isPrivate ? null : companies[(i * 7) % companies.length]!.id,
      contact_id: isPrivate ? story.privateCustomer : null,
    }
    const reference = isPrivate ? null : (REFERENCES[i % REFERENCES.length] ?? null)
    const id = await addOrder(trx, {
      ...buyers,
      ...{ street: null, street_no: null, street_no_adding: null, postal_code: null, city: null, country_code: 'NL' },
      employee_id: story.users[i % 4 === 0 ? ROLE.administrator : ROLE.scheduler]!,
      quotation_id: null,
      reference: reference === null ? null : `${reference} ${1 + (i % 40)}`,
      order_date: day,
      plannable: true,
      header_text: null,
      footer_text: null,
    })
    const basket = BASKETS[i % BASKETS.length]!
    const lines = await addLines(
      trx,
      { type: 'order', id, ...buyers, day },
      basket.map(([product, count]) => ({
        product_id: story.products[product],
        count: String(isPrivate || count === 1 ? count : count + (i % 5)),
      })),
    )
    // What waits for something, at the end of those months alone: a part of an order, or all of it.
    const isWaiting = i >= COUNT - 60 && i % 3 === 0
    const done = isWaiting ? lines.slice(0, i % 2) : lines
    const delivered = addDays(day, 4)
    await setDelivered(trx, done, true, delivered)
    await setDelivered(trx, lines.slice(done.length), false)
    if (!isWaiting) past.push({ id, ...buyers, reference, delivered, lines })
  }
  story.pastOrders = past
}
