import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'
import { getQuotation, quotationFacts } from '../quotations/index.ts'
import { offerOf } from './answering.commands.ts'
import { offeredOf } from './answers.rules.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    quotationAnswers: {
      /** About the one of Twente that was looked at. */
      question: number
    }
  }
}

/** One that was accepted behind its link with a name alone, and a question that waits. */
export async function seedAnswers(trx: Trx, story: Story): Promise<void> {
  const { accepted, viewed } = story.quotations
  const { accepted_at, accepted_name } = await getQuotation(trx, accepted)
  await trx
    .insertInto('quotation_signings')
    .values({
      quotation_id: accepted,
      signed_at: accepted_at!,
      name: accepted_name,
      address: '198.51.100.24',
      seen: (await offerOf(trx, accepted)).seen,
      paper: JSON.stringify(offeredOf(await quotationFacts(trx, accepted))),
    })
    .execute()
  const { id } = await trx
    .insertInto('quotation_questions')
    .values({ quotation_id: viewed, name: 'Bart Oude Luttikhuis', question: 'Kan dit ook op een zaterdag?' })
    .returning('id')
    .executeTakeFirstOrThrow()
  story.quotationAnswers = { question: id }
}
