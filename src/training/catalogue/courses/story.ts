import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'
import { COURSES, type ToldCourse } from './story-courses.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    courses: {
      bhv: number
      bhvRefresher: number
      ehbo: number
      vca: number
      forklift: number
      nen3140: number
      cpr: number
      online: number
      /** Deactivated: found in lists that ask for it, offered nowhere. */
      retired: number
    }
  }
}

/** What is held in the practice hall: BHV, anew and again. */
const ASKING = [1, 2]

const BRING = 'Geldig legitimatiebewijs, makkelijke kleding en dichte schoenen. Voor lunch wordt gezorgd.'

/** As what BHV is sold: to people who come alone, and to a company with a group. */
const soldAs = (course: number, { products }: Story) =>
  course === 1
    ? {
        product_id: products.bhvCourse,
        group_product_id: products.bhvGroup,
        group_max_count: 12,
        group_extra_price: '145',
      }
    : {}

/** The courses of the demo, their components with ids of course × 10 + place, and the skills these ask of a teacher. */
export async function seedCourses(trx: Trx, story: Story): Promise<void> {
  await trx
    .insertInto('courses')
    .values(
      COURSES.map(({ parts: _parts, skills: _skills, refresher, ...course }) => ({
        ...course,
        refresher_course_id: refresher,
        checklist_id: ASKING.includes(course.id) ? story.checklists.hall : null,
        bring: ASKING.includes(course.id) ? BRING : null,
        ...soldAs(course.id, story),
      })),
    )
    .execute()
  const components = COURSES.flatMap(componentsOf)
  await trx
    .insertInto('course_components')
    .values(components.map(({ skills: _skills, ...component }) => component))
    .execute()
  await trx
    .insertInto('component_skills')
    .values(
      components.flatMap(({ id, skills }) =>
        skills.map((name) => ({ component_id: id, skill_id: story.skills[name] })),
      ),
    )
    .execute()
  // A refresher renews a certificate; on a truck one is of age.
  await trx
    .insertInto('course_requirements')
    .values([
      { course_id: 2, required_course_id: 1 },
      { course_id: 2, required_course_id: 2 },
    ])
    .execute()
  await trx.updateTable('courses').set({ minimum_age: 18 }).where('id', '=', 5).execute()
  // Whoever finds no place in a repetition can do the whole course again, and the other way round.
  await trx
    .insertInto('course_alternatives')
    .values([
      { course_id: 1, alternative_id: 2 },
      { course_id: 2, alternative_id: 1 },
      { course_id: 4, alternative_id: 11 },
      { course_id: 7, alternative_id: 3 },
    ])
    .execute()
  await trx
    .insertInto('company_course_lines')
    .values([
      {
        id: 1,
        company_id: story.companies.deLinde,
        course_id: 1,
        description: 'BHV basis, raamovereenkomst De Linde',
        price: '245.00',
      },
      { id: 2, company_id: story.companies.deLinde, course_id: 2, description: '', price: '165.50' },
    ])
    .execute()
  story.courseLines = { bhvOfDeLinde: 1 }
  story.courses = {
    bhv: 1,
    bhvRefresher: 2,
    ehbo: 3,
    vca: 4,
    forklift: 5,
    nen3140: 6,
    cpr: 7,
    online: 8,
    retired: 15,
  }
  for (const table of ['courses', 'course_components', 'company_course_lines'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      trx,
    )
}

function componentsOf({ id: course_id, parts, skills }: ToldCourse) {
  return parts.map(([description, default_start, hours, { after = 0, optional = false } = {}], i) => ({
    id: course_id * 10 + i + 1,
    course_id,
    position: i + 1,
    description,
    default_start,
    duration_minutes: hours * 60,
    days_after_previous: after,
    optional,
    skills,
  }))
}
