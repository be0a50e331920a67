import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import { HttpError } from '../../platform/errors.ts'
import { addJob } from '../../platform/jobs/jobs.ts'

export const BESIDE = 'accounting.beside'

/** Tries all that failed of what is linked now again, at once. @returns how many; @throws HttpError where there is none */
export async function retryBeside(trx: Trx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update accounting_beside b set state = 'waiting', attempts = 0, problem = null from accounting_links l
    where b.state = 'failed' and l.provider = b.provider and l.administration = b.administration
    returning b.id`.execute(trx)
  if (rows.length === 0) throw new HttpError(409, 'Er is niets dat opnieuw kan worden geboekt.')
  await addJob(trx, BESIDE, {}, { key: BESIDE })
  return rows.length
}
