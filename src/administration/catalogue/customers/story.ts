import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'

/** Basisschool De Lindeboom. */
const SCHOOL = 9

/** A healthcare group that pays within two weeks, a works that takes sixty days, and a school that is charged no VAT. */
export async function seedCustomerTerms(trx: Trx, story: Story): Promise<void> {
  await trx
    .insertInto('customer_terms')
    .values([
      { company_id: story.companies.deLinde, default_payment_condition_id: story.paymentConditions.short },
      { company_id: story.companies.twente, default_payment_condition_id: story.paymentConditions.long },
      { company_id: SCHOOL, tax_type_id: story.taxTypes.exempt },
    ])
    .execute()
}
