import * as oauth from 'openid-client'
import type { AccountingConfig } from '../../../../platform/config.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { type Secrets, seal, sealedAnew, unseal } from '../../../../platform/secrets.ts'
import type { Services } from '../../../../platform/services.ts'
import { Limited, SignedOut } from '../errors.ts'
import type { Books, Provider, ProviderKey } from '../types.ts'

const PURPOSE = 'accounting link'
/** Less than others wait for the row, so that they find what came of it. */
const TIMEOUT_SECONDS = 8
const SIGN_IN_AGAIN = 'Log opnieuw in.'

/** As a clock may be another one in a test. */
export type Now = () => Date

function clientOf(provider: Provider, { clientId, clientSecret, url }: AccountingConfig): oauth.Configuration {
  const endpoints = provider.endpoints(url)
  const client = new oauth.Configuration(endpoints, clientId, {}, oauth.ClientSecretPost(clientSecret))
  client.timeout = TIMEOUT_SECONDS
  // Only where the configuration itself names an address without TLS, as tests and the demo do.
  if (endpoints.token_endpoint.startsWith('http:')) oauth.allowInsecureRequests(client)
  return client
}

export const newState = (): string => oauth.randomState()

/** Where an administrator signs in; `state` comes back from there. */
export const loginUrl = (provider: Provider, config: AccountingConfig, state: string, redirectUri: string): string =>
  oauth.buildAuthorizationUrl(clientOf(provider, config), {
    redirect_uri: redirectUri,
    state,
    response_type: 'code',
    ...(provider.scope === '' ? {} : { scope: provider.scope }),
  }).href

export interface Tokens {
  refreshToken: string
  accessToken: string
  /** Seconds. */
  expiresIn: number
}

/** Exchanges the code for tokens. @throws Error when the package says no, or the state is not ours */
export async function exchangeCode(
  provider: Provider,
  config: AccountingConfig,
  callback: URL,
  state: string,
): Promise<Tokens> {
  const tokens = await oauth.authorizationCodeGrant(clientOf(provider, config), callback, { expectedState: state })
  if (tokens.refresh_token === undefined) throw new Error('no refresh token')
  return { refreshToken: tokens.refresh_token, accessToken: tokens.access_token, expiresIn: tokens.expiresIn() ?? 600 }
}

/** Keeps the link, in place of an earlier one. */
export async function keepLink(
  trx: Trx,
  secrets: Secrets,
  provider: ProviderKey,
  { tokens, books, now }: { tokens: Tokens; books: Books; now: Date },
): Promise<void> {
  await trx.deleteFrom('accounting_links').execute()
  await trx
    .insertInto('accounting_links')
    .values({ provider, ...books, ...sealedTokens(secrets, tokens, now) })
    .execute()
}

const sealedTokens = (secrets: Secrets, tokens: Tokens, now: Date) => ({
  refresh_token: seal(secrets, PURPOSE, tokens.refreshToken),
  access_token: seal(secrets, PURPOSE, tokens.accessToken),
  obtained_at: now,
  expires_at: new Date(now.getTime() + tokens.expiresIn * 1000),
  error: null,
})

export const forgetLink = (trx: Trx) => trx.deleteFrom('accounting_links').execute()

/** Seals the tokens with the secret of now. */
export async function resealLink(trx: Trx, secrets: Secrets): Promise<void> {
  const link = await trx.selectFrom('accounting_links').selectAll().forUpdate().executeTakeFirst()
  const refresh_token = link && sealedAnew(secrets, PURPOSE, link.refresh_token)
  const access_token = link && sealedAnew(secrets, PURPOSE, link.access_token)
  if (!refresh_token || !access_token) return
  await trx.updateTable('accounting_links').set({ refresh_token, access_token }).where('id', '=', link.id).execute()
}

/** Says that somebody has to sign in again. */
export const markLost = (db: Db | Trx) => db.updateTable('accounting_links').set({ error: SIGN_IN_AGAIN }).execute()

