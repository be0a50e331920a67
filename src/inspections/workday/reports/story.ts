import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'
import { type SettingValue, readSetting } from '../../../system/settings/index.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** The default message that customers read with the report of a visit. */
    reportMessages: { [K in keyof SettingValue<'report_messages'>]: number }
    /** Another that can be read with one. */
    shortReportMessage: number
  }
}

/** The message that the migrations bring is there again after everything was put back to the story. */
export async function seedReports(trx: Trx, story: Story): Promise<void> {
  await sql`select add_report_messages()`.execute(trx)
  const { id } = await trx
    .insertInto('default_messages')
    .values({
      name: 'Keuringsrapport, kort',
      subject: 'Keuringsrapport {{ rapport.nummer }}',
      content: '<p>In de bijlage vindt u keuringsrapport {{ rapport.nummer }}.</p>',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  story.shortReportMessage = id
  story.reportMessages = (await readSetting(trx, 'report_messages')) as Story['reportMessages']
}
