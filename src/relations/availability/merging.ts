import type { MergeStrategy, ResolveConflict } from '../../platform/merging.ts'

/** Working hours of somebody for days on which the kept person has some go: one person has one week. */
const keepOwnHours: ResolveConflict = async (trx, { row }) => {
  await trx.deleteFrom('working_weeks').where('id', '=', row.id).execute()
}

export const availabilityMerges: MergeStrategy[] = [
  { record: 'contact', table: 'absences', column: 'contact_id', merges: 'moves' },
  { record: 'contact', table: 'free_days', column: 'contact_id', merges: 'moves' },
  { record: 'contact', table: 'working_weeks', column: 'contact_id', merges: keepOwnHours },
]
