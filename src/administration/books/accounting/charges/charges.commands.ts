import { sql } from 'kysely'
import type { Trx } from '../../../../platform/database/types.ts'
import { addJob } from '../../../../platform/jobs/jobs.ts'

export const BESIDE = 'accounting.beside'
/** Each morning: who mended something meanwhile need not tell it. */
export const BESIDE_AGAIN = 'accounting.beside-again'

/** Lets what was tried often enough be tried again, of what is linked now. */
export async function retryBeside(trx: Trx): Promise<void> {
  const { rows } = await sql`
    update accounting_beside b set state = 'waiting', attempts = 0 from accounting_links l
    where b.state = 'failed' and l.provider = b.provider and l.administration = b.administration
    returning b.id`.execute(trx)
  if (rows.length > 0) await addJob(trx, BESIDE, {}, { key: BESIDE })
}
