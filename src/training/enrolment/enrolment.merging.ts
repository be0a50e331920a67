import type { MergeSettlement } from '../../platform/manifest.ts'

/** Somebody who was enrolled twice in one part has one place there: with the results, where only one of them had any. */
export const joinEnrolments: Exclude<MergeSettlement['settle'], 'drop'> = async (trx, { row, keptId }) => {
  const twin = await trx
    .selectFrom('enrolments')
    .select(['id', 'present', 'passed', 'note'])
    .where('appointment_id', '=', row.appointment_id as number)
    .where('contact_id', '=', keptId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const present = (twin.present ?? row.present) as 0 | 1 | null
  const passed = (twin.present === null ? row.passed : twin.passed) as 0 | 1 | null
  const note = [twin.note, row.note as string].filter(Boolean).join('\n')
  await trx.deleteFrom('enrolments').where('id', '=', row.id).execute()
  await trx.updateTable('enrolments').set({ present, passed, note }).where('id', '=', twin.id).execute()
}
