import { ROLE } from '../../../platform/access/roles.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'
import { addDays, today } from '../../../platform/format/zone.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** A billing run that was stopped: one concept is made, one is waiting. */
    billingRun: number
  }
}

export async function seedBilling(trx: Trx, story: Story, now: Date): Promise<void> {
  const day = addDays(today(now), -1)
  const { id } = await trx
    .insertInto('billing_runs')
    .values({ until: day, invoice_date: day, started_by: story.users[ROLE.scheduler]!, state: 'stopped' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('billing_items')
    .values([
      { run_id: id, bill: `company-${story.companies.deLinde}`, shown: 'made', state: 'made', invoice_id: story.invoices.concept }, // prettier-ignore
      { run_id: id, bill: `company-${story.companies.twente}`, shown: 'of-yesterday' },
    ])
    .execute()
  story.billingRun = id
}
