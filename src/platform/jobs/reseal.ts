import { inTransaction } from '../database/transaction.ts'
import type { Trx } from '../database/types.ts'
import { point } from '../points.ts'
import type { Secrets } from '../secrets.ts'
import type { JobHandler } from './jobs.ts'

/** Seals what rests in tables of its own with the secret of now (platform/secrets). */
export const sealedData = point<(trx: Trx, secrets: Secrets) => Promise<void>>('sealed data')

/**
 * Seals everything that rests in the database with the secret of now, so that the one before it can be taken out of the
 * configuration. It runs at every start and every night, for what another process sealed with the old one meanwhile.
 */
export const resealAll: JobHandler = async (_, { db, registry, config }) => {
  for (const reseal of registry.all(sealedData)) await inTransaction(db, null, (trx) => reseal(trx, config))
}
