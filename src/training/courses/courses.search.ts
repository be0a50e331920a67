import { type SqlBool, sql } from 'kysely'
import type { SearchSource } from '../../platform/search.ts'

/** Courses by description; by their code too, since it opens the same course. */
export const courseSearch: SearchSource = {
  type: 'Course',
  record: 'course',
  label: 'Opleidingen',
  icon: 'school',
  open: '/course/view/{id}',
  value: sql<string>`courses.description`,
  name: sql<string>`courses.description`,
  exact: (typed) => [{ field: 'description', where: sql<SqlBool>`normalise(courses.code) = normalise(${typed})` }],
  begins: [{ field: 'description', name: sql<string>`normalise(courses.description)`, then: [] }],
  words: { field: 'description', text: sql<string>`courses.search_text` },
}
