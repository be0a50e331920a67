import { sql } from 'kysely'
import { countOf } from '../../platform/database/count.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { forgetFiles } from '../../platform/files/kept-files.ts'
import { formatCount, formatDateTime } from '../../platform/format/format.ts'
import type { Services } from '../../platform/services.ts'
import type { PersonDataSource, RetentionKind } from '../privacy/points.ts'

/** Signatures in checklists that somebody filled in last; photos are of things and rooms. */
const ownSignatures = (db: Db | Trx, contactId: number) =>
  db
    .selectFrom('checklist_answer_files')
    .innerJoin('checklist_answers', 'checklist_answers.id', 'checklist_answer_files.answer_id')
    .innerJoin('checklist_submissions', 'checklist_submissions.id', 'checklist_answers.submission_id')
    .innerJoin('users', 'users.id', 'checklist_submissions.filled_by')
    .select(['checklist_answer_files.id', 'checklist_answer_files.file_id'])
    .where('checklist_answers.kind', '=', 'signature')
    .where('users.contact_id', '=', contactId)

async function remove(
  trx: Trx,
  services: Pick<Services, 'jobs'>,
  rows: { id: number; file_id: number }[],
): Promise<number> {
  if (rows.length === 0) return 0
  await trx
    .deleteFrom('checklist_answer_files')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  await forgetFiles(
    trx,
    services,
    rows.map(({ file_id }) => file_id),
  )
  return rows.length
}

/** Who filled a checklist in, and signed it. */
export const checklistData: PersonDataSource = {
  key: 'checklists',
  label: 'Checklists die u invulde',
  collect: async ({ db }, contactId) => {
    const rows = await db
      .selectFrom('checklist_submissions')
      .innerJoin('users', 'users.id', 'checklist_submissions.filled_by')
      .select(['checklist_submissions.name', 'checklist_submissions.updated_at', 'checklist_submissions.finished_at'])
      .where('users.contact_id', '=', contactId)
      .orderBy('checklist_submissions.id')
      .execute()
    return rows.map(({ name, updated_at, finished_at }) => ({
      Checklist: name,
      'Ingevuld op': formatDateTime(updated_at),
      'Afgerond op': finished_at === null ? null : formatDateTime(finished_at),
    }))
  },
  plan: async (db, contactId) => {
    const count = await countOf(ownSignatures(db, contactId))
    const what = formatCount(count, 'handtekening', 'handtekeningen')
    return { emptied: count === 0 ? [] : [`${what} onder checklists`], kept: [], blocked: [] }
  },
  anonymise: async (trx, contactId, services) => {
    await remove(trx, services, await ownSignatures(trx, contactId).execute())
  },
}

const before = (db: Db | Trx, moment: Date) =>
  db
    .selectFrom('checklist_answer_files')
    .select(['checklist_answer_files.id', 'checklist_answer_files.file_id'])
    .where(sql<boolean>`checklist_answer_files.created_at < ${moment}`)

export const checklistRetention: RetentionKind = {
  key: 'checklist-files',
  label: 'Foto’s en handtekeningen van checklists',
  basis: 'Na het invullen worden foto en handtekening verwijderd; de antwoorden blijven.',
  months: 24,
  count: (db, moment) => countOf(before(db, moment)),
  remove: async (trx, moment, services) => remove(trx, services, await before(trx, moment).limit(5000).execute()),
}
