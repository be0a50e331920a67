import type { Trx } from '../../../platform/database/types.ts'
import { ROLE } from '../../../platform/access/roles.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'
import { addLines, listSaleLines, setDelivered } from '../../sales/sales/index.ts'
import { addOrder, attachContact } from './orders.commands.ts'
import { seedPastOrders } from './story-past.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    orders: {
      /** Of De Linde, partly delivered. */
      open: number
      /** A line of it that is still to be delivered. */
      openLine: number
      /** Delivered, and not on an invoice yet. */
      delivered: number
      /** Whose employee is the teacher. */
      ofTeacher: number
      /** Nothing came of it, and nothing names it. */
      loose: number
    }
  }
}

type Product = keyof Story['products']
interface Told {
  key?: 'open' | 'delivered' | 'ofTeacher' | 'loose'
  company?: keyof Story['companies']
  contact?: keyof Story['contacts']
  /** Somebody who buys alone. */
  alone?: true
  /** How many days ago. */
  ago: number
  by?: number
  reference?: string
  lines: [Product, string][]
  /** How many of its lines were delivered. */
  delivered?: number
  text?: string
}

const { administrator, scheduler, teacher } = ROLE

/** What was ordered of late: first aid for care homes, extinguishers for transport, a course for a bakery. */
const ORDERS: Told[] = [
  { company: 'deLinde', contact: 'anouk', ago: 62, by: scheduler, reference: 'BHV voorjaar', lines: [['bhvCourse', '8'], ['bhvBook', '8']], delivered: 2 }, // prettier-ignore
  { company: 'kuipers', ago: 55, by: scheduler, lines: [['extinguisher', '12'], ['sign', '12'], ['travel', '1']], delivered: 3 }, // prettier-ignore
  { company: 'vanLoon', ago: 48, by: administrator, reference: 'Inkoop 2210', lines: [['firstAidBox', '3'], ['plasters', '6']], delivered: 2 }, // prettier-ignore
  {
    alone: true,
    ago: 41,
    by: scheduler,
    lines: [
      ['ehboBook', '1'],
      ['eLearning', '1'],
    ],
    delivered: 2,
  },
  { key: 'open', company: 'deLinde', contact: 'anouk', ago: 19, by: scheduler, reference: 'De Linde herfst', lines: [['bhvCourse', '6'], ['bhvBook', '6'], ['powder', '12'], ['firstAidBox', '4'], ['travel', '1']], delivered: 2, text: 'Blussers staan verspreid over drie etages, melden bij de receptie.' }, // prettier-ignore
  {
    company: 'thuiszorg',
    ago: 17,
    by: scheduler,
    lines: [
      ['bhvGroup', '1'],
      ['bhvBook', '14'],
    ],
  },
  { key: 'delivered', company: 'twente', ago: 15, by: scheduler, reference: 'KAM 118', lines: [['extinguisher', '6'], ['powder', '6']], delivered: 2 }, // prettier-ignore
  { key: 'ofTeacher', company: 'kuipers', ago: 12, by: teacher, reference: 'Praktijkmiddag', lines: [['bhvBook', '10'], ['sign', '4']] }, // prettier-ignore
  {
    company: 'vanLoon',
    ago: 9,
    by: scheduler,
    lines: [
      ['bhvCourse', '2'],
      ['bhvBook', '2'],
    ],
  },
  { company: 'twente', ago: 8, by: administrator, reference: 'Nieuwe hal', lines: [['extinguisher', '20'], ['sign', '35'], ['travel', '2']], delivered: 1 }, // prettier-ignore
  {
    company: 'thuiszorg',
    ago: 6,
    by: teacher,
    lines: [
      ['firstAidBox', '10'],
      ['plasters', '20'],
    ],
  },
  { company: 'kuipers', ago: 5, by: scheduler, lines: [['noShow', '2']], delivered: 1 },
  { company: 'deLinde', contact: 'anouk', ago: 4, by: scheduler, reference: 'E-learning team 3', lines: [['eLearning', '9']] }, // prettier-ignore
  { key: 'loose', company: 'vanLoon', ago: 3, by: scheduler, lines: [['ehboBook', '5']] },
  { company: 'deLinde', ago: 2, by: scheduler, lines: [['firstAidBox', '2']] },
  { company: 'kuipers', ago: 1, by: administrator, reference: 'Spoed', lines: [] },
]

const PLACE = { street: null, street_no: null, street_no_adding: null, postal_code: null, city: null, country_code: 'NL' } // prettier-ignore

async function tell(trx: Trx, story: Story, { company, contact, alone, ago, by, reference, ...told }: Told, now: Date) {
  const day = addDays(today(now), -ago)
  const buyers = {
    company_id: company === undefined ? null : story.companies[company],
    contact_id: alone ? story.privateCustomer : contact === undefined ? null : story.contacts[contact],
  }
  const id = await addOrder(trx, {
    ...buyers,
    ...PLACE,
    employee_id: by === undefined ? null : story.users[by]!,
    quotation_id: null,
    reference: reference ?? null,
    order_date: day,
    plannable: true,
    header_text: told.text ?? null,
    footer_text: null,
  })
  const sale = { type: 'order', id, ...buyers, day } as const
  // In the demo courses that were ordered wait for who is enrolled.
  const later = (product: Product) => story.hasPast === true && ['bhvCourse', 'bhvGroup'].includes(product)
  const added = told.lines.map(([product, count]) => ({
    product_id: story.products[product],
    count,
    later: later(product),
  }))
  const lines = await addLines(trx, sale, added)
  await setDelivered(trx, lines.slice(0, told.delivered ?? 0), true)
  return id
}

export async function seedOrders(trx: Trx, story: Story, now: Date): Promise<void> {
  if (story.hasPast) await seedPastOrders(trx, story, now)
  const ids: Partial<Record<NonNullable<Told['key']>, number>> = {}
  for (const told of ORDERS) {
    const id = await tell(trx, story, told, now)
    if (told.key) ids[told.key] = id
  }
  const { open, delivered, ofTeacher, loose } = ids as Required<typeof ids>
  await attachContact(trx, open, story.contacts.anouk)
  const lines = await listSaleLines(trx, { type: 'order', id: open })
  const openLine = lines.find((line) => line.kind === 'product' && !line.delivered)!.id
  story.orders = { open, openLine, delivered, ofTeacher, loose }
}
