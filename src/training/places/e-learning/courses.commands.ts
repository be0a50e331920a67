import type { Trx } from '../../../platform/database/types.ts'
import { HttpError, NotFound } from '../../../platform/errors.ts'
import { lockVersion } from '../../../platform/database/versioned.ts'
import type { CourseEdit, CourseInput } from './e-learning.forms.ts'

export async function addCourse(trx: Trx, input: CourseInput): Promise<number> {
  const { id } = await trx.insertInto('e_learning_courses').values(input).returning('id').executeTakeFirstOrThrow()
  return id
}

/** @throws Stale when someone else saved first */
export async function editCourse(trx: Trx, id: number, { version, ...input }: CourseEdit): Promise<void> {
  await lockVersion(trx, 'e_learning_courses', id, version, input)
  await trx.updateTable('e_learning_courses').set(input).where('id', '=', id).execute()
}

/** @throws HttpError (409) where somebody has a licence of it, NotFound */
export async function deleteCourse(trx: Trx, id: number): Promise<void> {
  const used = await trx
    .selectFrom('e_learning_licenses')
    .select('id')
    .where('e_learning_course_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (used) throw new HttpError(409, 'Van deze e-learning zijn licenties gegeven. Zet haar op niet in gebruik.')
  const gone = await trx.deleteFrom('e_learning_courses').where('id', '=', id).returning('id').executeTakeFirst()
  if (!gone) throw new NotFound('E-learning')
}
