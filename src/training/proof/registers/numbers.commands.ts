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
 * @param planningId of that planning alone, whether or not it is time
 * @returns how many have one now
 * @throws Unavailable, ShutOut
 */
export async function fetchNumbers(services: Services, key: RegisterKey, planningId: number | null): Promise<number> {
  const access = await REGISTERS[key].access(services)
  if (access === null) throw new Unavailable('no address of the register')
  const { rows } = await sql<{ id: number; key: string; age: number }>`
    select id, key, extract(epoch from now() - created_at) / 60 as age from register_requests
    where register = ${key} and state = 'accepted' and number is null
      and ${planningId === null ? sql`next_attempt_at <= now()` : sql`group_id = ${planningId}`}
    order by next_attempt_at, id limit ${MOST_AT_ONCE}`.execute(services.db)
  let found = 0
  for (const row of rows) {
    const answer = await findAt(access, row.key)
    const waits = again(Math.min(Math.max(Number(row.age), FIRST_NUMBER), 1440))
    await record(services, row.id, answer ? { ...outcomeOf(answer), ...waits } : waits)
    if (answer?.number) found++
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
