import { sql } from 'kysely'
import { NotFound } from '../../platform/errors.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { addDays } from '../../platform/format/zone.ts'
import { settingValue } from '../settings/index.ts'
import { type HolidayChoice, dutchHolidays } from './holidays.rules.ts'

export const listClosingDays = (db: Db | Trx) =>
  db
    .selectFrom('closing_days')
    .select(['closing_days.id', 'closing_days.first_day', 'closing_days.last_day', 'closing_days.description'])
    .select(['closing_days.version'])

/** @throws NotFound */
export async function getClosingDay(db: Db | Trx, id: number) {
  const row = await db.selectFrom('closing_days').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Sluitingsdag')
  return row
}

export async function closingDayNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await listClosingDays(db)
    .where(sql<boolean>`closing_days.id = any(${ids})`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.description]))
}

export interface ClosedDays {
  isClosed: (day: string) => boolean
  /** The closed days from one day to another, both included, day → Dutch name. */
  between: (from: string, to: string) => Record<string, string>
}

/** What says which days are closed, as JSON. */
export interface ClosedRead {
  choice: unknown
  own: { first_day: string; last_day: string; description: string }[]
}

/** This to ask along with something else. */
export const closedColumn = sql<ClosedRead>`json_build_object(
  'choice', (select value from settings where key = 'holidays'),
  'own', (select coalesce(json_agg(json_build_object('first_day', first_day, 'last_day', last_day,
    'description', description) order by first_day), '[]') from closing_days))`

/**
 * The one truth about days on which nothing is planned of itself: public holidays, as the settings have them, and the
 * organisation's own closing days. Days are YYYY-MM-DD.
 */
export async function closedDays(db: Db | Trx): Promise<ClosedDays> {
  const { closed } = await db.selectNoFrom(closedColumn.as('closed')).executeTakeFirstOrThrow()
  return closedDaysOf(closed)
}

export function closedDaysOf({ choice: stored, own }: ClosedRead): ClosedDays {
  const choice: HolidayChoice = settingValue('holidays', stored ?? undefined)
  const years = new Map<string, Record<string, string>>()
  const holidaysOf = (year: string) => {
    let found = years.get(year)
    if (!found) years.set(year, (found = dutchHolidays(Number(year), choice)))
    return found
  }
  const nameOf = (day: string) =>
    holidaysOf(day.slice(0, 4))[day] ??
    own.find(({ first_day, last_day }) => first_day <= day && day <= last_day)?.description
  return {
    isClosed: (day) => nameOf(day) !== undefined,
    between: (from, to) => {
      const found: Record<string, string> = {}
      for (let day = from; day <= to; day = addDays(day, 1)) {
        const name = nameOf(day)
        if (name !== undefined) found[day] = name
      }
      return found
    },
  }
}
