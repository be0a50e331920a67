import type { ResolveConflict } from '../../../platform/merging.ts'

interface Outcome {
  present: number | null
  passed: number | null
}
/** Present before absent before unknown, and likewise for passed: the place nobody came to says nothing of who came. */
const weight = ({ present, passed }: Outcome) => (present ?? -1) * 10 + (passed ?? -1)

/** Somebody who was enrolled twice in one part has one place there, with the better outcome and the notes of both. */
export const joinEnrolments: ResolveConflict = async (trx, { row, keptId }) => {
  const twin = await trx
    .selectFrom('enrolments')
    .select(['id', 'present', 'passed', 'arrived_at', 'note', 'company_id', 'waiver', 'waived_by', 'waived_at'])
    .where('appointment_id', '=', row.appointment_id as number)
    .where('contact_id', '=', keptId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const other = row as unknown as Outcome &
    Pick<typeof twin, 'arrived_at' | 'note' | 'company_id' | 'waiver' | 'waived_by' | 'waived_at'>
  const { present, passed } = weight(other) > weight(twin) ? other : twin
  const arrived_at = present === 0 ? null : (twin.arrived_at ?? other.arrived_at)
  const note = [...new Set([twin.note, other.note])].filter(Boolean).join('\n')
  const company_id = twin.company_id ?? other.company_id
  const { waiver, waived_by, waived_at } = twin.waiver === '' ? other : twin
  await trx.deleteFrom('enrolments').where('id', '=', row.id).execute()
  await trx
    .updateTable('enrolments')
    .set({ present, passed, arrived_at, note, company_id, waiver, waived_by, waived_at })
    .where('id', '=', twin.id)
    .execute()
}
