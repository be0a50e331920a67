import type { Trx } from '../../platform/database/types.ts'
import { addDays, instantOf, today } from '../../platform/format/zone.ts'
import type { Story } from '../../platform/story.ts'
import { type SettingValue, readSetting } from '../../system/settings/index.ts'
import { sql } from 'kysely'
import { firmDetails } from '../firm/index.ts'
import type { Buyers } from '../sales/index.ts'
import { keptLetter } from './letter.rules.ts'
import { itemOf, letterAbout } from './planning.rules.ts'
import { termsNow } from './reminders.plan.ts'
import { customerKey, listDebtors, listOpenItems } from './reminders.queries.ts'
import { writeLetter } from './sending.commands.ts'
import type { Step } from './steps.rules.ts'

declare module '../../platform/story.ts' {
  interface Story {
    /** The default messages that go with letters. */
    reminderMessages: { [K in keyof SettingValue<'reminder_messages'>]: number }
    /** The last letter to Kuipers, about an invoice of the system before this one. */
    reminder: number
  }
}

/** Writes the letter that a customer got some days ago, about all that was late then. */
export async function pastLetter(trx: Trx, buyers: Buyers, step: Exclude<Step, 'collection'>, ago: number, now: Date) {
  const then = instantOf(addDays(today(now), -ago), '10:00')!
  const terms = await termsNow(trx, then)
  const debtor = (await listDebtors(trx, [buyers], terms.today)).get(customerKey(buyers))!
  const open = await listOpenItems(trx, [buyers], { day: terms.today })
  const items = open.filter(({ open: cents }) => cents > 0).map((item) => itemOf(item, [], terms.today))
  if (items.length === 0) return null
  const letter = letterAbout(step, items, terms)
  const { texts: _, ...seller } = await firmDetails(trx)
  const facts = keptLetter(letter, { seller, debtor, today: terms.today, now: then })
  const id = await writeLetter(trx, { debtor, kind: step, letter, facts, today: terms.today })
  await trx.updateTable('reminders').set({ sent_at: then }).where('id', '=', id).execute()
  return id
}

/** A customer that was written to twice, and one that is left alone for a while. */
export async function seedReminders(trx: Trx, story: Story, now: Date): Promise<void> {
  await sql`select add_reminder_messages()`.execute(trx)
  story.reminderMessages = (await readSetting(trx, 'reminder_messages')) as Story['reminderMessages']
  const { kuipers, twente } = story.companies
  const buyers = { company_id: kuipers, contact_id: null }
  await pastLetter(trx, buyers, 'reminder', 40, now)
  story.reminder = (await pastLetter(trx, buyers, 'final', 20, now))!
  await trx
    .insertInto('reminder_blocks')
    .values({ company_id: twente, reason: 'arrangement', note: 'Betaalt in drie termijnen' })
    .execute()
}
