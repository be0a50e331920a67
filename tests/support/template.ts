import { seedStory } from '../../src/demo.ts'
import type { Database } from '../../src/platform/database/connection.ts'
import { migrateJobs } from '../../src/platform/jobs/jobs.ts'

/**
 * Called once, before the template that every test file copies is frozen: the demo story is the base of the tests.
 * The ids of the story are kept in a table of the tests' own.
 */
export async function prepare({ db, pool }: Database): Promise<void> {
  await migrateJobs(pool)
  const story = await seedStory(db)
  await pool.query('create table test_story (story jsonb not null)')
  await pool.query('insert into test_story values ($1)', [JSON.stringify(story)])
  // Most tests have another subject than mail that waits.
  await pool.query(`
    insert into settings (key, value) values ('mail', '{"undo_seconds": 0}')
    on conflict (key) do update set value = settings.value || excluded.value`)
}
