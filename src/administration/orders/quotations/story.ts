import { offerLinks } from './link.commands.ts'
import { ROLE } from '../../../platform/access/roles.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'
import { addLines, addText } from '../../sales/sales/index.ts'
import { makeQuotation } from './create.commands.ts'
import { validUntil } from './quotations.rules.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    quotations: {
      /** Of Van Loon, nothing hangs on it. */
      loose: number
      /** Of Twente, with an option, and looked at. */
      viewed: number
      /** Of De Linde, and nothing made of it yet. */
      accepted: number
      declined: number
      expired: number
      /** Of who buys alone. */
      alone: number
    }
  }
}

type Product = keyof Story['products']
interface Told {
  key?: keyof Story['quotations']
  company?: keyof Story['companies']
  contact?: keyof Story['contacts']
  /** Somebody who buys alone. */
  alone?: true
  /** How many days ago. */
  ago: number
  by?: number
  reference?: string
  lines: [Product, string, 'optional'?][]
  heading?: string
  state?: 'sent' | 'viewed' | 'accepted' | 'declined'
  /** Who said yes, or why somebody said no. */
  said?: string
  days?: number
}

const { administrator, scheduler } = ROLE

/** What was offered of late, and what became of it. */
// prettier-ignore
const QUOTATIONS: Told[] = [
  { key: 'expired', company: 'kuipers', ago: 52, by: scheduler, reference: 'Blussers depot', lines: [['extinguisher', '12'], ['sign', '12']], state: 'viewed' },
  { company: 'vanLoon', ago: 47, by: scheduler, lines: [['firstAidBox', '2']], state: 'sent' },
  { company: 'thuiszorg', ago: 38, by: administrator, reference: 'EHBO wijkteams', lines: [['bhvGroup', '2'], ['bhvBook', '24']], state: 'accepted', said: 'Marijke Vos' },
  { key: 'declined', company: 'twente', ago: 33, by: scheduler, reference: 'Hal 2', lines: [['extinguisher', '30'], ['travel', '2']], state: 'declined', said: 'Een andere leverancier is goedkoper op de blussers.' },
  { company: 'kuipers', ago: 26, by: scheduler, reference: 'BHV chauffeurs', lines: [['bhvCourse', '8'], ['bhvBook', '8', 'optional']], state: 'viewed' },
  { company: 'vanLoon', ago: 24, by: administrator, lines: [['eLearning', '6']], state: 'declined', said: 'Dit jaar geen budget meer.' },
  { key: 'alone', alone: true, ago: 21, by: scheduler, lines: [['ehboBook', '1'], ['eLearning', '1']], state: 'sent' },
  { key: 'accepted', company: 'deLinde', contact: 'anouk', ago: 18, by: scheduler, reference: 'BHV nachtploeg', lines: [['bhvCourse', '6'], ['bhvBook', '6'], ['firstAidBox', '2', 'optional']], state: 'accepted', said: 'Anouk van der Linden' },
  { key: 'viewed', company: 'twente', ago: 12, by: scheduler, reference: 'KAM 121', heading: 'Wat u erbij kunt nemen', lines: [['bhvGroup', '1'], ['bhvBook', '14', 'optional'], ['travel', '1']], state: 'viewed' },
  { company: 'thuiszorg', ago: 9, by: scheduler, reference: 'Herhaling 2e kwartaal', lines: [['bhvCourse', '10']], state: 'sent' },
  { company: 'deLinde', contact: 'anouk', ago: 8, by: administrator, reference: 'AED hal Zuid', lines: [['firstAidBox', '1'], ['sign', '2']], state: 'sent', days: 12 },
  { company: 'kuipers', ago: 5, by: scheduler, lines: [['powder', '20'], ['travel', '1']], state: 'viewed' },
  { key: 'loose', company: 'vanLoon', ago: 3, by: scheduler, lines: [['plasters', '12']] },
  { company: 'twente', ago: 1, by: scheduler, reference: 'Nieuwe hal', lines: [['extinguisher', '20'], ['sign', '35']] },
  { company: 'thuiszorg', ago: 0, by: administrator, reference: 'Aanvraag team 4', lines: [] },
]

const HOUR = 3_600_000

/** The moments of what became of it, the first an hour after it was made. */
function momentsOf({ ago, state, said = '' }: Told, now: Date) {
  if (!state) return {}
  const after = (days: number, hours: number) =>
    new Date(Math.min(now.getTime() - ago * 24 * HOUR + days * 24 * HOUR + hours * HOUR, now.getTime()))
  const sent = { sent_at: after(0, 1) }
  if (state === 'sent') return sent
  const viewed = { ...sent, viewed_at: after(1, 2) }
  if (state === 'viewed') return viewed
  if (state === 'accepted') return { ...viewed, accepted_at: after(2, 3), accepted_name: said }
  return { ...viewed, declined_at: after(3, 1), decline_reason: said }
}

async function tell(trx: Trx, story: Story, told: Told, now: Date): Promise<number> {
  const quotation_date = addDays(today(now), -told.ago)
  const buyers = {
    company_id: told.company === undefined ? null : story.companies[told.company],
    contact_id: told.alone ? story.privateCustomer : told.contact === undefined ? null : story.contacts[told.contact],
  }
  const [first, ...rest] = told.lines.map(([product, count, optional]) => ({
    product_id: story.products[product],
    count,
    optional: optional === 'optional',
  }))
  const id = await makeQuotation(trx, {
    ...buyers,
    quotation_date,
    valid_until: validUntil(quotation_date, told.days),
    employee_id: told.by === undefined ? null : story.users[told.by]!,
    reference: told.reference ?? null,
    added: told.heading || !first ? (first ? [first] : []) : [first, ...rest],
  })
  if (told.heading) {
    const sale = { type: 'quotation', id, ...buyers, day: quotation_date } as const
    await addText(trx, sale, { name: told.heading, description: null })
    await addLines(trx, sale, rest)
  }
  await trx
    .updateTable('quotations')
    .set({ ...momentsOf(told, now), created_at: new Date(now.getTime() - told.ago * 24 * HOUR) })
    .where('id', '=', id)
    .execute()
  return id
}

export async function seedQuotations(trx: Trx, story: Story, now: Date): Promise<void> {
  const ids: Partial<Story['quotations']> = {}
  for (const told of QUOTATIONS) {
    const id = await tell(trx, story, told, now)
    if (told.key) ids[told.key] = id
  }
  story.quotations = ids as Story['quotations']
  if (!story.config) return
  // As with every quotation that is sent; who has it answers there.
  const sent = await trx.selectFrom('quotations').select('id').where('sent_at', 'is not', null).execute()
  await offerLinks(trx, story.config, sent.map(({ id }) => id)) // prettier-ignore
}
