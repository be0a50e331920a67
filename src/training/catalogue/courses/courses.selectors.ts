import { sql, type SqlBool } from 'kysely'
import { selector } from '../../../platform/screens/table/selector.ts'
import { byDescription, searchedCourses } from './courses.queries.ts'

export const courseSelector = selector({
  type: 'course',
  record: 'course',
  table: 'courses',
  query: (db) =>
    db
      .selectFrom('courses')
      .select(['courses.id', 'courses.description as label', 'courses.code', 'courses.online', 'courses.max_count']),
  searched: searchedCourses,
  sort: [byDescription],
  offered: sql<SqlBool>`courses.active`,
  filters: {
    online: (value) => sql<SqlBool>`courses.online = ${value === '1'}`,
  },
})
