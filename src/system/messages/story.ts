import type { Trx } from '../../platform/database/types.ts'
import type { Story } from '../../platform/story.ts'

declare module '../../platform/story.ts' {
  interface Story {
    /** A mail in the outbox. */
    message: number
  }
}

export async function tellMessages(trx: Trx, story: Story, today: Date): Promise<void> {
  const { id } = await trx
    .insertInto('mails')
    .values({
      recipient: 'a.vanderlinden@delinde.example',
      subject: 'Uw account bij Noordkaap',
      text_body: 'Beste Anouk van der Linden,\n\nEr is een account voor u gemaakt.',
      state: 'sent',
      sent_at: today,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  story.message = id
}
