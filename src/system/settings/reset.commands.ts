import { sql } from 'kysely'
import { recordEvent } from '../../platform/database/history.ts'
import type { Trx } from '../../platform/database/types.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { seedStory } from '../../platform/story.ts'
import { fixedTables } from './points.ts'

/**
 * Puts the whole system back to the demo story, dated relative to `today`, in the transaction given: everything or
 * nothing. Everybody is signed out, since the people behind the sessions are others now.
 */
export async function resetToStory(
  trx: Trx,
  { registry, config }: Pick<Services, 'registry' | 'config'>,
  viewer: Viewer,
  today = new Date(),
): Promise<void> {
  const kept = registry.all(fixedTables)
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`select empty_tables(${kept})`.execute(trx)
  // What was still to be done is about records that are gone; a job that runs right now finds nothing.
  await sql`
    select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where locked_at is null))
  `.execute(trx)
  await seedStory(trx, registry.manifests, { today, hasPast: config.demoPast, config })
  await recordEvent(trx, viewer, { type: 'system', id: null, action: 'reset' })
}
