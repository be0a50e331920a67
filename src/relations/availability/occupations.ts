import { sql } from 'kysely'
import { ROLE } from '../../platform/access/roles.ts'
import { awayRows, closingDayRows } from '../../system/occupations/index.ts'
import type { OccupationRow, OccupationSource } from '../../system/occupations/points.ts'

const away = true
const resource = 'contact'
/** Who is planned: teachers and lotus. */
const isPlanned = sql`c.roles && array[${sql.lit(ROLE.teacher)}, ${sql.lit(ROLE.lotus)}]`

/** The reason stays where it is written (rulings 10.17). */
const absences: OccupationSource = {
  resource,
  record: 'absence',
  away,
  plain: true,
  rows: awayRows({ table: 'absences', of: 'contact_id', description: sql`'Niet beschikbaar'` }),
}

/** The days in Amsterdam that the span asked about touches, as `d.day`. */
const daysWithin = (first: string, last: string) => sql`
  lateral (select day::date as day from generate_series(
    greatest(${sql.ref(first)}, wanted.starts_at::date), least(${sql.ref(last)}, wanted.ends_at::date), '1 day') day) d`

const freeDays: OccupationSource = {
  resource,
  record: 'free_day',
  away,
  rows: sql<OccupationRow>`
    select f.contact_id as resource_id, f.id as record_id, 'Vrije dag' as description,
           d.day::timestamptz as starts_at, (d.day + 1)::timestamptz as ends_at,
           tstzrange(d.day::timestamptz, (d.day + 1)::timestamptz) as during, true as counts
    from free_days f, ${daysWithin('f.first_day', 'f.last_day')}
    where (d.day - f.first_day) % (7 * f.every_weeks) = 0`,
}

/** What of a day lies outside the hours that somebody works; all of a day on which nobody does. */
const outsideHours: OccupationSource = {
  resource,
  record: 'working_week',
  away,
  rows: sql<OccupationRow>`
    select w.contact_id as resource_id, w.id as record_id, 'Buiten werktijd' as description,
           free.starts_at, free.ends_at, tstzrange(free.starts_at, free.ends_at) as during, true as counts
    from working_weeks w cross join ${daysWithin('w.first_day', 'w.last_day')}
      left join working_hours h on h.week_id = w.id and h.weekday = extract(isodow from d.day)
      cross join lateral (values
        (d.day::timestamptz, coalesce((d.day + h.opens)::timestamptz, (d.day + 1)::timestamptz)),
        ((d.day + h.closes)::timestamptz, (d.day + 1)::timestamptz)) free (starts_at, ends_at)
    where free.starts_at < free.ends_at`,
}

/** On a closing day nobody teaches. */
const closingDays: OccupationSource = {
  resource,
  record: 'closing_day',
  away,
  rows: closingDayRows(sql`contacts c on ${isPlanned}`),
}

export const availabilityOccupations = [absences, freeDays, outsideHours, closingDays]
