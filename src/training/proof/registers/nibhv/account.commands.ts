import type { Config } from '../../../../platform/config.ts'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { type Secrets, seal, sealedAnew, unseal } from '../../../../platform/secrets.ts'
import type { Access } from '../register.ts'

const PURPOSE = 'password at NIBHV'

/** How this organisation is known at NIBHV, without its password; undefined while it is not. */
export const findAccount = (db: Db | Trx) =>
  db
    .selectFrom('register_accounts')
    .select(['url', 'username', 'trainer_uuid', 'trainer_name', 'contact_user_uuid', 'contact_user_name'])
    .where('register', '=', 'nibhv')
    .executeTakeFirst()
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** The address of a host that is allowed. */
export const addressOf = (host: string): string => `${LOCAL.test(host.split(':')[0]!) ? 'http' : 'https'}://${host}`

const LOCAL = /^(127\.0\.0\.1|localhost)$/

/** Whether a connection may be set up to an address: https, of a host that this installation names (rulings 11.11). */
export function isAllowed(url: string, { nibhvHosts }: Pick<Config, 'nibhvHosts'>): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host, hostname, username, password } = new URL(url)
  if (username !== '' || password !== '' || !nibhvHosts.includes(host)) return false
  return protocol === 'https:' || (protocol === 'http:' && LOCAL.test(hostname))
}

/** Somebody's name and password, as it is asked with. */
export const accessOf = ({ url, username, password }: { url: string; username: string; password: string }): Access => ({
  url: url.replace(/\/+$/, ''),
  headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
})

/** The password that is kept; null where none is, or it cannot be opened any more. */
export async function keptPassword(db: Db | Trx, secrets: Secrets): Promise<string | null> {
  const row = await db.selectFrom('register_accounts').select('sealed_password').executeTakeFirst()
  return row ? unseal(secrets, PURPOSE, row.sealed_password) : null
}

/** With what NIBHV is asked; null where no connection is set up, or its address is not allowed any more. */
export async function nibhvAccess({ config, db }: { config: Config; db: Db | Trx }): Promise<Access | null> {
  const account = await findAccount(db)
  if (!account || !isAllowed(account.url, config)) return null
  const password = await keptPassword(db, config)
  return password === null ? null : accessOf({ ...account, password })
}

export interface AccountInput {
  url: string
  username: string
  trainer_uuid: string | null
  trainer_name: string | null
  contact_user_uuid: string | null
  contact_user_name: string | null
}

/** Keeps the connection; without a password the one that is kept stays. */
export async function keepAccount(
  trx: Trx,
  secrets: Secrets,
  { password, ...values }: AccountInput & { password: string | null },
): Promise<void> {
  const sealed = password === null ? {} : { sealed_password: seal(secrets, PURPOSE, password) }
  const { numUpdatedRows } = await trx
    .updateTable('register_accounts')
    .set({ ...values, ...sealed })
    .where('register', '=', 'nibhv')
    .executeTakeFirst()
  if (numUpdatedRows > 0n || password === null) return
  await trx
    .insertInto('register_accounts')
    .values({ register: 'nibhv', ...values, sealed_password: seal(secrets, PURPOSE, password) })
    .execute()
}

export async function forgetAccount(trx: Trx): Promise<void> {
  await trx.deleteFrom('register_accounts').where('register', '=', 'nibhv').execute()
}

/** Seals the password with the secret of now. */
export async function resealAccount(trx: Trx, secrets: Secrets): Promise<void> {
  const row = await trx.selectFrom('register_accounts').select('sealed_password').forUpdate().executeTakeFirst()
  const sealed_password = row && sealedAnew(secrets, PURPOSE, row.sealed_password)
  if (sealed_password) await trx.updateTable('register_accounts').set({ sealed_password }).execute()
}
