import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    paymentConditions: { short: number; usual: number; long: number }
  }
}

/** The names of what the migrations bring. */
export async function seedPaymentConditions(_trx: Trx, story: Story): Promise<void> {
  story.paymentConditions = { short: 1, usual: 2, long: 3 }
}
