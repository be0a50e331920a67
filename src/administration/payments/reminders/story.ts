import type { Trx } from '../../../platform/database/types.ts'
import { addDays, instantOf, today } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'
import { type SettingValue, readSetting } from '../../../system/settings/index.ts'
import { sql } from 'kysely'
import { firmDetails } from '../../catalogue/firm/index.ts'
import type { Buyers } from '../../sales/sales/index.ts'
import { keptLetter } from './letter.rules.ts'
import { itemOf, letterAbout } from './planning.rules.ts'
import { planReminders, termsNow } from './reminders.plan.ts'
import { customerKey, listPayers, listOpenItems } from './reminders.queries.ts'
import { writeLetter } from './sending.commands.ts'
import type { Step } from './steps.rules.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** The default messages that go with letters. */
    reminderMessages: { [K in keyof SettingValue<'reminder_messages'>]: number }
    /** The last letter to Kuipers, about an invoice of the system before this one. */
    reminder: number
  }
}

/** Writes the letter that a customer got some days ago, about all that was late then. */
async function pastLetter(trx: Trx, buyers: Buyers, step: Exclude<Step, 'collection'>, ago: number, now: Date) {
  const then = instantOf(addDays(today(now), -ago), '10:00')!
  const terms = await termsNow(trx, then)
  const payer = (await listPayers(trx, [buyers], terms.today)).get(customerKey(buyers))!
  const open = await listOpenItems(trx, [buyers], { day: terms.today })
  const items = open.filter(({ open: cents }) => cents > 0).map((item) => itemOf(item, [], terms.today))
  if (items.length === 0) return null
  const letter = letterAbout(step, items, terms)
  const { texts: _, ...seller } = await firmDetails(trx)
  const facts = keptLetter(letter, { seller, payer, today: terms.today, now: then })
  const id = await writeLetter(trx, { payer, kind: step, letter, facts, today: terms.today })
  await trx.updateTable('reminders').set({ sent_at: then }).where('id', '=', id).execute()
  return id
}

/** So many days ago which letters went to each of some customers, over and over: none, one, one of which the next is due, all. */
const PAST: readonly (readonly [step: 'reminder' | 'last', ago: number][])[] = [
  [],
  [['reminder', 4]],
  [['reminder', 20]],
  [
    ['reminder', 45],
    ['last', 18],
  ],
]

/** Letters of the months before the story, so that each step has somebody whose turn it is. */
async function seedPastLetters(trx: Trx, now: Date, others: readonly number[]): Promise<void> {
  const { customers } = await planReminders(trx, 'all', now)
  const late = customers.filter(({ payer }) => !others.includes(payer.company_id ?? 0))
  for (const [i, { payer }] of late.entries())
    for (const [step, ago] of PAST[i % PAST.length]!)
      await pastLetter(trx, payer, step === 'reminder' ? step : payer.company_id === null ? 'notice' : 'final', ago, now) // prettier-ignore
}

/** A customer that was written to twice, and one that is left alone for a while. */
export async function seedReminders(trx: Trx, story: Story, now: Date): Promise<void> {
  await sql`select add_reminder_messages()`.execute(trx)
  story.reminderMessages = (await readSetting(trx, 'reminder_messages')) as Story['reminderMessages']
  const { deLinde, kuipers, twente } = story.companies
  if (story.hasPast) await seedPastLetters(trx, now, [deLinde, kuipers, twente])
  const buyers = { company_id: kuipers, contact_id: null }
  await pastLetter(trx, buyers, 'reminder', 40, now)
  story.reminder = (await pastLetter(trx, buyers, 'final', 20, now))!
  await trx
    .insertInto('reminder_blocks')
    .values({ company_id: twente, reason: 'arrangement', note: 'Betaalt in drie termijnen' })
    .execute()
}
