import type { Config } from '../../platform/config.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { type Secrets, seal, sealedAnew, unseal } from '../../platform/secrets.ts'
import type { ProviderAccess } from './provider.adapter.ts'

const PURPOSE = 'key of the payment provider'

type Asking = { config: Config; db: Db | Trx }

/** Where the key comes from: typed in the settings, given by who installed it, or nowhere. */
export async function keySource({ config, db }: Asking): Promise<'settings' | 'installation' | null> {
  const row = await db.selectFrom('payment_accounts').select('provider').executeTakeFirst()
  return row ? 'settings' : config.paymentKey === undefined ? null : 'installation'
}

/** With what the provider is asked; null where none is connected, or its key cannot be opened any more. */
export async function providerAccess({ config, db }: Asking): Promise<ProviderAccess | null> {
  if (config.paymentUrl === undefined) return null
  const row = await db.selectFrom('payment_accounts').select('sealed_key').executeTakeFirst()
  const key = row ? unseal(config, PURPOSE, row.sealed_key) : (config.paymentKey ?? null)
  return key === null ? null : { url: config.paymentUrl, key }
}

/** Keeps a key, in place of an earlier one; the history says who did, and not which. */
export async function keepKey(trx: Trx, secrets: Secrets, key: string): Promise<void> {
  await forgetKey(trx)
  await trx
    .insertInto('payment_accounts')
    .values({ provider: 'mollie', sealed_key: seal(secrets, PURPOSE, key) })
    .execute()
}

export const forgetKey = (trx: Trx) => trx.deleteFrom('payment_accounts').execute()

/** Seals the key with the secret of now. */
export async function resealKey(trx: Trx, secrets: Secrets): Promise<void> {
  const row = await trx.selectFrom('payment_accounts').select('sealed_key').forUpdate().executeTakeFirst()
  const sealed_key = row && sealedAnew(secrets, PURPOSE, row.sealed_key)
  if (sealed_key) await trx.updateTable('payment_accounts').set({ sealed_key }).execute()
}
