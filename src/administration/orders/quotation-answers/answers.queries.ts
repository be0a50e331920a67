import { type Expression, type SqlBool, sql } from 'kysely'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import { isToken, tokenHash } from '../../../platform/links.ts'
import type { Records } from '../../../platform/manifest.ts'
import { nameColumns } from '../../../relations/contacts/index.ts'
import { type Quotation, getQuotation } from '../quotations/index.ts'
import { type Offered, isOver } from './answers.rules.ts'

/** The quotation behind a token; null for one that leads nowhere, whatever the reason. */
export async function findByToken(db: Db | Trx, token: string, now = new Date()): Promise<Quotation | null> {
  if (!isToken(token)) return null
  const link = await db
    .selectFrom('quotation_links')
    .select('quotation_id')
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst()
  const quotation = link && (await getQuotation(db, link.quotation_id))
  return !quotation || isOver(quotation, now) ? null : quotation
}

/** What was signed, the latest first. */
export const listSignings = (db: Db | Trx) =>
  db
    .selectFrom('quotation_signings as s')
    .innerJoin('quotations', 'quotations.id', 's.quotation_id')
    .select([
      's.id',
      's.quotation_id',
      's.signed_at',
      's.name',
      's.address',
      's.seen',
      sql<string>`quotations.uid`.as('uid'),
    ])
    .orderBy('s.id', 'desc')

/** What a quotation was accepted with; undefined where that was not done here. */
export const findSigning = (db: Db | Trx, { id, accepted_at }: Pick<Quotation, 'id' | 'accepted_at'>) =>
  accepted_at === null
    ? Promise.resolve(undefined)
    : listSignings(db).where('s.quotation_id', '=', id).where('s.signed_at', '=', accepted_at).executeTakeFirst()

/** @throws NotFound */
export async function getSigning(db: Db | Trx, id: number) {
  const row = await listSignings(db)
    .select(['s.signature', sql<Offered>`s.paper`.as('paper')])
    .where('s.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new NotFound('Akkoord')
  return row
}
export type Signing = Awaited<ReturnType<typeof getSigning>>

/** What was asked about a quotation, in the order in which it was. */
export const listQuestions = (db: Db | Trx, quotationId: number) =>
  db
    .selectFrom('quotation_questions')
    .leftJoin('users', 'users.id', 'quotation_questions.answered_by')
    .select([
      'quotation_questions.id',
      'quotation_questions.quotation_id',
      'quotation_questions.name',
      'quotation_questions.question',
      'quotation_questions.answer',
      'quotation_questions.created_at',
      'quotation_questions.answered_at',
      'quotation_questions.version',
      'users.name as answered_by_name',
    ])
    .where('quotation_questions.quotation_id', '=', quotationId)
    .orderBy('quotation_questions.id')

/** @throws NotFound */
export async function getQuestion(db: Db | Trx, id: number) {
  const row = await db
    .selectFrom('quotation_questions')
    .select(['id', 'quotation_id', 'name', 'question', 'answer', 'created_at', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new NotFound('Vraag')
  return row
}

/** Row scope of the record type 'quotation-question': that of its quotation. */
export const questionsVisibleTo = (viewer: Viewer, records: Records): Expression<SqlBool> => sql<SqlBool>`exists (
  select 1 from quotations where quotations.id = quotation_questions.quotation_id
    and ${records.record('quotation').visibleTo(viewer)})`

export async function questionNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('quotation_questions').select(['id', 'question']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, question }) => [id, question.slice(0, 80)]))
}

/** Who hears of what a customer answers: whoever handles the quotation, while that is somebody of ours. */
export const findEmployee = (db: Db | Trx, { employee_id }: Pick<Quotation, 'employee_id'>) =>
  employee_id === null
    ? Promise.resolve(undefined)
    : db
        .selectFrom('users')
        .select(['id', 'name', 'email'])
        .where('id', '=', employee_id)
        .where('active', '=', true)
        .executeTakeFirst()

/** Whom it is addressed to, where that has an e-mail address. */
export const findReader = (db: Db | Trx, { contact_id }: Pick<Quotation, 'contact_id'>) =>
  contact_id === null
    ? Promise.resolve(undefined)
    : db
        .selectFrom('contacts')
        .select(['contacts.id', ...nameColumns, 'contacts.email'])
        .where('id', '=', contact_id)
        .where('email', 'is not', null)
        .executeTakeFirst()

/** How many questions about a quotation wait for an answer. */
export const countOpen = (id: number) =>
  sql<number>`(select count(*)::integer from quotation_questions where quotation_id = ${id} and answer is null)`
