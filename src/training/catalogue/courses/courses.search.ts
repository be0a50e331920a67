import { type SqlBool, sql } from 'kysely'
import { beside, type SearchSource } from '../../../platform/search/search.ts'

const description = sql<string>`courses.description`

/** Courses by description; by their code too, since it opens the same course. */
export const courseSearch: SearchSource = {
  type: 'Course',
  record: 'course',
  label: 'Opleidingen',
  icon: 'school',
  open: '/course/view/{id}',
  order: 30,
  active: sql<SqlBool>`courses.active`,
  name: description,
  exact: (typed) => [
    { field: 'description', value: description, where: sql<SqlBool>`normalise(courses.code) = normalise(${typed})` },
  ],
  begins: [{ field: 'description', value: description, name: sql<string>`normalise(courses.description)`, then: [] }],
  words: { field: 'description', value: description, text: sql<string>`courses.search_text` },
  beside: () =>
    beside(
      sql<{
        name: string
        code: string
        online: boolean
      }>`jsonb_build_object('name', courses.description,
        'code', courses.code, 'online', courses.online)`,
      ({ name, code, online }) => ({
        text: [code === name ? null : code, online ? 'Online' : null].filter(Boolean).join(' · '),
      }),
    ),
}
