import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { likePattern, wordsOf } from '../../../platform/matching/conditions.ts'
import {
  type Filter,
  type Filters,
  numberFilter,
  periodFilter,
  selectFilter,
  selectorFilter,
  textFilter,
} from '../../../platform/screens/table/table-filters.ts'
import { LACKING, lacksPlace, lacksTeacher } from '../../planning/appointments/index.ts'
import { isUnreported, reportUntil } from '../../planning/code95/index.ts'
import { isOfCompany } from './plannings.queries.ts'

/** Plannings with such a part. */
const withPart = (part: Expression<SqlBool>) =>
  sql<SqlBool>`appointments.group_id in (select part.group_id from appointments part where ${part})`

/** Parts on which something can still be done, as the index of those says it. */
const isOpen = sql<SqlBool>`part.status not in ('done', 'cancelled')`
const comes = sql<SqlBool>`part.ends_at > now() and ${isOpen}`
const hasBeen = sql<SqlBool>`part.ends_at <= now() and ${isOpen}`

/** An option has to be confirmed or let go so many days before it starts. */
export const OPTION_DAYS = 14

/** Who has places without names is asked for these so many days before they go to others. */
const NAMES_DAYS = 7

/** When the first part of a planning is like this: the day of it, or what else it says of a day. */
const firstDay = (part: Expression<SqlBool>, day: RawBuilder<unknown>) =>
  sql<string | null>`(select min(${day}) from appointments part
    where part.group_id = appointments.group_id and ${part})`
const starts = sql`(part.starts_at at time zone 'Europe/Amsterdam')::date`
const dayAfter = sql`(part.ends_at at time zone 'Europe/Amsterdam')::date + 1`

const namesBy = sql`from reservations r where r.appointment_id = part.id`
const inWeeks = sql<SqlBool>`(${comes} and part.status = 'option'
  and part.starts_at - ${sql.lit(`${OPTION_DAYS} days`)}::interval < now())`
const withoutNames = sql<SqlBool>`(${comes} and exists (select 1 ${namesBy}
  and r.names_by <= current_date + ${sql.lit(NAMES_DAYS)}))`
const withoutTeacher = sql<SqlBool>`(${comes} and ${lacksTeacher('part')})`
const withoutPlace = sql<SqlBool>`(${comes} and ${lacksPlace('part')})`
const withoutResults = sql<SqlBool>`(${hasBeen} and exists (select 1 from enrolments e
  where e.appointment_id = part.id and (e.present is null or e.passed is null)))`

/** Work that is still to be done on a planning; the calendar asks the same of its parts. */
export const TASKS = {
  to_finish: {
    label: 'Af te ronden',
    where: sql<SqlBool>`(${withPart(hasBeen)} and not exists (select 1 from appointments part
      where part.group_id = appointments.group_id and part.ends_at > now() and part.status <> 'cancelled'))`,
  },
  no_teacher: { label: LACKING.no_teacher, where: withPart(withoutTeacher) },
  no_room: { label: LACKING.no_room, where: withPart(withoutPlace) },
  option_due: { label: `Optie binnen ${OPTION_DAYS / 7} weken`, where: withPart(inWeeks) },
  option_over: {
    label: 'Optie voorbij',
    where:
      withPart(sql<SqlBool>`(${comes} and part.status = 'option' and exists (select 1 from appointment_groups decided
      where decided.id = part.group_id and decided.option_until < now()::date))`),
  },
  names_due: { label: 'Wacht op namen', where: withPart(withoutNames) },
  results_open: { label: 'Resultaten open', where: withPart(withoutResults) },
  cbr_late: { label: 'Uitslag te laat voor het CBR', where: withPart(isUnreported) },
}

/** Of the tasks that wait for somebody, the day on which harm is done when nobody does them. */
export const HARM = {
  to_finish: sql`(select max(${dayAfter}) from appointments part
    where part.group_id = appointments.group_id and part.status <> 'cancelled')`,
  no_teacher: firstDay(withoutTeacher, starts),
  no_room: firstDay(withoutPlace, starts),
  option_due: sql`coalesce(appointment_groups.option_until, ${firstDay(inWeeks, starts)})`,
  names_due: firstDay(withoutNames, sql`(select min(r.names_by) ${namesBy})`),
  results_open: firstDay(withoutResults, dayAfter),
  cbr_late: firstDay(isUnreported, reportUntil),
} satisfies Partial<Record<keyof typeof TASKS, RawBuilder<unknown>>>
export type Task = keyof typeof TASKS

const optionsOf = (labels: Record<string, { label: string }>) =>
  Object.entries(labels).map(([value, { label }]) => ({ value, label }))

/** Words of the course, and the number that people quote ('Planning 20418'). */
const search: Filter = {
  ...textFilter('Opleiding of nummer', { text: sql<string>`courses.search_text` }),
  where: (value) => {
    const words = wordsOf(value).filter((word) => word.toLowerCase() !== 'planning')
    const has = words.map((word) =>
      /^\d{1,9}$/.test(word)
        ? sql<SqlBool>`appointments.group_id = ${Number(word)}`
        : sql<SqlBool>`courses.search_text like normalise(${likePattern(word)})`,
    )
    return has.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(has, sql` and `)})`
  },
}

const STATUSES = {
  option: { label: 'Optie' },
  planned: { label: 'Gepland' },
  confirmed: { label: 'Bevestigd' },
  executed: { label: 'Uitgevoerd' },
  done: { label: 'Afgerond' },
  cancelled: { label: 'Geannuleerd' },
}

export const whenFilter = selectFilter(
  'Wanneer',
  [
    { value: 'coming', label: 'Nog te komen' },
    { value: 'past', label: 'Geweest' },
  ],
  (value) => {
    const coming = withPart(sql<SqlBool>`part.ends_at > now()`)
    return value === 'coming' ? coming : sql<SqlBool>`not ${coming}`
  },
)

/** The plannings of a series, by the number of any of them. */
const series = numberFilter(
  'Reeks van planning',
  (numbers) => sql<SqlBool>`appointment_groups.series_id in (
    select own.series_id from appointment_groups own where own.id in (${sql.join(numbers)}))`,
)

export const planningFilters: Filters = {
  search,
  when: whenFilter,
  course_id: selectorFilter(
    'Opleiding',
    'course',
    (courses) => sql<SqlBool>`appointment_groups.course_id in (${sql.join(courses)})`,
  ),
  starts: periodFilter('Datum', { column: sql`appointments.starts_at`, type: 'timestamptz' }),
  status: selectFilter('Status', optionsOf(STATUSES), (status) => sql<SqlBool>`next.status = ${status}`),
  task: selectFilter('Taken', optionsOf(TASKS), (task) => TASKS[task as Task].where),
  company_id: selectorFilter('Bedrijf', 'company', isOfCompany),
  series,
}
