import type { Trx } from '../../../platform/database/types.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** Of Kuipers, late for long. */
    openingItem: number
    /** Of Kuipers, not late, which nobody was written to about. */
    openingItemAlone: number
    /** The number by which Kuipers is known as a customer. */
    customerNumber: number
  }
}

/** What was open in the system before this one. */
export async function seedOpenItems(trx: Trx, story: Story, now: Date): Promise<void> {
  const day = (ago: number) => addDays(today(now), -ago)
  const buyers = { company_id: story.companies.kuipers, contact_id: null }
  const rows = await trx
    .insertInto('opening_items')
    .values([
      { ...buyers, number: '2025-0381', invoice_date: day(130), expires_at: day(100), total: 121_000, opening: 60_500 },
      { ...buyers, number: '2025-0402', invoice_date: day(20), expires_at: addDays(today(now), 10), total: 24_200, opening: 24_200 }, // prettier-ignore
    ])
    .returning('id')
    .execute()
  story.openingItem = rows[0]!.id
  story.openingItemAlone = rows[1]!.id
  const { client_id } = await trx
    .selectFrom('companies')
    .select('client_id')
    .where('id', '=', story.companies.kuipers)
    .executeTakeFirstOrThrow()
  story.customerNumber = client_id
}
