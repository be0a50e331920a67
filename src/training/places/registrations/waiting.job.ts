/** Who came off the waiting list gets the licence that they were signed up for. */
import { sql } from 'kysely'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { JobHandler } from '../../../platform/jobs/jobs.ts'
import type { Services } from '../../../platform/services.ts'
import { addTask } from '../../../system/tasks/index.ts'
import { licenseOf } from './processing.commands.ts'

interface Placed {
  id: number
  name: string
  contact_id: number
  group_id: number
  e_learning_course: string
}

/** The next who has a place by now, which nobody takes back any more. */
const placed = sql<Placed>`
  select id, name, contact_id, group_id, e_learning_course from entries
  where waits and e_learning_course is not null and state = 'processed' and exists (
    select from enrolments e join appointments a on a.id = e.appointment_id
    where a.group_id = entries.group_id and e.contact_id = entries.contact_id and e.created_at < now() - interval '2 minutes')
  order by id limit 1 for update skip locked`

const giveNext = (services: Services): Promise<boolean> =>
  inTransaction(services.db, null, async (trx) => {
    const [entry] = (await placed.execute(trx)).rows
    if (!entry) return false
    const { id, name, contact_id } = entry
    await trx.updateTable('entries').set({ waits: false }).where('id', '=', id).execute()
    const changed = await licenseOf(trx, services, entry, { sendMessage: true }, contact_id).catch(
      async (error: unknown) => {
        if (!(error instanceof Invalid)) throw error
        const of = { type: 'contact', id: contact_id }
        const title = `Geef ${name} de e-learning: ${error.message}`.slice(0, 200)
        await addTask(trx, { of, kind: 'call_back', title, apart: true })
        return [of]
      },
    )
    await services.changes.announce(trx, [{ type: 'entry', id }, ...changed])
    return true
  })

export const giveLicenses: JobHandler = async (_payload, services) => {
  while (await giveNext(services));
}
