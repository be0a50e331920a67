import type { Trx } from '../../../platform/database/types.ts'
import { Invalid } from '../../../platform/errors.ts'
import { formatScore } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Services } from '../../../platform/services.ts'
import { contactNames } from '../../../relations/contacts/index.ts'
import { addTask } from '../../../system/tasks/index.ts'
import { listQuestions } from '../questionnaires/index.ts'
import { anonymousScore, lockPlanning, shuffle } from './anonymous.commands.ts'
import { type Answered, type Given, WRONG, asksOf, readAnswers, scoreOf } from './form.rules.ts'
import { type Round, findRound, listTeachers } from './rounds.queries.ts'

export interface Sent extends Given {
  version_id: number
  /** What the form promised. */
  anonymous: boolean
  /** Who wants to be called, where nobody knows who they are. */
  name: string | null
  finish: boolean
}

/** What a student sent came to; 'changed': the form promised something else about the name than holds now. */
export type Outcome = 'kept' | 'done' | 'over' | 'changed'

/**
 * Who builds waits for who answers, and the other way round: a version that is answered never changes, and with a name is
 * kept only what was asked with a name. Answers whether the form still promises what holds.
 */
async function holdAsked(trx: Trx, round: Round, { version_id: versionId, anonymous }: Sent): Promise<boolean> {
  const held = await trx.selectFrom('evaluations').select('anonymous').where('id', '=', round.evaluation_id).forShare().executeTakeFirst() // prettier-ignore
  if (held?.anonymous !== anonymous || round.anonymous !== anonymous) return false
  const version = await trx
    .selectFrom('evaluation_versions')
    .select('id')
    .where('id', '=', versionId)
    .where('evaluation_id', '=', round.evaluation_id)
    .executeTakeFirst()
  if (!version || (round.draft_id !== null && versionId !== round.version_id)) throw new Invalid({ _form: [WRONG] })
  return true
}

async function insertAnswers(trx: Trx, submission_id: string, answers: readonly Answered[], counts = true) {
  const rows = answers.map(({ type: _type, ...answer }) => ({ submission_id, counts, ...answer }))
  if (rows.length > 0) await trx.insertInto('evaluation_answers').values(rows).execute()
}

const facts = ({ group_id, course_id, establishment_id, company_id, day }: Round) => ({
  ...{ group_id, course_id, establishment_id, company_id, day },
})

/** What was begun by name and is not gone on with. */
const dropDraft = (trx: Trx, round: Round) =>
  trx
    .deleteFrom('evaluation_submissions')
    .where('group_id', '=', round.group_id)
    .where('contact_id', '=', round.contact_id)
    .where('done', '=', false)
    .execute()

/** By name: what was answered so far is kept here, so that another device goes on with it. */
async function keepNamed(trx: Trx, round: Round, sent: Sent, answers: readonly Answered[]): Promise<void> {
  const ends = sent.finish ? { done: true, finished_at: new Date() } : { done: false, finished_at: null }
  if (round.draft_id !== null) {
    await trx.updateTable('evaluation_submissions').set(ends).where('id', '=', round.draft_id).execute()
    await trx.deleteFrom('evaluation_answers').where('submission_id', '=', round.draft_id).execute()
    return insertAnswers(trx, round.draft_id, answers)
  }
  await dropDraft(trx, round)
  const { id } = await trx
    .insertInto('evaluation_submissions')
    .values({
      ...facts(round),
      ...ends,
      version_id: sent.version_id,
      contact_id: round.contact_id,
      started_at: new Date(),
    }) // prettier-ignore
    .returning('id')
    .executeTakeFirstOrThrow()
  return insertAnswers(trx, id, answers)
}

/**
 * Without a name: the answers, and that somebody answered, as two facts that do not know each other. That somebody wants to
 * be called is not among the answers, as the task of the office says who that is.
 */
async function keepAnonymous(trx: Trx, round: Round, sent: Sent, answers: readonly Answered[]): Promise<void> {
  await dropDraft(trx, round)
  const { id } = await trx
    .insertInto('evaluation_submissions')
    .values({ ...facts(round), done: true, counts: false, version_id: sent.version_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const unnamed = answers.filter(({ type }) => type !== 'call')
  await insertAnswers(trx, id, unnamed, false)
  await trx
    .insertInto('evaluation_struck_off')
    .values({ group_id: round.group_id, contact_id: round.contact_id, day: today() })
    .execute()
  await shuffle(trx, round.group_id)
}

/** What somebody in the office does with it: a low score is looked at, and who wants to be called is called. */
async function addTasks(trx: Trx, round: Round, sent: Sent, answers: readonly Answered[]): Promise<void> {
  const of = { type: 'appointment', id: round.part_id }
  const score = round.anonymous ? await anonymousScore(trx, round.group_id) : scoreOf(answers)
  if (score !== null && round.low_score !== null && score < round.low_score)
    await addTask(trx, { of, kind: 'low_score', title: `Evaluatie: ${formatScore(score)} voor ${round.course}`.slice(0, 200) }) // prettier-ignore
  if (!answers.some(({ type, answer }) => type === 'call' && answer === '1')) return
  const who = round.anonymous ? sent.name : (await contactNames(trx, [round.contact_id])).get(round.contact_id)
  await addTask(trx, {
    ...{ of, kind: 'call_back', apart: true },
    title: `Terugbellen: ${who}, ${sent.phone}`.slice(0, 200),
    note: `Gevraagd in de evaluatie van ${round.course}.`,
  })
}

/**
 * Keeps what a student sent; sent again once it is done it changes nothing.
 * @throws Invalid for answers that do not fit what is asked
 */
export async function submit(trx: Trx, services: Services, enrolmentId: number, sent: Sent): Promise<Outcome> {
  const found = await findRound(trx, enrolmentId)
  if (!found) return 'over'
  await lockPlanning(trx, found.group_id)
  const round = (await findRound(trx, enrolmentId))!
  if (round.answered) return 'done'
  if (!round.is_open) return 'over'
  if (!(await holdAsked(trx, round, sent))) return 'changed'
  const [questions, teachers] = await Promise.all([
    listQuestions(trx, sent.version_id),
    listTeachers(trx, round.group_id),
  ])
  const answers = readAnswers(asksOf(questions, teachers), sent, sent.finish)
  const calls = answers.some(({ type, answer }) => type === 'call' && answer === '1')
  if (sent.finish && calls && round.anonymous && sent.name === null) throw new Invalid({ _form: [WRONG] })
  // The draft of who stays unknown is on the own phone alone.
  if (!round.anonymous) await keepNamed(trx, round, sent, answers)
  else if (sent.finish) await keepAnonymous(trx, round, sent, answers)
  if (!sent.finish) return 'kept'
  await addTasks(trx, round, sent, answers)
  await services.changes.announce(trx, [{ type: 'appointment', id: round.part_id }])
  return 'done'
}

/** What somebody answered by name is gone, and may be answered again. */
export async function deleteSubmission(trx: Trx, at: { planningId: number; contactId: number }): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('evaluation_submissions')
    .where('group_id', '=', at.planningId)
    .where('contact_id', '=', at.contactId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
