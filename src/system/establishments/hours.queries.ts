import { sql } from 'kysely'
import { NotFound } from '../../platform/errors.ts'
import type { Db, Trx } from '../../platform/database/types.ts'

const WEEKDAYS = ['Maandag', 'Dinsdag', 'Woensdag', 'Donderdag', 'Vrijdag', 'Zaterdag', 'Zondag']

/** 'HH:mm' of a time column. */
const clock = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'HH24:MI')`

/** The week of an establishment, Monday first; a day without times is closed. */
export async function getWeek(db: Db | Trx, establishmentId: number) {
  const rows = await db
    .selectFrom('establishment_hours')
    .select(['weekday', clock('opens').as('opens'), clock('closes').as('closes')])
    .where('establishment_id', '=', establishmentId)
    .execute()
  return WEEKDAYS.map((label, index) => {
    const hours = rows.find(({ weekday }) => weekday === index + 1)
    return { weekday: index + 1, label, opens: hours?.opens ?? null, closes: hours?.closes ?? null }
  })
}

const specialColumns = [
  'establishment_days.id',
  'establishment_days.establishment_id',
  'establishment_days.day',
  'establishment_days.description',
  'establishment_days.version',
] as const

export const listSpecialDays = (db: Db) =>
  db
    .selectFrom('establishment_days')
    .select([
      ...specialColumns,
      sql<string | null>`to_char(establishment_days.opens, 'HH24:MI')`.as('opens'),
      sql<string | null>`to_char(establishment_days.closes, 'HH24:MI')`.as('closes'),
    ])

/** @throws NotFound */
export async function getSpecialDay(db: Db, id: number) {
  const row = await listSpecialDays(db).where('establishment_days.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Dag')
  return row
}

export async function specialDayNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('establishment_days')
    .select(['id', sql<string>`to_char(day, 'DD-MM-YYYY')`.as('label')])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row.label]))
}
