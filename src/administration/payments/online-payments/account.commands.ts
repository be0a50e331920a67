import type { Config } from '../../../platform/config.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { type Secrets, seal, sealedAnew, unseal } from '../../../platform/secrets.ts'
import type { ProviderAccess } from './provider.adapter.ts'

const PURPOSE = 'key of the payment provider'
const TOKEN_PURPOSE = 'organisation token of the payment provider'

type Asking = { config: Config; db: Db | Trx }
type Source = 'settings' | 'installation' | null

const sourceOf = (row: object | undefined, installed: string | undefined): Source =>
  row ? 'settings' : installed === undefined ? null : 'installation'

/** Where the key comes from: typed in the settings, given by who installed it, or nowhere. */
export const keySource = async ({ config, db }: Asking): Promise<Source> =>
  sourceOf(await db.selectFrom('payment_accounts').select('provider').executeTakeFirst(), config.paymentKey)

/** The same of the token of the organisation. */
export const tokenSource = async ({ config, db }: Asking): Promise<Source> =>
  sourceOf(await db.selectFrom('payment_tokens').select('provider').executeTakeFirst(), config.paymentToken)

const accessOf = (config: Config, secret: string | null | undefined): ProviderAccess | null =>
  config.paymentUrl === undefined || secret === null || secret === undefined
    ? null
    : { url: config.paymentUrl, key: secret }

/** With what the provider is asked; null where none is connected, or its key cannot be opened any more. */
export async function providerAccess({ config, db }: Asking): Promise<ProviderAccess | null> {
  if (config.paymentUrl === undefined) return null
  const row = await db.selectFrom('payment_accounts').select('sealed_key').executeTakeFirst()
  return accessOf(config, row ? unseal(config, PURPOSE, row.sealed_key) : config.paymentKey)
}

/** With what the provider is asked what it paid out, which it tells to no key; null where no token is known. */
export async function organisationAccess({ config, db }: Asking): Promise<ProviderAccess | null> {
  if (config.paymentUrl === undefined) return null
  const row = await db.selectFrom('payment_tokens').select('sealed_token').executeTakeFirst()
  return accessOf(config, row ? unseal(config, TOKEN_PURPOSE, row.sealed_token) : config.paymentToken)
}

/** Keeps a key, in place of an earlier one; the history says who did, and not which. */
export async function keepKey(trx: Trx, secrets: Secrets, key: string): Promise<void> {
  await trx.deleteFrom('payment_accounts').execute()
  await trx
    .insertInto('payment_accounts')
    .values({ provider: 'mollie', sealed_key: seal(secrets, PURPOSE, key) })
    .execute()
}

/** The same for the token of the organisation. */
export async function keepToken(trx: Trx, secrets: Secrets, token: string): Promise<void> {
  await trx.deleteFrom('payment_tokens').execute()
  await trx
    .insertInto('payment_tokens')
    .values({ provider: 'mollie', sealed_token: seal(secrets, TOKEN_PURPOSE, token) })
    .execute()
}

/** Forgets the key of the settings; that of the installation stays, if it has one. */
export async function forgetKey(trx: Trx): Promise<void> {
  await trx.deleteFrom('payment_accounts').execute()
}

/** The same of the token of the organisation. */
export async function forgetToken(trx: Trx): Promise<void> {
  await trx.deleteFrom('payment_tokens').execute()
}

/** Seals key and token with the secret of now. */
export async function resealAccount(trx: Trx, secrets: Secrets): Promise<void> {
  const row = await trx.selectFrom('payment_accounts').select('sealed_key').forUpdate().executeTakeFirst()
  const sealed_key = row && sealedAnew(secrets, PURPOSE, row.sealed_key)
  if (sealed_key) await trx.updateTable('payment_accounts').set({ sealed_key }).execute()
  const token = await trx.selectFrom('payment_tokens').select('sealed_token').forUpdate().executeTakeFirst()
  const sealed_token = token && sealedAnew(secrets, TOKEN_PURPOSE, token.sealed_token)
  if (sealed_token) await trx.updateTable('payment_tokens').set({ sealed_token }).execute()
}
