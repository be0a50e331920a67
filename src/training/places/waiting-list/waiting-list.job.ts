import { sql } from 'kysely'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { JobHandler } from '../../../platform/jobs/jobs.ts'
import type { Services } from '../../../platform/services.ts'
import { ask, listToAsk } from './offer.commands.ts'

/** Who got in otherwise is done waiting, once that cannot be taken back any more. */
const closeEnrolled = sql`
  with got as (
    update waiting_entries w set state = 'enrolled' where w.state = 'waiting'
      and not exists (select from waiting_offers o where o.entry_id = w.id and o.state = 'open')
      and exists (select from enrolments e join appointments a on a.id = e.appointment_id
        join appointment_groups g on g.id = a.group_id
        where e.contact_id = w.contact_id and g.course_id = w.course_id and coalesce(w.group_id, g.id) = g.id
          and e.created_at > w.created_at and e.created_at < now() - interval '24 hours')
    returning id, group_id)
  insert into waiting_steps (entry_id, group_id, kind) select id, group_id, 'enrolled' from got`

/** Who waits for what was held or cancelled is done waiting too. */
const closeOver = sql`
  with got as (
    update waiting_entries w set state = 'left' where w.state = 'waiting' and w.group_id is not null
      and not exists (select from waiting_offers o where o.entry_id = w.id and o.state = 'open')
      and not exists (select from appointments a where a.group_id = w.group_id
        and (a.starts_at > now() - interval '24 hours' and a.status not in ('cancelled', 'done')
          or a.updated_at > now() - interval '24 hours'))
    returning id, group_id)
  insert into waiting_steps (entry_id, group_id, kind, detail)
  select id, group_id, 'left', 'De planning is geweest of geannuleerd' from got`

/**
 * Asks every line that has something to be asked at `now`, each planning in a transaction of its own: a process that is
 * killed leaves a line asked or not asked, and another goes on.
 */
export async function askLines(services: Services, now: Date): Promise<void> {
  const planningIds = await inTransaction(services.db, null, async (trx) => {
    await closeEnrolled.execute(trx)
    await closeOver.execute(trx)
    return listToAsk(trx, now)
  })
  for (const id of planningIds) await inTransaction(services.db, null, (trx) => ask(trx, services, id, now))
}

/** Every minute all lines; soon after something changed the line of one planning. */
export const askJob: JobHandler = async ({ planningId }, services) => {
  const now = new Date()
  if (typeof planningId === 'number')
    await inTransaction(services.db, null, (trx) => ask(trx, services, planningId, now))
  else await askLines(services, now)
}
