import { sql } from 'kysely'
import { countOf } from '../../../platform/database/count.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { formatDateTime, formatScore } from '../../../platform/format/format.ts'
import { type RetentionKind, personRows } from '../../../system/privacy/points.ts'
import { shuffle } from './anonymous.commands.ts'
import { listGiven } from './submissions.queries.ts'

/** Scores stay, without who gave them, and count as what was never named does; what was written or begun goes. */
async function letGo(trx: Trx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from evaluation_answers a using evaluation_questions q
    where q.id = a.question_id and q.type in ('open', 'call') and a.submission_id = any(${ids}::uuid[])`.execute(trx)
  await sql`update evaluation_answers set reason = null where submission_id = any(${ids}::uuid[])`.execute(trx)
  await sql`delete from evaluation_submissions where id = any(${ids}::uuid[]) and not done`.execute(trx)
  await sql`update evaluation_answers set counts = false where submission_id = any(${ids}::uuid[])`.execute(trx)
  const { rows: plannings } = await sql<{ group_id: number }>`
    with emptied as (update evaluation_submissions set contact_id = null, company_id = null, started_at = null, finished_at = null,
      counts = false where id = any(${ids}::uuid[]) returning group_id)
    select distinct group_id from emptied order by group_id`.execute(trx)
  for (const { group_id } of plannings) await shuffle(trx, group_id)
}

const own = (db: Db | Trx, contactId: number) =>
  db
    .selectFrom('evaluation_submissions')
    .innerJoin('courses', 'courses.id', 'evaluation_submissions.course_id')
    .select(['evaluation_submissions.id', 'courses.description as course', 'finished_at', 'started_at'])
    .where('contact_id', '=', contactId)
    .orderBy('started_at')

const rows = personRows({
  key: 'evaluations',
  label: 'Evaluaties die u op naam invulde',
  rows: own,
  show: (row) => ({ Opleiding: row.course, 'Ingevuld op': formatDateTime(row.finished_at) }),
  empties: [{ what: ['ingevulde evaluatie', 'ingevulde evaluaties'] }],
})

/** What somebody said by name; what was said without one is of nobody. */
export const evaluationData = {
  ...rows,
  collect: async ({ db }: { db: Db }, contactId: number) => {
    const found = await own(db, contactId).execute()
    return Promise.all(
      found.map(async (row) => ({
        Opleiding: row.course,
        'Ingevuld op': formatDateTime(row.finished_at),
        Antwoorden: (await listGiven(db, row.id))
          .map(
            ({ question, teacher, told, reason, score }) =>
              `${question}${teacher ? ` (${teacher})` : ''}: ${told}${reason ? `, ${reason}` : ''}${score === null ? '' : ` (${formatScore(score)})`}`,
          ) // prettier-ignore
          .join('\n'),
      })),
    )
  },
  anonymise: async (trx: Trx, contactId: number) => {
    await letGo(
      trx,
      (await own(trx, contactId).execute()).map(({ id }) => id),
    )
    await trx.deleteFrom('evaluation_struck_off').where('contact_id', '=', contactId).execute()
  },
}

const older = (db: Db | Trx, before: Date) =>
  db
    .selectFrom('evaluation_submissions')
    .select('evaluation_submissions.id')
    .where('contact_id', 'is not', null)
    .where(sql<boolean>`day < (${before}::timestamptz at time zone 'Europe/Amsterdam')::date`)

export const evaluationRetention: RetentionKind = {
  key: 'evaluations',
  label: 'Namen bij evaluaties',
  basis: 'na de opleiding: de naam en wat is geschreven gaan weg, de cijfers blijven, vanaf 4 van een planning',
  months: 12,
  count: (db, before) => countOf(older(db, before)),
  remove: async (trx, before) => {
    const ids = (await older(trx, before).limit(1000).execute()).map(({ id }) => id)
    await letGo(trx, ids)
    return ids.length
  },
}

export const struckOffRetention: RetentionKind = {
  key: 'evaluations-answered',
  label: 'Wie een anonieme evaluatie heeft ingevuld',
  basis: 'na het invullen: dat iemand antwoordde gaat weg, de antwoorden blijven',
  months: 6,
  count: (db, before) => countOf(db.selectFrom('evaluation_struck_off').where(sql<boolean>`day < ${before}`)),
  remove: async (trx, before) =>
    Number(
      (
        await trx
          .deleteFrom('evaluation_struck_off')
          .where(sql<boolean>`day < ${before}`)
          .executeTakeFirst()
      ).numDeletedRows,
    ),
}
