import { inTransaction } from '../database/transaction.ts'
import type { Trx } from '../database/types.ts'
import { point } from '../points.ts'
import type { Secrets } from '../secrets.ts'
import type { JobHandler } from './jobs.ts'

/** Seals what a module stores in its own tables with the present secret (platform/secrets). */
export const sealedData = point<(trx: Trx, secrets: Secrets) => Promise<void>>('sealed data')

/**
 * Seals everything stored in the database with the present secret, so that the previous one can be taken out of the
 * configuration. It runs at every start and every night, since another process may still have sealed something with the
 * old one.
 */
export const resealAll: JobHandler = async (_, { db, registry, config }) => {
  for (const reseal of registry.all(sealedData)) await inTransaction(db, null, (trx) => reseal(trx, config))
}
