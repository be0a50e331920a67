import type { Db, Trx } from '../../platform/database/types.ts'
import { settingsOf } from '../../system/settings/index.ts'
import { type FirmDetails, firmOf } from './firm.rules.ts'

/** What documents tell of us, in one query. */
export async function firmDetails(db: Db | Trx): Promise<FirmDetails> {
  const { organisation, firm, document_texts } = await settingsOf(db, ['organisation', 'firm', 'document_texts'])
  return firmOf(organisation, firm, document_texts)
}
