import { sql } from 'kysely'
import { formatNumber, formatShortDay } from '../../../platform/format/format.ts'
import {
  type Asked,
  type Widget,
  type WidgetTable,
  monthPeriod,
  seriesOf,
  yearPeriod,
} from '../../../system/dashboard/points.ts'
import { planningsArea } from '../../rights.ts'
import { listPlannings, sumPlannings } from './plannings.queries.ts'

/** So many rows are looked through at a glance; the list has the others. */
const MOST_ROWS = 8

/** What the list of plannings says of a period, whenever it is; one that was cancelled is not given. */
const listOf = (period: string) => `/plannings?when=all&status=!cancelled&starts=${period}`

/** How many plannings begin in each month, with how many places, and how many of those are taken. */
export const appointmentsWidget: Widget = {
  name: 'appointments_forecast',
  title: 'Planningen per maand',
  area: planningsArea,
  order: 30,
  more: { label: 'Planningen', url: '/plannings' },
  of: 'appointment enrolment',
  chart: {
    kind: 'bars',
    unit: 'count',
    served: true,
    label: 'planningen in dit jaar',
    read: async ({ db, viewer, year }) => {
      const rows = await sumPlannings(db, viewer, year)
      const line = (label: string, value: 'plannings' | 'places' | 'taken') =>
        seriesOf(
          label,
          rows.map((row) => ({ month: row.month, value: row[value] })),
          (month) => listOf(monthPeriod(year, month)),
        )
      return {
        total: rows.reduce((sum, { plannings }) => sum + plannings, 0),
        url: listOf(yearPeriod(year)),
        series: [line('Planningen', 'plannings'), line('Plaatsen', 'places'), line('Bezet', 'taken')],
      }
    },
  },
}

/** What begins first. */
async function coming({ db, viewer }: Asked): Promise<WidgetTable> {
  const rows = await listPlannings(db, viewer)
    .where(sql<boolean>`appointments.starts_at > now() and next.status <> 'cancelled'`)
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .limit(MOST_ROWS)
    .execute()
  return {
    title: 'Eerstvolgende planningen',
    first: 'Opleiding',
    heads: ['Datum', 'Bezet', 'Plaatsen'],
    rows: rows.map(({ course, next_id, starts_at, taken, max_count }) => ({
      name: course,
      popup: `/calendar/view-appointment/${next_id}`,
      cells: [formatShortDay(starts_at), formatNumber(taken), formatNumber(max_count)],
    })),
    none: 'Er komen geen planningen.',
  }
}

/** How many plannings of each course come, and how many places are left in them. */
async function byCourse({ db }: Asked): Promise<WidgetTable> {
  const { rows } = await sql<{ id: number; name: string; count: number; free: number }>`
    select courses.id, courses.description as name, count(*)::integer as count,
      sum(greatest(next.max_count - next.enrolled_count - next.reserved_count, 0))::integer as free
    from appointment_groups g join courses on courses.id = g.course_id
      join lateral (select part.* from appointments part where part.group_id = g.id
        order by part.ends_at < now(), part.starts_at, part.id limit 1) next on true
    where next.ends_at > now() and next.status <> 'cancelled'
    group by courses.id, courses.description order by count(*) desc, courses.description limit ${MOST_ROWS}`.execute(db)
  return {
    title: 'Komende planningen per opleiding',
    first: 'Opleiding',
    heads: ['Planningen', 'Vrij'],
    rows: rows.map(({ id, name, count, free }) => {
      const url = `/plannings?when=coming&status=!cancelled&course_id=${id}`
      return {
        name,
        popup: `/course/view/${id}`,
        cells: [{ value: count, unit: 'count', url }, formatNumber(free)],
      }
    }),
    none: 'Er komen geen planningen.',
  }
}

export const coursesWidget: Widget = {
  name: 'courses',
  title: 'Opleidingen',
  area: planningsArea,
  order: 40,
  wide: true,
  more: { label: 'Planningen', url: '/plannings' },
  of: 'appointment enrolment',
  tables: { coming, course: byCourse },
}
