import { sql } from 'kysely'
import type { Config } from '../../../platform/config.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { settingsOf } from '../../../system/settings/index.ts'
import { type FirmDetails, type MissingFact, UNPAYABLE, firmOf } from './firm.rules.ts'

/** What documents tell of us, in one query. */
export async function firmDetails(db: Db | Trx): Promise<FirmDetails> {
  const { organisation, firm, document_texts } = await settingsOf(db, ['organisation', 'firm', 'document_texts'])
  return firmOf(organisation, firm, document_texts)
}

/** Whether certificates and invoices can go out in our name. */
export const isTold = sql<boolean>`exists (
  select 1 from settings o, settings f where o.key = 'organisation' and o.value ->> 'name' <> '' and f.key = 'firm'
    and f.value ->> 'coc_no' <> '' and f.value ->> 'vat_id' <> '')`

/** Whether customers can pay online here. */
export const paysOnline = async (db: Db | Trx, config: Config): Promise<boolean> =>
  config.paymentUrl !== undefined &&
  (config.paymentKey !== undefined ||
    (await db.selectFrom('payment_accounts').select('provider').executeTakeFirst()) !== undefined)

/** Warns that an invoice tells its customer nowhere where to pay; null where it does. It keeps nothing from its number. */
export const unpayable = async (db: Db | Trx, config: Config): Promise<MissingFact | null> =>
  (await firmDetails(db)).iban !== '' || (await paysOnline(db, config)) ? null : UNPAYABLE
