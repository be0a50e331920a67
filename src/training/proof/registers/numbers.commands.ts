import { sql } from 'kysely'
import { type JobHandler, waitsOutside } from '../../../platform/jobs/jobs.ts'
import { Unavailable } from '../../../platform/outside/ask-json.ts'
import { ShutOut } from '../../../platform/outside/outbox.ts'
import type { Services } from '../../../platform/services.ts'
import { FIRST_NUMBER, again, outcomeOf, record } from './outcomes.commands.ts'
import { findAt } from './register.ts'
import { REGISTERS } from './registers.ts'
import type { RegisterKey } from './requests.rules.ts'

/** As many as one run asks after; the next goes on. */
const MOST_AT_ONCE = 200

/**
 * Asks a register for the numbers of who it took without one.
 * @param planningId of that planning alone, whether or not it is time, and of who has one too: it may be withdrawn
 * @returns how many got one
 * @throws Unavailable, ShutOut
 */
export async function fetchNumbers(services: Services, key: RegisterKey, planningId: number | null): Promise<number> {
  const access = await REGISTERS[key].access(services)
  if (access === null) throw new Unavailable('no address of the register')
  const { rows } = await sql<{ id: number; key: string; age: number; number: string | null }>`
    select id, key, number, extract(epoch from now() - created_at) / 60 as age from register_requests
    where register = ${key} and state = 'accepted'
      and ${planningId === null ? sql`number is null and next_attempt_at <= now()` : sql`group_id = ${planningId}`}
    order by next_attempt_at, id limit ${MOST_AT_ONCE}`.execute(services.db)
  let found = 0
  for (const row of rows) {
    const answer = await findAt(access, row.key)
    const waits = again(Math.min(Math.max(Number(row.age), FIRST_NUMBER), 1440))
    // What has its number keeps it, unless that was withdrawn.
    const isNews = answer !== null && (row.number === null || answer.status === 'withdrawn')
    await record(services, row.id, isNews ? { ...outcomeOf(answer), ...waits } : waits)
    if (answer?.number && row.number === null) found++
  }
  return found
}

/** What a register made later is fetched by itself. */
export const fetchAllNumbers: JobHandler = waitsOutside(async (_payload, services) => {
  for (const { key } of Object.values(REGISTERS))
    try {
      await fetchNumbers(services, key, null)
    } catch (error) {
      if (!(error instanceof Unavailable || error instanceof ShutOut)) throw error
    }
})
