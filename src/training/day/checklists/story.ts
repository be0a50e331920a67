import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Trx } from '../../../platform/database/types.ts'
import { ROLE } from '../../../platform/access/roles.ts'
import type { Story } from '../../../platform/story.ts'

const ANSWERS: Record<number, { answer: string; remark: string }> = {
  2: { answer: '1', remark: '' },
  3: { answer: '14.5', remark: 'Verwarming staat nog op de nachtstand' },
  5: { answer: '0', remark: 'Twee snelverbanden te kort' },
  8: { answer: 'Snelverbanden bestellen', remark: '' },
}

async function seedSignature(trx: Trx, created_by: number): Promise<number> {
  const bytes = await readFile(
    new URL('../../../system/documents/samples/checklists/handtekening.png', import.meta.url),
  )
  const { id } = await trx
    .insertInto('stored_files')
    .values({
      storage_key: 'samples/checklists/handtekening.png',
      name: 'handtekening.png',
      mime_type: 'image/png',
      byte_size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      created_by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The checklist of what was held yesterday: signed, but not done with. */
export async function seedPartChecklists(trx: Trx, story: Story): Promise<void> {
  const { hall } = story.checklists
  const filled_by = story.users[ROLE.teacher]!
  const { id } = await trx
    .insertInto('checklist_submissions')
    .values({
      object_type: 'appointment',
      object_id: story.appointments.toFinish,
      checklist_id: hall,
      name: 'Praktijkruimte en materiaal',
      filled_by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const blocks = await trx
    .selectFrom('checklist_blocks')
    .select(['position', 'kind', 'label', 'required', 'options', 'unit', 'lowest', 'highest'])
    .where('checklist_id', '=', hall)
    .orderBy('position')
    .execute()
  const answers = blocks.map((block) => ({
    ...block,
    submission_id: id,
    ...(ANSWERS[block.position] ?? { answer: '', remark: '' }),
  }))
  const rows = await trx.insertInto('checklist_answers').values(answers).returning(['id', 'kind']).execute()
  const answer_id = rows.find(({ kind }) => kind === 'signature')!.id
  await trx
    .insertInto('checklist_answer_files')
    .values({ answer_id, file_id: await seedSignature(trx, filled_by) })
    .execute()
  story.checklistSubmission = id
}
