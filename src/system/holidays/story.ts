import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import { addDays, today } from '../../platform/format/zone.ts'
import type { Story } from '../../platform/story.ts'
import { dutchHolidays } from './holidays.rules.ts'

declare module '../../platform/story.ts' {
  interface Story {
    /** The Friday after Hemelvaartsdag, next year. */
    closingDay: number
  }
}

export async function seedHolidays(trx: Trx, story: Story, now: Date): Promise<void> {
  const year = Number(today(now).slice(0, 4)) + 1
  const [thursday = ''] = Object.entries(dutchHolidays(year)).find(([, name]) => name.includes('Hemelvaart')) ?? []
  const friday = addDays(thursday, 1)
  await trx
    .insertInto('closing_days')
    .values({ id: 1, first_day: friday, last_day: friday, description: 'Vrijdag na Hemelvaart' })
    .execute()
  await sql`select setval(pg_get_serial_sequence('closing_days', 'id'), 1)`.execute(trx)
  story.closingDay = 1
}
