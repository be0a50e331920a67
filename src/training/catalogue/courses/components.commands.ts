import { sql } from 'kysely'
import { Blocked, HttpError, Invalid, NotFound } from '../../../platform/errors.ts'
import { formatCount } from '../../../platform/format/format.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { listUsedComponents } from './components.queries.ts'
import type { ComponentInput } from './courses.forms.ts'

/**
 * Makes the components of a course those of the form, in its order. The caller holds the course's row.
 * @throws Invalid when a component is gone meanwhile, or one that plannings were made of was left out
 */
export async function setComponents(trx: Trx, courseId: number, components: ComponentInput[]): Promise<void> {
  const stored = await trx.selectFrom('course_components').select('id').where('course_id', '=', courseId).execute()
  const kept = components.flatMap(({ id }) => (id === null ? [] : [id]))
  if (new Set(kept).size < kept.length || kept.some((id) => !stored.some((component) => component.id === id)))
    throw new Invalid({ _form: ['Een onderdeel is intussen verwijderd. Vernieuw de gegevens en probeer het opnieuw.'] })
  await dropComponents(
    trx,
    stored.map(({ id }) => id).filter((id) => !kept.includes(id)),
  )

  const skills: { component_id: number; skill_id: number }[] = []
  for (const [i, { id, skills: wanted, ...component }] of components.entries()) {
    // The first has no previous one, wherever it was dragged from.
    const values = { ...component, position: i + 1, ...(i === 0 ? { days_after_previous: 0 } : {}) }
    const component_id = id ?? (await insertComponent(trx, { course_id: courseId, ...values }))
    if (id !== null) await trx.updateTable('course_components').set(values).where('id', '=', id).execute()
    skills.push(...wanted.map((skill_id) => ({ component_id, skill_id })))
  }
  await setSkills(trx, courseId, skills)
}

async function insertComponent(
  trx: Trx,
  values: Omit<ComponentInput, 'id' | 'skills'> & { course_id: number; position: number },
): Promise<number> {
  const { id } = await trx.insertInto('course_components').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

async function dropComponents(trx: Trx, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const used = await listUsedComponents(trx, ids)
  if (used.length > 0)
    throw new Invalid({
      components: used.map(
        ({ description, count }) =>
          `Onderdeel '${description}' staat in ${formatCount(count, 'planning', 'planningen')} en kan niet worden verwijderd.`,
      ),
    })
  await trx.deleteFrom('course_components').where('id', 'in', ids).execute()
}

async function setSkills(
  trx: Trx,
  courseId: number,
  skills: { component_id: number; skill_id: number }[],
): Promise<void> {
  await sql`
    delete from component_skills
    where component_id in (select id from course_components where course_id = ${courseId})
      and (component_id, skill_id) not in (
        select * from unnest(${skills.map((skill) => skill.component_id)}::integer[],
                             ${skills.map((skill) => skill.skill_id)}::integer[]))
  `.execute(trx)
  if (skills.length > 0)
    await trx
      .insertInto('component_skills')
      .values(skills)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/**
 * Removes one stored component while its course stands open in a form, so the course's version stays as it is; a save
 * that still names the component is refused. Answers the course it belonged to.
 * @throws NotFound, Blocked when plannings were made of it, HttpError 409 when it is the only one
 */
export async function removeComponent(trx: Trx, id: number): Promise<number> {
  // The course's row is locked, so that two people cannot each take away one of the last two.
  const component = await trx
    .selectFrom('course_components')
    .innerJoin('courses', 'courses.id', 'course_components.course_id')
    .select(['course_components.course_id'])
    .where('course_components.id', '=', id)
    .forUpdate('courses')
    .executeTakeFirst()
  if (!component) throw new NotFound('Onderdeel')
  const used = await listUsedComponents(trx, [id])
  if (used.length > 0)
    throw new Blocked(used.map(({ description, count }) => ({ label: `Planningen van '${description}'`, count })))
  const others = await trx
    .selectFrom('course_components')
    .select('id')
    .where('course_id', '=', component.course_id)
    .where('id', '<>', id)
    .limit(1)
    .execute()
  if (others.length === 0) throw new HttpError(409, 'Een opleiding heeft minimaal één onderdeel.')
  await trx.deleteFrom('course_components').where('id', '=', id).execute()
  return component.course_id
}
