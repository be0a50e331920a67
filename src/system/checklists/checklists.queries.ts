import { type Expression, type SqlBool, sql } from 'kysely'
import { NotFound, type Reason } from '../../platform/errors.ts'
import { type Viewer, viewerScope } from '../../platform/access/viewer.ts'
import { countOf } from '../../platform/database/count.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { RecordRef, Records } from '../../platform/manifest.ts'
import { carrying, ofSeen } from '../../platform/screens/form/carried.ts'
import type { Block, BlockKind } from './filling.contract.ts'
import type { LimitRow } from './limits.rules.ts'
import { checklistsArea } from './rights.ts'

/** What the list and the selector are searched in. */
export const checklistText = sql<string>`normalise(checklists.name)`
export const byName = sql`checklists.name collate "nl-x-icu"`

/** How much is asked in one, and how often it was filled in. */
export const asked = sql<number>`(select count(*)::integer from checklist_blocks b
  where b.checklist_id = checklists.id and b.kind <> 'heading')`
export const filled = sql<number>`(select count(*)::integer from checklist_submissions s
  where s.checklist_id = checklists.id)`

export const listChecklists = (db: Db) =>
  db
    .selectFrom('checklists')
    .select(['checklists.id', 'checklists.name', 'checklists.active', 'checklists.version', 'checklists.updated_at'])
    .select([asked.as('asked'), filled.as('filled')])

/** @throws NotFound */
export async function getChecklist(db: Db | Trx, id: number) {
  const checklist = await db.selectFrom('checklists').selectAll().where('id', '=', id).executeTakeFirst()
  if (!checklist) throw new NotFound('Checklist')
  return checklist
}

export async function checklistNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('checklists').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const BLOCK = [
  'position',
  'kind',
  'label',
  'required',
  'not_applicable',
  'options',
  'unit',
  'lowest',
  'highest',
] as const

const asBlock = <R extends { kind: string }>(row: R) => ({ ...row, kind: row.kind as BlockKind })

/** What is asked in a checklist, in its order. */
export async function listBlocks(db: Db | Trx, checklistId: number) {
  const rows = await db
    .selectFrom('checklist_blocks')
    .select(['id', ...BLOCK])
    .select(
      sql<LimitRow[]>`coalesce((
        select jsonb_agg(jsonb_build_object('class', l.class, 'bound', l.bound, 'base', trim_scale(l.base)::text,
          'per_metre', trim_scale(l.per_metre)::text, 'above_metres', trim_scale(l.above_metres)::text,
          'cap', trim_scale(l.cap)::text, 'source', l.source) order by l.position)
        from checklist_limits l where l.block_id = checklist_blocks.id), '[]')`.as('limits'),
    )
    .where('checklist_id', '=', checklistId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(asBlock)
}

/** A block of a checklist that takes limits. @throws NotFound */
export async function getMeasuredBlock(db: Db | Trx, checklistId: number, id: number) {
  const block = (await listBlocks(db, checklistId)).find((one) => one.id === id && one.kind === 'number')
  if (!block) throw new NotFound('Blok')
  return block
}

/** What was filled in for a record; undefined where nobody began. */
export const findSubmission = (db: Db | Trx, { type, id }: RecordRef) =>
  db
    .selectFrom('checklist_submissions')
    .leftJoin('users', 'users.id', 'checklist_submissions.filled_by')
    .selectAll('checklist_submissions')
    .select('users.name as filled_by_name')
    .where('object_type', '=', type)
    .where('object_id', '=', id)
    .executeTakeFirst()
export type Submission = NonNullable<Awaited<ReturnType<typeof findSubmission>>>

/** A photo or signature of an answer. */
export interface AnswerFile {
  /** Of the file in the store. */
  id: number
  key: string
  type: string
}
export interface AnsweredBlock extends Block {
  id: number
  position: number
  /** As they stood with its block when it was begun. */
  limits: LimitRow[]
  /** Where the limits that hold come from. */
  source: string
  answer: string
  remark: string
  files: AnswerFile[]
}

const answered = (db: Db | Trx) =>
  db
    .selectFrom('checklist_answers')
    .select(['checklist_answers.id', ...BLOCK, 'source', 'answer', 'remark'])
    .select(sql<LimitRow[]>`limits`.as('limits'))
    .select(
      sql<AnswerFile[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', f.id, 'key', f.storage_key, 'type', f.mime_type) order by af.id)
        from checklist_answer_files af join stored_files f on f.id = af.file_id
        where af.answer_id = checklist_answers.id), '[]')`.as('files'),
    )

/** The blocks as they were asked, with what was answered, in their order. */
export async function listAnswers(db: Db | Trx, submissionId: number): Promise<AnsweredBlock[]> {
  const rows = await answered(db).where('submission_id', '=', submissionId).orderBy('position').execute()
  return rows.map(asBlock)
}

/** What was filled in for several records of a type, by their ids. */
export async function answersOf(
  db: Db | Trx,
  type: string,
  ids: readonly number[],
): Promise<Map<number, AnsweredBlock[]>> {
  if (ids.length === 0) return new Map()
  const rows = await answered(db)
    .innerJoin('checklist_submissions', 'checklist_submissions.id', 'checklist_answers.submission_id')
    .select('checklist_submissions.object_id')
    .where('checklist_submissions.object_type', '=', type)
    .where('checklist_submissions.object_id', 'in', [...ids])
    .orderBy('checklist_answers.position')
    .execute()
  const found = new Map<number, AnsweredBlock[]>()
  for (const { object_id, ...row } of rows) found.set(object_id, [...(found.get(object_id) ?? []), asBlock(row)])
  return found
}

/** What blocks deleting a checklist here: what was filled in stays readable under its name. */
export async function checklistBlockers(db: Db | Trx, id: number): Promise<Reason[]> {
  const filled = db.selectFrom('checklist_submissions').where('checklist_id', '=', id)
  return [{ label: 'Ingevulde checklists', one: 'ingevulde checklist', count: await countOf(filled) }]
}

/** Row scope of what is filled in: that of the record that it is about. */
export function submissionsVisibleTo(viewer: Viewer, records: Records): Expression<SqlBool> {
  if (viewerScope(viewer, checklistsArea, 'change') === 'all') return sql<SqlBool>`true`
  return ofSeen(viewer, records, records.recordTypes().filter(carrying('checklists')), 'checklist_submissions')
}

export async function submissionNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('checklist_submissions').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
