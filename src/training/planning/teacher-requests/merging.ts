import type { MergeStrategy } from '../../../platform/merging.ts'

/** Somebody who was asked twice for the same, by two records, was asked once. */
export const requestMerges: MergeStrategy[] = [
  { record: 'contact', table: 'teacher_requests', column: 'contact_id', merges: 'drop' },
  { record: 'contact', table: 'teacher_applications', column: 'contact_id', merges: 'drop' },
]
