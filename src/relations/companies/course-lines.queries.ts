import { type Expression, type SqlBool, sql } from 'kysely'
import { NotFound } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { FieldNotes } from '../naming/index.ts'
import { companiesVisibleTo } from './companies.queries.ts'

/** Row scope of the record type 'company-course-line': that of its company. */
export const courseLinesVisibleTo = (viewer: Viewer): Expression<SqlBool> =>
  sql<SqlBool>`company_course_lines.company_id in (select companies.id from companies where ${companiesVisibleTo(viewer)})`

/** '1.323,00', with up to four decimals where they matter. */
const priceText = sql<string | null>`
  case when company_course_lines.price is null then null else
    translate(regexp_replace(to_char(company_course_lines.price, 'FM99,999,990.0000'), '0{1,2}$', ''), ',.', '.,') end`

const lines = (db: Db) =>
  db
    .selectFrom('company_course_lines')
    .innerJoin('courses', 'courses.id', 'company_course_lines.course_id')
    .select([
      'company_course_lines.id',
      'company_course_lines.company_id',
      'company_course_lines.course_id',
      'company_course_lines.description',
      'company_course_lines.version',
      'courses.description as course',
      priceText.as('price_text'),
    ])

export const listCourseLines = (db: Db, companyId: number) =>
  lines(db).where('company_course_lines.company_id', '=', companyId)

/** @throws NotFound */
export async function getCourseLine(db: Db, id: number) {
  const line = await lines(db).where('company_course_lines.id', '=', id).executeTakeFirst()
  if (!line) throw new NotFound('Factuurregel')
  return line
}

/** What is wrong with a line for this course, as notes under its field. */
export async function courseLineNotes(db: Db, companyId: number, courseId: number): Promise<FieldNotes> {
  const taken = await listCourseLines(db, companyId)
    .where('company_course_lines.course_id', '=', courseId)
    .executeTakeFirst()
  if (!taken) return {}
  const links = [{ label: taken.course, url: `/companies/courseLine/${taken.id}` }]
  return { course_id: [{ text: 'Dit bedrijf heeft al een regel voor deze opleiding:', links }] }
}

/** What these companies agreed on for a course: what its line on an invoice says, and what one person costs. */
export const agreedLines = (db: Db | Trx, courseIds: readonly number[], companyIds: readonly number[]) =>
  db
    .selectFrom('company_course_lines')
    .innerJoin('companies', 'companies.id', 'company_course_lines.company_id')
    .select([
      'company_course_lines.id',
      'company_course_lines.course_id',
      'company_course_lines.company_id',
      'company_course_lines.description',
      'company_course_lines.price',
      'companies.name as company',
    ])
    .where('company_course_lines.course_id', 'in', [0, ...courseIds])
    .where('company_course_lines.company_id', 'in', [0, ...companyIds])
    .execute()
