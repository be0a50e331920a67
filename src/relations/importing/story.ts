import { sql } from 'kysely'
import { ROLE } from '../../platform/access/roles.ts'
import type { Trx } from '../../platform/database/types.ts'
import type { Story } from '../../platform/story.ts'

/** A list that came in this morning. */
export async function seedImports(trx: Trx, story: Story, now: Date): Promise<void> {
  const user_id = story.users[ROLE.administrator]!
  await trx
    .insertInto('imports')
    .values({
      id: 1,
      key: '3f1c9f0e-5a43-4f0b-9a0a-6d2f1b7c8e01',
      target: 'companies',
      file_name: 'klanten.csv',
      user_id,
      total: 2,
      done_at: now,
    }) // prettier-ignore
    .execute()
  await trx
    .insertInto('import_rows')
    .values([
      { import_id: 1, line: 2, outcome: 'same', why: '', record_id: story.companies.deLinde },
      { import_id: 1, line: 3, outcome: 'refused', why: 'Een KVK-nummer heeft 8 cijfers.' },
    ])
    .execute()
  await sql`select setval(pg_get_serial_sequence('imports', 'id'), 1)`.execute(trx)
}
