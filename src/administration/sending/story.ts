import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import type { Story } from '../../platform/story.ts'
import { type SettingValue, readSetting } from '../../system/settings/index.ts'

declare module '../../platform/story.ts' {
  interface Story {
    /** The default messages that customers read with what they are sent. */
    saleMessages: { [K in keyof SettingValue<'sale_messages'>]: number }
    /** Another that can be read with an invoice. */
    shortInvoiceMessage: number
  }
}

/** The messages that the migrations bring are there again after everything was put back to the story. */
export async function seedSending(trx: Trx, story: Story): Promise<void> {
  await sql`select add_sale_messages()`.execute(trx)
  const { id } = await trx
    .insertInto('default_messages')
    .values({
      name: 'Factuur verzenden, kort',
      subject: '{{ factuur.soort }} {{ factuur.nummer }}',
      content: '<p>In de bijlage vindt u {{ factuur.soort | downcase }} {{ factuur.nummer }}.</p>',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  story.shortInvoiceMessage = id
  story.saleMessages = (await readSetting(trx, 'sale_messages')) as Story['saleMessages']
}
