import { sql } from 'kysely'
import { ROLE } from '../../platform/access/roles.ts'
import type { Trx } from '../../platform/database/types.ts'
import type { Story } from '../../platform/story.ts'
import type { Outcome } from './judging.rules.ts'

interface Told {
  target: string
  file_name: string
  rows: { line: number; outcome: Outcome; why: string; record_id?: number }[]
}

/** The log of a list that came in; areas tell what it was of. */
export async function seedImport(trx: Trx, story: Story, now: Date, { rows, ...told }: Told): Promise<void> {
  const own = { id: 1, key: '3f1c9f0e-5a43-4f0b-9a0a-6d2f1b7c8e01', user_id: story.users[ROLE.administrator]! }
  await trx
    .insertInto('imports')
    .values({ ...told, ...own, total: rows.length, done_at: now })
    .execute()
  await trx
    .insertInto('import_rows')
    .values(rows.map((row) => ({ ...row, import_id: own.id })))
    .execute()
  await sql`select setval(pg_get_serial_sequence('imports', 'id'), 1)`.execute(trx)
}
