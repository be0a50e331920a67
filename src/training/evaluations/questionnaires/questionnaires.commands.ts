import type { Trx } from '../../../platform/database/types.ts'
import { countOf } from '../../../platform/database/count.ts'
import { lockRow, lockVersion } from '../../../platform/database/versioned.ts'
import { Invalid } from '../../../platform/errors.ts'
import { sql } from 'kysely'
import { ownOfType } from './questions.rules.ts'
import { answersOf, getEvaluation, getQuestion, listQuestions } from './questionnaires.queries.ts'
import type { EvaluationEdit, EvaluationInput, QuestionEdit, QuestionInput } from './questionnaires.forms.ts'

type Rows = EvaluationInput['questions']

const GONE = 'Een vraag is intussen verwijderd. Vernieuw de gegevens en probeer het opnieuw.'

async function nextQuestionId(trx: Trx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('evaluation_questions', 'id'))::integer as id`.execute(trx)
  return rows[0]!.id
}

/** A new question is its own origin. */
async function insertQuestion(trx: Trx, version_id: number, position: number, input: QuestionInput): Promise<number> {
  const id = await nextQuestionId(trx)
  await trx
    .insertInto('evaluation_questions')
    .values({ id, origin_id: id, version_id, position, ...input })
    .execute()
  return id
}

async function addVersion(trx: Trx, evaluation_id: number, number: number): Promise<number> {
  const row = await trx.insertInto('evaluation_versions').values({ evaluation_id, number }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
  return row.id
}

/** Whether anybody answered this version, or began to. */
const isAnswered = async (trx: Trx, versionId: number): Promise<boolean> =>
  (await trx
    .selectFrom('evaluation_submissions')
    .select('version_id')
    .where('version_id', '=', versionId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * The version of an evaluation that may be changed: the newest, or one after it with copies of its questions where somebody
 * answered that. The caller holds the row of the evaluation, as who begins to answer does.
 * @returns the version, and what became of the ids of the questions before
 */
async function openVersion(trx: Trx, evaluationId: number): Promise<{ id: number; became: Map<number, number> }> {
  const { version_id } = await getEvaluation(trx, evaluationId)
  const questions = await listQuestions(trx, version_id)
  if (!(await isAnswered(trx, version_id)))
    return { id: version_id, became: new Map(questions.map(({ id }) => [id, id])) }
  const { number } = await trx.selectFrom('evaluation_versions').select('number').where('id', '=', version_id).executeTakeFirstOrThrow() // prettier-ignore
  const next = await addVersion(trx, evaluationId, number + 1)
  const became = new Map<number, number>()
  for (const question of questions) {
    const { name, description, type, option_group_id, category_id, required, teacher, origin_id, position } = question
    const row = await trx
      .insertInto('evaluation_questions')
      .values({
        name,
        description,
        type,
        option_group_id,
        category_id,
        required,
        teacher,
        origin_id,
        position,
        version_id: next,
      }) // prettier-ignore
      .returning('id')
      .executeTakeFirstOrThrow()
    became.set(question.id, row.id)
  }
  return { id: next, became }
}

const sameAs = (stored: Awaited<ReturnType<typeof listQuestions>>, rows: Rows): boolean =>
  stored.length === rows.length &&
  rows.every(({ id, name, type, category_id, option_group_id, description, required, teacher }, i) => {
    const one = stored[i]!
    return (
      one.id === id && one.name === name && one.type === type && one.category_id === category_id &&
      one.option_group_id === option_group_id && one.description === description && one.required === required && one.teacher === teacher
    ) // prettier-ignore
  })

async function assertKnown(trx: Trx, rows: Pick<QuestionInput, 'category_id' | 'option_group_id'>[]): Promise<void> {
  for (const [table, column] of [
    ['evaluation_categories', 'category_id'],
    ['evaluation_option_groups', 'option_group_id'],
  ] as const) {
    const ids = [...new Set(rows.flatMap((row) => row[column] ?? []))]
    if (ids.length === 0) continue
    const found = await trx.selectFrom(table).select('id').where('id', 'in', ids).execute()
    if (found.length < ids.length) throw new Invalid({ _form: [GONE] })
  }
}

/** Makes the questions of an evaluation those of the form, in its order; the caller holds its row. */
async function setQuestions(trx: Trx, evaluationId: number, typed: Rows): Promise<void> {
  const rows = typed.map(ownOfType)
  const { version_id } = await getEvaluation(trx, evaluationId)
  const stored = await listQuestions(trx, version_id)
  if (sameAs(stored, rows)) return
  const kept = rows.flatMap(({ id }) => id ?? [])
  if (new Set(kept).size < kept.length || kept.some((id) => !stored.some((one) => one.id === id)))
    throw new Invalid({ _form: [GONE] })
  await assertKnown(trx, rows)
  const { id: versionId, became } = await openVersion(trx, evaluationId)
  const gone = stored.flatMap(({ id }) => (kept.includes(id) ? [] : [became.get(id)!]))
  if (gone.length > 0) await trx.deleteFrom('evaluation_questions').where('id', 'in', gone).execute()
  for (const [i, { id, ...input }] of rows.entries()) {
    const position = i + 1
    if (id === null) await insertQuestion(trx, versionId, position, input)
    else
      await trx
        .updateTable('evaluation_questions')
        .set({ ...input, position })
        .where('id', '=', became.get(id)!)
        .execute()
  }
}

export async function addEvaluation(trx: Trx, { questions, ...input }: EvaluationInput): Promise<number> {
  const { id } = await trx.insertInto('evaluations').values(input).returning('id').executeTakeFirstOrThrow()
  await addVersion(trx, id, 1)
  await setQuestions(trx, id, questions)
  return id
}

/** What students were promised about their name stays, also to who is answering now. @throws Invalid */
export async function assertPromisable(trx: Trx, id: number): Promise<void> {
  const { enabled, courses } = await getEvaluation(trx, id)
  if ((await countOf(answersOf(trx, id))) > 0)
    throw new Invalid({ anonymous: ['Deze evaluatie is al ingevuld of begonnen. Maak een kopie om dit te wijzigen.'] })
  if (enabled && courses > 0)
    throw new Invalid({ anonymous: ['Deze evaluatie is in gebruik. Deactiveer haar eerst om dit te wijzigen.'] })
}

/** @throws NotFound, Stale when someone else saved first */
export async function editEvaluation(trx: Trx, id: number, edit: EvaluationEdit): Promise<void> {
  const { version, questions, ...input } = edit
  const row = await lockVersion(trx, 'evaluations', id, version, input)
  if (row.anonymous !== input.anonymous) await assertPromisable(trx, id)
  await trx
    .updateTable('evaluations')
    .set({ ...input, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await setQuestions(trx, id, questions)
}

/** Every change of a question moves the version of its evaluation, so that its form meets it. */
async function holdEvaluation(trx: Trx, id: number): Promise<void> {
  const { version } = await lockRow(trx, 'evaluations', id)
  await trx
    .updateTable('evaluations')
    .set({ version: version + 1 })
    .where('id', '=', id)
    .execute()
}

export async function addQuestion(trx: Trx, evaluationId: number, input: QuestionInput): Promise<number> {
  await holdEvaluation(trx, evaluationId)
  const { id, became } = await openVersion(trx, evaluationId)
  return insertQuestion(trx, id, became.size + 1, ownOfType(input))
}

/** The question as it may be changed. @throws Invalid for one of a version before */
async function openQuestion(trx: Trx, id: number): Promise<{ id: number; evaluationId: number }> {
  const { evaluation_id: evaluationId } = await getQuestion(trx, id)
  await holdEvaluation(trx, evaluationId)
  const { became } = await openVersion(trx, evaluationId)
  const current = became.get(id)
  if (current === undefined) throw new Invalid({ _form: [GONE] })
  return { id: current, evaluationId }
}

/** @throws NotFound, Stale when someone else saved first */
export async function editQuestion(trx: Trx, id: number, { version, ...input }: QuestionEdit): Promise<number> {
  await lockVersion(trx, 'evaluation_questions', id, version, input)
  const question = await openQuestion(trx, id)
  await trx.updateTable('evaluation_questions').set(ownOfType(input)).where('id', '=', question.id).execute()
  return question.evaluationId
}

export async function deleteQuestion(trx: Trx, id: number): Promise<number> {
  const question = await openQuestion(trx, id)
  await trx.deleteFrom('evaluation_questions').where('id', '=', question.id).execute()
  return question.evaluationId
}

/** @throws Invalid for one that asks nothing */
export async function setEnabled(trx: Trx, id: number, enabled: boolean): Promise<void> {
  await lockRow(trx, 'evaluations', id)
  if (enabled && (await getEvaluation(trx, id)).asked === 0) throw new Invalid({ _form: ['Voeg eerst een vraag toe.'] })
  await trx.updateTable('evaluations').set({ enabled }).where('id', '=', id).execute()
}

/** A name that is free: 'Na de opleiding (kopie)'. */
async function copyName(trx: Trx, name: string): Promise<string> {
  for (let i = 1; ; i++) {
    const wanted = `${name.slice(0, 100)} (kopie${i === 1 ? '' : ` ${i}`})`
    const taken = await trx.selectFrom('evaluations').select('id').where('name', '=', wanted).executeTakeFirst()
    if (!taken) return wanted
  }
}

/** The same questions once more, not in use yet, of which nobody answered anything. */
export async function copyEvaluation(trx: Trx, id: number): Promise<number> {
  const { name, anonymous, intro, open_days, low_score, version_id } = await getEvaluation(trx, id)
  const questions = await listQuestions(trx, version_id)
  return addEvaluation(trx, {
    name: await copyName(trx, name),
    anonymous,
    intro,
    open_days,
    low_score,
    questions: questions.map(({ name: asked, type, category_id, option_group_id, description, required, teacher }) => ({ id: null, name: asked, type, category_id, option_group_id, description, required, teacher })), // prettier-ignore
  })
}

export async function deleteEvaluation(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('evaluations').where('id', '=', id).execute()
}

/** What a course is evaluated with; null: with nothing. */
export async function setEvaluation(trx: Trx, course_id: number, evaluation_id: number | null): Promise<void> {
  if (evaluation_id === null) await trx.deleteFrom('course_evaluations').where('course_id', '=', course_id).execute()
  else
    await trx
      .insertInto('course_evaluations')
      .values({ course_id, evaluation_id })
      .onConflict((conflict) =>
        conflict
          .column('course_id')
          .doUpdateSet({ evaluation_id })
          .where('course_evaluations.evaluation_id', '<>', evaluation_id),
      )
      .execute()
}

/** Gives it another name. @throws NotFound, Stale when someone else saved first */
export async function renameEvaluation(trx: Trx, id: number, name: string, version: number): Promise<void> {
  await lockVersion(trx, 'evaluations', id, version, { name })
  await trx.updateTable('evaluations').set({ name }).where('id', '=', id).execute()
}
