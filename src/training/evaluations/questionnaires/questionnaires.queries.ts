import { type Expression, type SqlBool, sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import { type Viewer, viewerScope } from '../../../platform/access/viewer.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound, type Reason } from '../../../platform/errors.ts'
import type { Option, QuestionType } from './questions.contract.ts'
import { evaluationsArea } from './rights.ts'

export const byEvaluation = sql`evaluations.name collate "nl-x-icu"`
export const searchedEvaluations = { text: sql<string>`evaluations.search_text`, table: 'evaluations' } as const

/** The version that is asked now; the newest. */
export const currentVersion = sql<number>`(select v.id from evaluation_versions v
  where v.evaluation_id = evaluations.id order by v.number desc limit 1)`

/** The plannings that somebody teaches. */
export const taughtBy = (contactId: number) => sql`(select p.group_id from appointments p
  join appointment_responsibles r on r.appointment_id = p.id
  where r.contact_id = ${contactId} and r.role_id = ${sql.lit(ROLE.teacher)})`

/** Row scope of the record type 'evaluation': who teaches sees those that own plannings were evaluated with. */
export function evaluationsVisibleTo(viewer: Viewer): Expression<SqlBool> {
  if (viewerScope(viewer, evaluationsArea) === 'all') return sql<SqlBool>`true`
  const { contactId } = viewer
  if (contactId === null) return sql<SqlBool>`false`
  return sql<SqlBool>`exists (select 1 from evaluation_versions v
    join evaluation_submissions s on s.version_id = v.id and s.done
    where v.evaluation_id = evaluations.id and s.group_id in ${taughtBy(contactId)})`
}

export const askedCount = sql<number>`(select count(*)::integer from evaluation_questions q
  where q.version_id = ${currentVersion})`
export const answeredCount = sql<number>`(select count(*)::integer from evaluation_submissions s
  join evaluation_versions v on v.id = s.version_id where v.evaluation_id = evaluations.id and s.done)`
const coursesCount = sql<number>`(select count(*)::integer from course_evaluations c
  where c.evaluation_id = evaluations.id)`

export const listEvaluations = (db: Db | Trx) =>
  db
    .selectFrom('evaluations')
    .selectAll('evaluations')
    .select([
      currentVersion.as('version_id'),
      askedCount.as('asked'),
      answeredCount.as('answered'),
      coursesCount.as('courses'),
    ])

/** @throws NotFound */
export async function getEvaluation(db: Db | Trx, id: number) {
  const evaluation = await listEvaluations(db).where('evaluations.id', '=', id).executeTakeFirst()
  if (!evaluation) throw new NotFound('Evaluatie')
  return evaluation
}

export async function evaluationNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('evaluations').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const questions = (db: Db | Trx) =>
  db
    .selectFrom('evaluation_questions')
    .innerJoin('evaluation_categories', 'evaluation_categories.id', 'evaluation_questions.category_id')
    .innerJoin('evaluation_versions', 'evaluation_versions.id', 'evaluation_questions.version_id')
    .leftJoin('evaluation_option_groups', 'evaluation_option_groups.id', 'evaluation_questions.option_group_id')
    .selectAll('evaluation_questions')
    .select([
      'evaluation_categories.name as category',
      'evaluation_option_groups.name as option_group',
      'evaluation_versions.evaluation_id',
      sql<Option[]>`coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'label', o.label, 'value', o.value)
        order by o.position) from evaluation_options o where o.group_id = evaluation_questions.option_group_id), '[]')`.as(
        'options',
      ),
    ])
    .$narrowType<{ type: QuestionType }>()
    .orderBy('evaluation_questions.position')
    .orderBy('evaluation_questions.id')

/** What is asked in a version, in its order. */
export const listQuestions = (db: Db | Trx, versionId: number) =>
  questions(db).where('evaluation_questions.version_id', '=', versionId).execute()
export type Question = Awaited<ReturnType<typeof listQuestions>>[number]

/** @throws NotFound */
export async function getQuestion(db: Db | Trx, id: number): Promise<Question> {
  const question = await questions(db).where('evaluation_questions.id', '=', id).executeTakeFirst()
  if (!question) throw new NotFound('Vraag')
  return question
}

export async function questionNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('evaluation_questions').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Questions that are asked now, with these words, of all evaluations or one. */
export async function findQuestions(db: Db, asked: { name: string; evaluationId: number | null }) {
  const found = await questions(db)
    .innerJoin('evaluations', 'evaluations.id', 'evaluation_versions.evaluation_id')
    .select(['evaluations.name as evaluation', 'evaluations.enabled'])
    .where('evaluation_questions.version_id', '=', currentVersion)
    .where(sql<SqlBool>`normalise(evaluation_questions.name) like '%' || normalise(${asked.name}) || '%'`)
    .$if(asked.evaluationId !== null, (query) => query.where('evaluations.id', '=', asked.evaluationId))
    .limit(100)
    .execute()
  const evaluations = Map.groupBy(found, ({ evaluation_id }) => evaluation_id)
  return {
    questions: found.map(({ id, name, description, type, category, category_id, option_group_id, required, teacher, evaluation_id }) => ({ id, name, description, type, category, category_id, option_group_id, required, teacher, evaluation_id })), // prettier-ignore
    evaluations: [...evaluations].map(([id, asked]) => ({
      id,
      name: asked[0]!.evaluation,
      enabled: asked[0]!.enabled,
      categories: [...new Set(asked.map(({ category }) => category))],
      questions: asked.map((one) => one.id),
    })),
  }
}

/** The versions of an evaluation, the newest first, with how often each was answered. */
export const listVersions = (db: Db, evaluationId: number) =>
  db
    .selectFrom('evaluation_versions')
    .select(['id', 'number', 'created_at'])
    .select([
      sql<number>`(select count(*)::integer from evaluation_questions q where q.version_id = evaluation_versions.id)`.as(
        'asked',
      ),
      sql<number>`(select count(*)::integer from evaluation_submissions s
        where s.version_id = evaluation_versions.id and s.done)`.as('answered'),
    ])
    .where('evaluation_id', '=', evaluationId)
    .orderBy('number', 'desc')
    .execute()

export const listCategories = (db: Db | Trx) =>
  db
    .selectFrom('evaluation_categories')
    .selectAll('evaluation_categories')
    .select(
      sql<number>`(select count(*)::integer from evaluation_questions q
        where q.category_id = evaluation_categories.id)`.as('asked'),
    )

/** @throws NotFound */
export async function getCategory(db: Db | Trx, id: number) {
  const category = await listCategories(db).where('id', '=', id).executeTakeFirst()
  if (!category) throw new NotFound('Categorie')
  return category
}

export const listOptionGroups = (db: Db | Trx) =>
  db
    .selectFrom('evaluation_option_groups')
    .selectAll('evaluation_option_groups')
    .select([
      sql<Option[]>`coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'label', o.label, 'value', o.value)
        order by o.position) from evaluation_options o where o.group_id = evaluation_option_groups.id), '[]')`.as(
        'options',
      ),
      sql<number>`(select count(*)::integer from evaluation_questions q
        where q.option_group_id = evaluation_option_groups.id)`.as('asked'),
    ])

/** @throws NotFound */
export async function getOptionGroup(db: Db | Trx, id: number) {
  const group = await listOptionGroups(db).where('id', '=', id).executeTakeFirst()
  if (!group) throw new NotFound('Antwoorden')
  return group
}

const namesIn =
  (table: 'evaluation_categories' | 'evaluation_option_groups') => async (db: Db | Trx, ids: number[]) => {
    const rows = await db.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute()
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
export const categoryNames = namesIn('evaluation_categories')
export const optionGroupNames = namesIn('evaluation_option_groups')

/** What was answered in an evaluation, or begun. */
export const answersOf = (db: Db | Trx, id: number) =>
  db
    .selectFrom('evaluation_submissions')
    .innerJoin('evaluation_versions', 'evaluation_versions.id', 'evaluation_submissions.version_id')
    .where('evaluation_versions.evaluation_id', '=', id)

/** What was answered stays, and so does what it answered. */
export async function evaluationBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const answered = answersOf(db, id)
  const courses = db.selectFrom('course_evaluations').where('evaluation_id', '=', id)
  return [
    { label: 'Ingevulde evaluaties', one: 'ingevulde evaluatie', count: await countOf(answered) },
    { label: 'Opleidingen', one: 'opleiding', count: await countOf(courses) },
  ]
}

export const usedBy = (column: 'category_id' | 'option_group_id') => async (db: Db | Trx, id: number) => [
  {
    label: 'Vragen',
    one: 'vraag',
    count: await countOf(db.selectFrom('evaluation_questions').select('id').where(column, '=', id)),
  },
]

/** The version that an evaluation asks now. */
export const currentVersionOf = async (db: Db | Trx, id: number): Promise<number> =>
  (await getEvaluation(db, id)).version_id
