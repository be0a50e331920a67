import type { MergeStrategy } from '../../platform/merging.ts'

/** What hangs on a contact or a company within relations themselves. Links and lines that both have are kept once. */
export const relationMerges: MergeStrategy[] = [
  { record: 'contact', table: 'companies', column: 'contact_person_id', merges: 'moves' },
  { record: 'contact', table: 'contact_companies', column: 'contact_id', merges: 'drop' },
  { record: 'contact', table: 'contact_skills', column: 'contact_id', merges: 'drop' },
  { record: 'contact', table: 'supervisions', column: 'contact_id', merges: 'drop' },
  { record: 'contact', table: 'supervisions', column: 'supervisor_id', merges: 'drop' },
  { record: 'company', table: 'companies', column: 'parent_id', merges: 'moves' },
  { record: 'company', table: 'contacts', column: 'company_id', merges: 'moves' },
  { record: 'company', table: 'contact_companies', column: 'company_id', merges: 'drop' },
  { record: 'company', table: 'company_course_lines', column: 'company_id', merges: 'drop' },
  // Numbers follow what the contact or the company says of its own (trigger).
  { record: 'contact', table: 'client_ids', column: 'contact_id', merges: 'stays' },
  { record: 'company', table: 'client_ids', column: 'company_id', merges: 'stays' },
]