interface Keeping {
  provider: Provider
  config: AccountingConfig
  now: Now
}

type Link = NonNullable<Awaited<ReturnType<typeof readLink>>>
const readLink = (db: Db | Trx) => db.selectFrom('accounting_links').selectAll().executeTakeFirst()

/** When a token is exchanged for the next one: not before, since that is refused, and not so late that it ends meanwhile. */
const renewalOf = ({ obtained_at, expires_at }: Link, { renewAfter }: Provider): number =>
  obtained_at.getTime() + (expires_at.getTime() - obtained_at.getTime()) * renewAfter

/**
 * A token that is still good, and is not the one that was just refused. A refresh token is good once, so one process at
 * a time asks for the next while the others wait for the row; whoever comes after finds it there. It is stored before
 * anybody uses it.
 * @throws SignedOut; Limited where it is too early for the next one
 */
export async function accessToken(
  services: Pick<Services, 'db' | 'config'>,
  keeping: Keeping,
  refused: string | null = null,
): Promise<string> {
  const { db, config: secrets } = services
  const { provider, now } = keeping
  const usable = (link: Link): string | null => {
    const token = unseal(secrets, PURPOSE, link.access_token)
    return token !== refused && renewalOf(link, provider) > now().getTime() ? token : null
  }
  const link = await readLink(db)
  if (!link || link.provider !== provider.key || link.error !== null) throw new SignedOut()
  const kept = usable(link)
  if (kept !== null) return kept
  const outcome = await inTransaction(db, null, async (trx) => {
    const locked = await trx.selectFrom('accounting_links').selectAll().forUpdate().executeTakeFirst()
    if (!locked || locked.provider !== provider.key || locked.error !== null) return new SignedOut()
    const token = usable(locked) ?? (await renewed(trx, secrets, keeping, locked))
    // Said in the same transaction, and so not thrown in it.
    if (token instanceof SignedOut) await markLost(trx)
    return token
  })
  if (typeof outcome === 'string') return outcome
  throw outcome
}

async function renewed(
  trx: Trx,
  secrets: Secrets,
  { provider, config, now }: Keeping,
  link: Link,
): Promise<string | SignedOut | Limited> {
  const refreshToken = unseal(secrets, PURPOSE, link.refresh_token)
  if (refreshToken === null) return new SignedOut()
  const keep = (tokens: Tokens) =>
    trx
      .updateTable('accounting_links')
      .set(sealedTokens(secrets, tokens, now()))
      .where('id', '=', link.id)
      .execute()
  try {
    const tokens = await oauth.refreshTokenGrant(clientOf(provider, config), refreshToken)
    await keep({
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? refreshToken,
      expiresIn: tokens.expiresIn() ?? 600,
    })
    return tokens.access_token
  } catch (error) {
    if (!(error instanceof oauth.ResponseBodyError)) return new Limited(soon(now()))
    // A refusal may still have exchanged the refresh token, and the one before does not hold any more then.
    const { refresh_token: next } = error.cause as { refresh_token?: unknown }
    if (typeof next === 'string')
      await trx
        .updateTable('accounting_links')
        .set({ refresh_token: seal(secrets, PURPOSE, next) })
        .where('id', '=', link.id)
        .execute()
    if (isTooEarly(error)) return new Limited(new Date(Math.max(renewalOf(link, provider), soon(now()).getTime())))
    return ['invalid_grant', 'invalid_client', 'unauthorized_client', 'access_denied'].includes(error.error)
      ? new SignedOut()
      : new Limited(soon(now()))
  }
}

/** It gives no answer, or none that says anything of the token: asked again a little later. */
const soon = (now: Date): Date => new Date(now.getTime() + 3000)

const isTooEarly = (error: oauth.ResponseBodyError): boolean =>
  /rate limit|not expired/i.test(error.error_description ?? '') ||
  (error.response.headers.get('reason') ?? '').startsWith('TooEarlyToRefresh')
