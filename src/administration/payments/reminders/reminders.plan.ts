import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { today } from '../../../platform/format/zone.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { percentageOn } from '../../catalogue/vat/index.ts'
import { type Terms, planOfDay } from './planning.rules.ts'
import { type Whose, customerKey, listPayers, listOpenItems, listRates } from './reminders.queries.ts'
import type { ReminderPlan } from './types.ts'

/** The VAT that is charged over most of what is sold, which costs would bear; null where costs bear none. */
async function costsVatOf(db: Db | Trx, charges: boolean): Promise<string | null> {
  if (!charges) return null
  const row = await db
    .selectFrom('tax_types')
    .select(percentageOn(sql`tax_types.id`).as('percentage'))
    .where('tax_types.category', '=', 'S')
    .orderBy(sql`${percentageOn(sql`tax_types.id`)} desc nulls last`)
    .limit(1)
    .executeTakeFirst()
  return row?.percentage ?? null
}

/** What holds today for all letters. */
export async function termsNow(db: Db | Trx, now = new Date()): Promise<Terms> {
  const settings = await readSetting(db, 'reminders')
  return {
    today: today(now),
    days: settings,
    rates: settings.charges_interest ? await listRates(db) : { consumer: [], commercial: [] },
    costsVat: await costsVatOf(db, settings.charges_costs_vat),
  }
}

/**
 * The letters that would be sent today, and who is left out: of all customers, or of some. What is shown and what is done
 * come from here.
 */
export async function planReminders(db: Db | Trx, whose: Whose = 'all', now = new Date()): Promise<ReminderPlan> {
  const terms = await termsNow(db, now)
  const items = await listOpenItems(db, whose, { day: terms.today })
  const payers = await listPayers(db, items, terms.today)
  return planOfDay(items, payers, customerKey, terms)
}
