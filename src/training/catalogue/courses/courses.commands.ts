import { NotFound } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { lockVersion } from '../../../platform/database/versioned.ts'
import { PLACE, addProduct } from '../../../administration/catalogue/products/index.ts'
import { setComponents } from './components.commands.ts'
import type { CourseEdit, CourseInput, NewCourse } from './courses.forms.ts'

/** A refresher of 'same' is the course itself, whose id a new course does not have yet. */
const refresherOf = (choice: CourseInput['refresher_course_id'], self: number | null): number | null =>
  choice === 'same' ? self : choice

/** Adds a course, and where it comes with a price the product as which a place in it is sold. */
export async function addPricedCourse(
  trx: Trx,
  { place_price, place_tax_type_id, ...input }: NewCourse,
): Promise<{ id: number; product_id: number | null }> {
  const made =
    place_price === null || place_tax_type_id === null
      ? null
      : await addProduct(trx, { ...PLACE, name: input.description.slice(0, 120), code: input.code, price: place_price, tax_type_id: place_tax_type_id }) // prettier-ignore
  return { id: await addCourse(trx, { ...input, product_id: made ?? input.product_id }), product_id: made }
}

export async function addCourse(
  trx: Trx,
  { components, required_courses, cancellation_costs, ...input }: CourseInput,
): Promise<number> {
  const { id } = await trx
    .insertInto('courses')
    .values({ ...input, refresher_course_id: refresherOf(input.refresher_course_id, null) })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (input.refresher_course_id === 'same')
    await trx.updateTable('courses').set({ refresher_course_id: id }).where('id', '=', id).execute()
  await setComponents(trx, id, components)
  await setRequired(trx, id, required_courses)
  await setCosts(trx, id, cancellation_costs)
  return id
}

/** @throws NotFound, Stale when someone else saved first, Invalid on the components */
export async function editCourse(
  trx: Trx,
  id: number,
  { version, components, required_courses, cancellation_costs, ...input }: CourseEdit,
): Promise<void> {
  const course = { ...input, refresher_course_id: refresherOf(input.refresher_course_id, id) }
  await lockVersion(trx, 'courses', id, version, course)
  // Every save moves the version, for the components are rows of their own: two editors of one course always meet.
  await trx
    .updateTable('courses')
    .set({ ...course, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await setComponents(trx, id, components)
  await setRequired(trx, id, required_courses)
  await setCosts(trx, id, cancellation_costs)
}

/** Makes what leaving late costs that of the form. The caller holds the course's row. */
async function setCosts(trx: Trx, course_id: number, wanted: CourseInput['cancellation_costs']): Promise<void> {
  await trx
    .deleteFrom('course_cancellation_costs')
    .where('course_id', '=', course_id)
    .where('days', 'not in', [-1, ...wanted.map(({ days }) => days)])
    .execute()
  for (const { days, percentage } of wanted)
    await trx
      .insertInto('course_cancellation_costs')
      .values({ course_id, days, percentage })
      .onConflict((conflict) =>
        conflict
          .columns(['course_id', 'days'])
          .doUpdateSet({ percentage })
          .where('course_cancellation_costs.percentage', '<>', percentage),
      )
      .execute()
}

/** Makes the certificates of which one is needed those of the form. The caller holds the course's row. */
async function setRequired(trx: Trx, course_id: number, wanted: number[]): Promise<void> {
  const stored = trx.selectFrom('course_requirements').select('required_course_id').where('course_id', '=', course_id)
  const before = (await stored.execute()).map(({ required_course_id }) => required_course_id)
  const gone = before.filter((id) => !wanted.includes(id))
  const added = wanted.filter((id) => !before.includes(id))
  if (gone.length > 0)
    await trx
      .deleteFrom('course_requirements')
      .where('course_id', '=', course_id)
      .where('required_course_id', 'in', gone)
      .execute()
  if (added.length > 0)
    await trx
      .insertInto('course_requirements')
      .values(added.map((required_course_id) => ({ course_id, required_course_id })))
      .execute()
}

/** Changes some fields of the course itself. @throws NotFound, Stale when someone else saved first */
export async function changeCourse(
  trx: Trx,
  id: number,
  changes: Partial<Pick<CourseInput, 'code' | 'description' | 'validity_months' | 'max_count' | 'product_id'>>,
  version: number,
): Promise<void> {
  await lockVersion(trx, 'courses', id, version, changes)
  await trx.updateTable('courses').set(changes).where('id', '=', id).execute()
}

/** Puts courses in or out of use. The caller holds their rows. */
export async function setCoursesActive(trx: Trx, ids: number[], active: boolean): Promise<void> {
  if (ids.length > 0) await trx.updateTable('courses').set({ active }).where('id', 'in', ids).execute()
}

/** Changes some fields of several courses. The caller holds their rows. */
export async function changeCourses(
  trx: Trx,
  ids: number[],
  changes: Partial<Pick<CourseInput, 'max_count' | 'language' | 'minimum_age' | 'replace_days' | 'bring'>>,
): Promise<void> {
  if (ids.length > 0) await trx.updateTable('courses').set(changes).where('id', 'in', ids).execute()
}

/** @throws NotFound */
export async function setCourseActive(trx: Trx, id: number, active: boolean): Promise<void> {
  const found = await trx.updateTable('courses').set({ active }).where('id', '=', id).returning('id').executeTakeFirst()
  if (!found) throw new NotFound('Opleiding')
}

export async function deleteCourse(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('courses').where('id', '=', id).execute()
}
