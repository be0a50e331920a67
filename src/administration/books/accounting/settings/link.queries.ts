import type { Db, Trx } from '../../../../platform/database/types.ts'
import type { AccountingConfig } from '../../../../platform/config.ts'
import type { Services } from '../../../../platform/services.ts'
import { type SettingValue, readSetting } from '../../../../system/settings/index.ts'
import type { Books, Call, Provider, ProviderKey } from '../types.ts'
import { callsOf } from '../providers/calls.adapter.ts'
import { PROVIDERS, configOf, isProvider } from '../providers/providers.ts'
import type { Now } from '../providers/tokens.commands.ts'

export const findLink = (db: Db | Trx) =>
  db
    .selectFrom('accounting_links')
    .select(['id', 'provider', 'administration', 'name', 'error', 'obtained_at'])
    .executeTakeFirst()

/** 1 while invoices can be booked there, 0 while somebody has to sign in first. */
export async function statusOf({ db, config }: Pick<Services, 'db' | 'config'>): Promise<0 | 1> {
  const link = await findLink(db)
  return link?.error === null && isProvider(link.provider) && configOf(config, link.provider) ? 1 : 0
}

/** What is linked, with all that asking it takes. */
export interface Linked {
  provider: Provider
  config: AccountingConfig
  books: Books
  settings: SettingValue<'accounting'>
  call: Call
}

/** Exact and Moneybird answer within seconds; whoever waits longer looks first whether the booking is there. */
const ANSWER_MS = 20_000

export interface Circumstances {
  now?: Now
  signal?: AbortSignal | undefined
}

const clock = () => new Date()

/** How a package is asked before it is known which books of it. */
async function callOf(
  services: Pick<Services, 'db' | 'config'>,
  key: ProviderKey,
  { now = clock, signal }: Circumstances = {},
): Promise<Pick<Linked, 'provider' | 'config' | 'settings' | 'call'> | null> {
  const provider = PROVIDERS[key]
  const config = configOf(services.config, key)
  if (!config) return null
  const settings = await readSetting(services.db, 'accounting')
  const { answer_ms: timeoutMs, ...most } = settings.stand_in ?? { answer_ms: ANSWER_MS }
  const limits = { ...provider.limits, ...most }
  return { provider, config, settings, call: callsOf(services, { provider, config, limits, timeoutMs, now, signal }) }
}

/** What is linked; null where nothing is, or where this installation is not registered there any more. */
export async function linkedTo(
  services: Pick<Services, 'db' | 'config'>,
  circumstances: Circumstances = {},
): Promise<Linked | null> {
  const link = await findLink(services.db)
  if (!link || !isProvider(link.provider)) return null
  const asked = await callOf(services, link.provider, circumstances)
  return asked && { ...asked, books: { administration: link.administration, name: link.name } }
}
