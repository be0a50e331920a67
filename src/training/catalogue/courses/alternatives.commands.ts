import type { Trx } from '../../../platform/database/types.ts'
import { Invalid, NotFound } from '../../../platform/errors.ts'

/**
 * Lets a course take the place of another. What it is already stays as it is.
 * @throws Invalid on `alternatives` for the course itself and for one that is not given any more
 */
export async function setAlternative(trx: Trx, courseId: number, alternativeId: number): Promise<void> {
  const refused = (message: string) => new Invalid({ alternatives: [message] })
  if (courseId === alternativeId) throw refused('Een opleiding is geen alternatief van zichzelf.')
  const alternative = await trx
    .selectFrom('courses')
    .select('active')
    .where('id', '=', alternativeId)
    .forShare()
    .executeTakeFirst()
  if (!alternative) throw new NotFound('Opleiding')
  if (!alternative.active) throw refused('Deze opleiding is niet actief.')
  await trx
    .insertInto('course_alternatives')
    .values({ course_id: courseId, alternative_id: alternativeId })
    .onConflict((conflict) => conflict.columns(['course_id', 'alternative_id']).doNothing())
    .execute()
}

export async function unsetAlternative(trx: Trx, courseId: number, alternativeId: number): Promise<void> {
  await trx
    .deleteFrom('course_alternatives')
    .where('course_id', '=', courseId)
    .where('alternative_id', '=', alternativeId)
    .execute()
}
