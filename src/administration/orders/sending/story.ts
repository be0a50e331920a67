import { sql } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import { withoutAccount } from '../../../platform/access/viewer.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'
import { type SettingValue, readSetting } from '../../../system/settings/index.ts'
import { planRun } from './runs.plan.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** The default messages that customers read with what they are sent. */
    saleMessages: { [K in keyof SettingValue<'sale_messages'>]: number }
    /** Another that can be read with an invoice. */
    shortInvoiceMessage: number
    /** A sending run that was stopped before its one concept. */
    sendingRun: number
  }
}

async function seedStoppedRun(trx: Trx, story: Story): Promise<void> {
  const [planned] = await planRun(trx, withoutAccount([ROLE.administrator]), [story.invoices.concept])
  const { id } = await trx
    .insertInto('sending_runs')
    .values({
      subject: '{{ factuur.soort }} {{ factuur.nummer }}',
      content:
        '<p>Beste {{ ontvanger.naam }}, in de bijlage vindt u {{ factuur.soort | downcase }} {{ factuur.nummer }}.</p>',
      ubl: 'peppol',
      started_by: story.users[ROLE.administrator]!,
      state: 'stopped',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('sending_items')
    .values({ run_id: id, invoice_id: story.invoices.concept, shown: planned!.shown })
    .execute()
  story.sendingRun = id
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
  await seedStoppedRun(trx, story)
  story.saleMessages = (await readSetting(trx, 'sale_messages')) as Story['saleMessages']
}
