import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { Invalid } from '../../../platform/errors.ts'
import { formatCount } from '../../../platform/format/format.ts'
import { languageName } from '../../../platform/format/languages.ts'
import type { PlanCtx } from '../../../platform/screens/table/bulk.ts'
import { type BulkPlan, planOf } from '../../../platform/screens/table/bulk-plan.ts'
import { byDescription } from './courses.queries.ts'

type Asking<Form = object> = PlanCtx<object, { ids: number[] } & Form>

/** The fields that can be changed for many at once. */
export const MASS_FIELDS = ['max_count', 'language', 'minimum_age', 'replace_days', 'bring'] as const
type MassField = (typeof MASS_FIELDS)[number]
type Value = string | number | null

/** Those chosen, in Dutch order. @throws Invalid when there are none */
async function listChosen({ db, form }: Asking) {
  const rows = await db
    .selectFrom('courses')
    .select(['id', 'description as name', 'active', ...MASS_FIELDS])
    .where('id', 'in', form.ids)
    .orderBy(byDescription)
    .orderBy('id')
    .execute()
  if (rows.length === 0) throw new Invalid({ ids: ['Vink minimaal één opleiding aan.'] })
  return rows
}

/** Locks them in the order of their ids. */
export const lockCourses = (trx: Trx, ids: number[]) =>
  trx.selectFrom('courses').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()

/** What goes on referring to them: plannings to come, and courses in use that lead to them. */
async function listReferring(db: Db | Trx, ids: number[]) {
  const { rows } = await sql<{ plannings: number; refreshed: number; replaced: number }>`
    select (select count(distinct g.id)::integer from appointment_groups g join appointments a on a.group_id = g.id
        where g.course_id = any(${ids}) and a.status <> 'cancelled' and a.ends_at > now()) as plannings,
      (select count(*)::integer from courses c where c.refresher_course_id = any(${ids}) and c.active
        and c.id <> all(${ids})) as refreshed,
      (select count(distinct o.course_id)::integer from course_alternatives o join courses c on c.id = o.course_id
        where o.alternative_id = any(${ids}) and c.active and c.id <> all(${ids})) as replaced`.execute(db)
  return rows[0]!
}

/** Which go out of use, and what goes on referring to them (T-114). */
export async function planDeactivating(asking: Asking): Promise<BulkPlan> {
  const { plan, going } = planOf(await listChosen(asking), ({ active }) => (active ? {} : { why: 'is al niet actief' }))
  const { plannings, refreshed, replaced } = await listReferring(
    asking.db,
    going.map(({ id }) => id),
  )
  const others = (count: number) => formatCount(count, 'andere opleiding', 'andere opleidingen')
  return {
    ...plan,
    outcomes: [
      ...(plannings === 0
        ? []
        : [
            {
              icon: 'calendar-event',
              lead: `${formatCount(plannings, 'planning', 'planningen')} ${plannings === 1 ? 'komt' : 'komen'} nog.`,
              text: 'Wat gepland is, blijft zoals het is.',
            },
          ]),
      ...(refreshed === 0
        ? []
        : [{ icon: 'repeat', lead: `${others(refreshed)}`, text: 'met deze herhaling: kies daar een andere.' }]),
      ...(replaced === 0
        ? []
        : [{ icon: 'arrows-split-2', lead: `${others(replaced)}`, text: 'met dit alternatief: dat blijft er staan.' }]),
    ],
  }
}

/** A value as the list of what changes shows it. */
const shown = (field: MassField, value: Value): string => {
  if (value === null || value === '') return ''
  return field === 'language' ? languageName(String(value)) : String(value)
}

/** What a field becomes for each of them. */
export async function planField(
  asking: Asking<{ field: MassField | '' } & Partial<Record<MassField, Value>>>,
): Promise<BulkPlan> {
  const field = asking.form.field as MassField
  const to = asking.form[field] ?? null
  return planOf(await listChosen(asking), (course) =>
    (course[field] ?? '') === (to ?? '')
      ? { why: 'heeft dit al' }
      : { change: { from: shown(field, course[field]), to: shown(field, to) } },
  ).plan
}
