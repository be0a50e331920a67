import type { Trx } from '../../../platform/database/types.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'
import { bookProposal } from './booking.commands.ts'
import { importStatements } from './import.commands.ts'
import type { ReadEntry, ReadStatement } from './reading/types.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    bank: {
      statement: number
      /** A statement of a day on which nothing was paid. */
      empty: number
      /** What went out, and is none of ours. */
      ignored: number
      /** A payment whose amount and name agree with an invoice. */
      proposed: number
      /** A payment of nobody we know. */
      todo: number
      /** What a provider of payments paid out. */
      booked: number
    }
  }
}

const ACCOUNT = 'NL44RABO0123456789'

const told = (booked_on: string, n: number, more: Partial<ReadEntry> & { amount: number }): ReadEntry => ({
  ...{ booked_on, bank_ref: `NK-${n}`, end_to_end: null, reference: null, counter_iban: null, counter_name: null },
  ...{ description: '', return_reason: null },
  ...more,
})

const statementOf = (
  number: string,
  [from_on, to_on]: [string, string],
  opening: number,
  entries: ReadEntry[],
): ReadStatement => ({
  ...{ format: 'camt', account: ACCOUNT, number, from_on, to_on, opening, entries },
  closing: opening + entries.reduce((sum, { amount }) => sum + amount, 0),
})

/** A statement of a few days ago, of which some entries are still to be dealt with, and one without any. */
export async function seedBank(trx: Trx, story: Story, now: Date): Promise<void> {
  const opening = 1_250_000
  const day = addDays(today(now), -2)
  const late = await trx
    .selectFrom('invoices')
    .select('open')
    .where('id', '=', story.invoices.late)
    .executeTakeFirstOrThrow()
  const entries = [
    told(day, 1, { amount: late.open, counter_iban: 'NL20INGB0001234567', counter_name: 'Zorggroep De Linde', description: 'BHV voorjaar restant' }), // prettier-ignore
    told(day, 2, { amount: 7_350, counter_iban: 'NL39RABO0300065264', counter_name: 'H. Veldkamp', description: 'bijdrage opleiding' }), // prettier-ignore
    told(day, 3, { amount: -4_250, counter_name: 'Rabobank', description: 'Kosten zakelijk pakket' }),
    told(day, 4, { amount: 24_310, counter_name: 'Betaaldienst', description: 'Uitbetaling 4471' }),
  ]
  const last = addDays(today(now), -1)
  const first = statementOf('231', [day, day], opening, entries)
  const { ids } = await importStatements(trx, [first, statementOf('232', [last, last], first.closing, [])], {
    fileName: 'afschriften.xml',
    by: null,
  })
  const rows = await trx
    .selectFrom('bank_entries')
    .selectAll()
    .where('statement_id', '=', ids[0]!)
    .orderBy('position')
    .execute()
  const [proposed, todo, ignored, booked] = rows
  await bookProposal(trx, booked!, {
    ...{ kind: 'payout', confidence: 'certain', payout: '4471', text: 'Uitbetaling 4471' },
    reason: 'Uitbetaling 4471 van de betaaldienst',
  })
  story.bank = {
    ...{ statement: ids[0]!, empty: ids[1]!, proposed: proposed!.id, todo: todo!.id, ignored: ignored!.id },
    booked: booked!.id,
  }
}
