import { type Expression, type SqlBool, sql } from 'kysely'
import type { Area } from '../../platform/access/rights.ts'
import { ROLE } from '../../platform/access/roles.ts'
import { type Viewer, viewerScope } from '../../platform/access/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import { awayText, clock } from '../../system/occupations/index.ts'
import { byName, nameColumns, nameText } from '../contacts/index.ts'
import { WEEKDAYS, repeatText } from './availability.rules.ts'
import { availabilityArea } from './rights.ts'

type Table = 'absences' | 'free_days' | 'working_weeks'

/** All of everybody, or who looks after nothing but the own. */
const visible =
  (table: Table) =>
  (viewer: Viewer): Expression<SqlBool> =>
    viewerScope(viewer, availabilityArea) === 'all'
      ? sql<SqlBool>`true`
      : viewer.contactId === null
        ? sql<SqlBool>`false`
        : sql<SqlBool>`${sql.ref(`${table}.contact_id`)} = ${viewer.contactId}`
export const absencesVisibleTo = visible('absences')
export const freeDaysVisibleTo = visible('free_days')
export const workingWeeksVisibleTo = visible('working_weeks')

/** Whether somebody plans for all and not for themselves alone. */
export const plansForAll = (
  viewer: Viewer,
  right: 'view' | 'change' = 'view',
  area: Area = availabilityArea,
): boolean => viewerScope(viewer, area, right) === 'all'

export const byPerson = byName
export const personText = sql<string>`normalise(${nameText})`

export const listAbsences = (db: Db | Trx) =>
  db
    .selectFrom('absences')
    .innerJoin('contacts', 'contacts.id', 'absences.contact_id')
    .select([
      'absences.id',
      'absences.contact_id',
      'absences.kind',
      'absences.first_day',
      'absences.last_day',
      'absences.reason',
      'absences.version',
      clock('absences.from_time').as('from_time'),
      clock('absences.until_time').as('until_time'),
      sql<boolean>`upper(absences.during) <= now()`.as('is_past'),
      ...nameColumns,
    ])

/** @throws NotFound */
export async function getAbsence(db: Db | Trx, id: number) {
  const row = await listAbsences(db).where('absences.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Afwezigheid')
  return row
}

export const listFreeDays = (db: Db | Trx) =>
  db
    .selectFrom('free_days')
    .innerJoin('contacts', 'contacts.id', 'free_days.contact_id')
    .select([
      'free_days.id',
      'free_days.contact_id',
      'free_days.first_day',
      'free_days.every_weeks',
      'free_days.last_day',
      'free_days.version',
      sql<boolean>`coalesce(free_days.last_day < current_date, false)`.as('is_past'),
      ...nameColumns,
    ])

/** @throws NotFound */
export async function getFreeDay(db: Db | Trx, id: number) {
  const row = await listFreeDays(db).where('free_days.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Vrije dag')
  return row
}

export const listWorkingWeeks = (db: Db | Trx) =>
  db
    .selectFrom('working_weeks')
    .innerJoin('contacts', 'contacts.id', 'working_weeks.contact_id')
    .select([
      'working_weeks.id',
      'working_weeks.contact_id',
      'working_weeks.first_day',
      'working_weeks.last_day',
      'working_weeks.version',
      sql<boolean>`coalesce(working_weeks.last_day < current_date, false)`.as('is_past'),
      sql<{ weekday: number; opens: string; closes: string }[]>`coalesce((select json_agg(json_build_object(
        'weekday', weekday, 'opens', to_char(opens, 'HH24:MI'), 'closes', to_char(closes, 'HH24:MI')) order by weekday)
        from working_hours where week_id = working_weeks.id), '[]')`.as('hours'),
      ...nameColumns,
    ])

/** @throws NotFound */
export async function getWorkingWeek(db: Db | Trx, id: number) {
  const row = await listWorkingWeeks(db).where('working_weeks.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Werktijden')
  return row
}

/** The seven days as the form asks for them; a day without times is no working day. */
export const weekOf = (hours: { weekday: number; opens: string; closes: string }[]) =>
  WEEKDAYS.map((label, i) => {
    const day = hours.find(({ weekday }) => weekday === i + 1)
    return { weekday: i + 1, label, opens: day?.opens ?? null, closes: day?.closes ?? null }
  })

/** Who can be away: teachers and lotus. @throws Invalid for anybody else */
export async function refuseOthers(trx: Trx, contactId: number): Promise<void> {
  const person = await trx
    .selectFrom('contacts')
    .select('id')
    .where('id', '=', contactId)
    .where(sql<SqlBool>`roles && array[${sql.lit(ROLE.teacher)}, ${sql.lit(ROLE.lotus)}]`)
    .executeTakeFirst()
  if (!person) throw new Invalid({ contact_id: ['Kies een docent of lotus.'] })
}

/** A person to begin a form with: the chosen contact by name. */
export async function personChoice(db: Db, id: number | undefined) {
  if (id === undefined) return null
  const row = await db
    .selectFrom('contacts')
    .select(['contacts.id', nameText.as('label')])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** For the history and for questions: when, never why. */
export async function absenceNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await listAbsences(db).where('absences.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, awayText(row)]))
}

export async function freeDayNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await listFreeDays(db).where('free_days.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, repeatText(row.first_day, row.every_weeks)]))
}

export async function workingWeekNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await listWorkingWeeks(db).where('working_weeks.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, awayText({ ...row, from_time: null, until_time: null })]))
}
