import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Viewer, viewerScope } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import { companyShownTo, contactsVisibleTo, fullName, nameColumns } from '../../../relations/contacts/index.ts'
import {
  MOST_ELEARNING,
  MOST_TIMES,
  NEEDED_MINUTES,
  NEEDED_PRACTICE,
  PERIOD_YEARS,
  SOON_DAYS,
} from './drivers.rules.ts'
import { DAY_MINUTES } from '../../planning/code95/index.ts'
import { driversArea } from './rights.ts'

/**
 * What a driver has in the five years that end on a day: a course counts at most twice, a day for so many hours over all
 * plannings, e-learning up to its limit, and what is over the hours that are needed lapses. Of what was followed elsewhere
 * nobody knows on how many days it was.
 */
const standOf = (contactId: RawBuilder<unknown>, until: RawBuilder<unknown>) => sql<{
  minutes: number
  practice: number
}>`(
  with counted as (
    select * from (select c.*, row_number() over (partition by coalesce(c.code, c.id::text) order by c.counted_on, c.id) as nth
      from code95_credits c where c.contact_id = ${contactId}
        and c.counted_on > (${until} - ${sql.lit(`${PERIOD_YEARS} years`)}::interval)::date and c.counted_on <= ${until}) followed
    where nth <= ${sql.lit(MOST_TIMES)}
  ), days as (
    select sum(spread.minutes) as minutes, sum(spread.minutes) filter (where practice) as practice, spread.most
    from (
      select counted.practice, day.key, day.value::integer as minutes, ${sql.lit(DAY_MINUTES)} as most
        from counted cross join lateral jsonb_each_text(counted.day_minutes) day
      union all
      select counted.practice, counted.id::text, counted.minutes - counted.elearning_minutes, null
        from counted where counted.day_minutes is null
    ) spread
    group by spread.key, spread.most
  )
  select json_build_object(
    'minutes', least(${sql.lit(NEEDED_MINUTES)}, coalesce((select sum(least(days.minutes, days.most)) from days), 0)
      + least(${sql.lit(MOST_ELEARNING)}, coalesce((select sum(elearning_minutes) from counted), 0))),
    'practice', coalesce((select sum(least(days.practice, days.most)) from days where days.practice is not null), 0)))`

/** Of the row of `code95_drivers` at hand. */
export const ownStand = standOf(sql`code95_drivers.contact_id`, sql`code95_drivers.valid_until`)

/** Too few hours to renew the code. Refers to `code95_drivers`. */
export const isShort = sql<SqlBool>`(select (stand ->> 'minutes')::integer < ${sql.lit(NEEDED_MINUTES)}
  or (stand ->> 'practice')::integer < ${sql.lit(NEEDED_PRACTICE)} from (select ${ownStand} as stand) own)`

/** It ends within a year, or did. Refers to `code95_drivers`. */
export const isSoon = sql<SqlBool>`code95_drivers.valid_until <= current_date + ${sql.lit(SOON_DAYS)}`

/** Row scope of both record types: as of the person they are about. */
const ofVisible = (viewer: Viewer, contactId: RawBuilder<unknown>): Expression<SqlBool> =>
  viewerScope(viewer, driversArea) === 'all'
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (select from contacts where contacts.id = ${contactId} and ${contactsVisibleTo(viewer)})`
export const driversVisibleTo = (viewer: Viewer) => ofVisible(viewer, sql`code95_drivers.contact_id`)
export const creditsVisibleTo = (viewer: Viewer) => ofVisible(viewer, sql`code95_credits.contact_id`)

/** Until when somebody may drive for a living and what they have of the hours; undefined for who is no driver. */
export const findOwnStand = (db: Db, contactId: number) =>
  db
    .selectFrom('code95_drivers')
    .select(['valid_until', ownStand.as('stand')])
    .where('contact_id', '=', contactId)
    .executeTakeFirst()

export const listDrivers = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('code95_drivers')
    .innerJoin('contacts', 'contacts.id', 'code95_drivers.contact_id')
    .leftJoin('companies', (join) => join.onRef('companies.id', '=', 'contacts.company_id').on(companyShownTo(viewer)))
    .select([
      'code95_drivers.id',
      'code95_drivers.contact_id',
      'code95_drivers.valid_until',
      'code95_drivers.version',
      ...nameColumns,
      'contacts.company_id',
      'companies.name as company_name',
      ownStand.as('stand'),
    ])
    .where('contacts.active', '=', true)

/** @throws NotFound */
export async function getDriver(db: Db | Trx, id: number) {
  const driver = await db
    .selectFrom('code95_drivers')
    .innerJoin('contacts', 'contacts.id', 'code95_drivers.contact_id')
    .select(['code95_drivers.id', 'contact_id', 'valid_until', 'code95_drivers.version', ...nameColumns])
    .where('code95_drivers.id', '=', id)
    .executeTakeFirst()
  if (!driver) throw new NotFound('Chauffeur')
  return { ...driver, name: fullName(driver) }
}

export async function driverNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('code95_drivers')
    .innerJoin('contacts', 'contacts.id', 'code95_drivers.contact_id')
    .select(['code95_drivers.id', ...nameColumns])
    .where('code95_drivers.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, fullName(row)]))
}

export const listCredits = (db: Db | Trx, contactId: number) =>
  db
    .selectFrom('code95_credits')
    .select(['id', 'group_id', 'description', 'code', 'minutes', 'elearning_minutes', 'practice', 'counted_on'])
    .where('contact_id', '=', contactId)

/** @throws NotFound */
export async function getCredit(db: Db | Trx, id: number) {
  const credit = await db.selectFrom('code95_credits').selectAll().where('id', '=', id).executeTakeFirst()
  if (!credit) throw new NotFound('Uren voor code 95')
  return credit
}

export async function creditNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('code95_credits').select(['id', 'description']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, description }) => [id, description]))
}
