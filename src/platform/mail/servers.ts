/** The mail server that an administrator set up: it is used where no mailbox is connected and the surroundings name none. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Config } from '../config.ts'
import type { Db, Trx } from '../database/types.ts'
import { isOwn } from '../outside/own-network.ts'
import { type Secrets, seal, sealedAnew, unseal } from '../secrets.ts'
import type { Services } from '../services.ts'
import type { Route } from './delivery.ts'
import { serverRoute } from './smtp.ts'

const PURPOSE = 'password of the mail server'

export const SMTP_ENCRYPTIONS = { starttls: 'STARTTLS', tls: 'TLS', none: 'Geen' } as const
export type SmtpEncryption = keyof typeof SMTP_ENCRYPTIONS

export interface ServerInput {
  host: string
  port: number
  encryption: SmtpEncryption
  username: string
  /** Null: the one that is kept. */
  password: string | null
  address: string
}

/** The server that was set up, without its password; undefined while none is. */
export const findServer = (db: Db | Trx) =>
  db.selectFrom('mail_servers').select(['host', 'port', 'encryption', 'username', 'address']).executeTakeFirst()

/** Keeps a server, in place of an earlier one. */
export async function keepServer(trx: Trx, secrets: Secrets, { password, ...server }: ServerInput): Promise<void> {
  const kept = await trx.selectFrom('mail_servers').select('sealed_password').forUpdate().executeTakeFirst()
  const sealed = password === null ? (kept?.sealed_password ?? null) : seal(secrets, PURPOSE, password)
  const values = { ...server, sealed_password: server.username === '' ? null : sealed }
  if (kept) await trx.updateTable('mail_servers').set(values).execute()
  else await trx.insertInto('mail_servers').values(values).execute()
}

export const forgetServer = (trx: Trx) => trx.deleteFrom('mail_servers').execute()

/** Seals the password with the secret of now. */
export async function resealServer(trx: Trx, secrets: Secrets): Promise<void> {
  const row = await trx.selectFrom('mail_servers').select('sealed_password').forUpdate().executeTakeFirst()
  const sealed_password = row?.sealed_password && sealedAnew(secrets, PURPOSE, row.sealed_password)
  if (sealed_password) await trx.updateTable('mail_servers').set({ sealed_password }).execute()
}

/** Whether mail may be handed to a host: one in the own network only where the surroundings permit it. */
export const isAllowedHost = (host: string, { smtpOwnNetwork }: Pick<Config, 'smtpOwnNetwork'>): boolean =>
  smtpOwnNetwork || !isOwn(host)

/**
 * Where a host is now: what its name leads to is judged too, and connected to, so that it cannot lead elsewhere meanwhile.
 * @throws Error for an address in the own network, unless the surroundings permit it
 */
async function reachable(host: string, config: Pick<Config, 'smtpOwnNetwork'>): Promise<string> {
  const addresses = isIP(host) === 0 ? await lookup(host, { all: true }) : [{ address: host }]
  const allowed = addresses.find(({ address }) => isAllowedHost(address, config))
  if (!allowed) throw new Error(`De mailserver ${host} staat in het eigen netwerk; dat is hier niet toegestaan.`)
  return allowed.address
}

/** The server as a way out, or null where none was set up, or its password cannot be opened any more. */
export async function appServerRoute({ db, config }: Pick<Services, 'db' | 'config'>): Promise<Route | null> {
  const server = await db.selectFrom('mail_servers').selectAll().executeTakeFirst()
  if (!server) return null
  const { host, port, username, sealed_password } = server
  const password = sealed_password === null ? '' : unseal(config, PURPOSE, sealed_password)
  if (password === null) return null
  const encryption = server.encryption as SmtpEncryption
  return serverRoute(server.address, async () => ({
    host: await reachable(host, config),
    name: host,
    port,
    encryption,
    credentials: username === '' ? null : { user: username, pass: password },
  }))
}
