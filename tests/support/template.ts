import { seedStory } from '../../src/demo.ts'
import { type Database } from '../../src/platform/database/connection.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { migrateJobs } from '../../src/platform/jobs/jobs.ts'
import { addUser } from '../../src/system/accounts/index.ts'

/** The demo story, the base of most tests; its ids are kept in a table of the tests' own. */
export async function tell({ db, pool }: Database): Promise<void> {
  await migrateJobs(pool)
  const story = await seedStory(db)
  await pool.query('create table test_story (story jsonb not null)')
  await pool.query('insert into test_story values ($1)', [JSON.stringify(story)])
  // Most tests have another subject than mail that waits.
  await pool.query(`
    insert into settings (key, value) values ('mail', '{"undo_seconds": 0}')
    on conflict (key) do update set value = settings.value || excluded.value`)
}

/** A fresh installation: one user per role, nothing else. */
export async function install({ db, pool }: Database): Promise<void> {
  await migrateJobs(pool)
  for (const role of [1, 2, 3, 4, 5, 6] as const)
    await inTransaction(db, null, (trx) =>
      addUser(trx, { email: `role${role}@noordkaap.example`, name: `Rol ${role}`, roles: [role] }),
    )
}
