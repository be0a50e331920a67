import { inTransaction } from '../database/transaction.ts'
import type { JobHandler } from './jobs.ts'

/**
 * Seals everything that rests in the database with the secret of now, so that the one before it can be taken out of the
 * configuration. It runs at every start and every night, for what another process sealed with the old one meanwhile.
 */
export const resealAll: JobHandler = async (_, { db, registry, config }) => {
  for (const reseal of registry.manifests.flatMap((manifest) => manifest.reseal ?? []))
    await inTransaction(db, null, (trx) => reseal(trx, config))
}
