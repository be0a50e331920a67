import { ROLE } from '../../platform/access/roles.ts'
import type { Trx } from '../../platform/database/types.ts'
import type { Story } from '../../platform/story.ts'

declare module '../../platform/story.ts' {
  interface Story {
    /** Saved reports: one that is mailed every month, and two that are not. */
    reports: { invoices: number; plannings: number; documents: number }
  }
}

/** What the office looks at every month. */
export async function seedReports(trx: Trx, story: Story): Promise<void> {
  const user_ids = [story.users[ROLE.administrator]!, story.users[ROLE.scheduler]!]
  const [invoices, plannings, documents] = await trx
    .insertInto('saved_reports')
    .values([
      {
        name: 'Omzetregels van de vorige maand',
        page: '/administration/reports/lines',
        query: 'invoice_date=last-month&sort=-net',
        format: 'xlsx',
        mail_every: 'month',
        user_ids,
      },
      { name: 'Planningen van de volgende maand', page: '/plannings', query: 'when=all&starts=next-month' },
      { name: 'Documenten van dit jaar', page: '/documents', query: 'added=this-year' },
    ])
    .returning('id')
    .execute()
  story.reports = { invoices: invoices!.id, plannings: plannings!.id, documents: documents!.id }
}
