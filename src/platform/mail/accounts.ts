import * as oauth from 'openid-client'
import { sql } from 'kysely'
import type { MailProviderConfig } from '../config.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Db, Trx } from '../database/types.ts'
import { type Secrets, seal, sealedAnew, unseal } from '../secrets.ts'
import type { Services } from '../services.ts'
import { type Route, brokenExchange, errorText } from './delivery.ts'
import { gmailRoute, gmailAddress } from './gmail.ts'
import { graphRoute, graphAddress } from './graph.ts'

export type MailProvider = 'microsoft' | 'google'
const PURPOSE = 'mail account'
/** A token is renewed this long before it ends, so that it does not end while a letter is being sent. */
const SPARE_MS = 120_000
const TIMEOUT_SECONDS = 20

interface ProviderFacts {
  label: string
  scope: string
  /** What the sign-in page needs so that a refresh token comes with the answer. */
  extra: Record<string, string>
  endpoints(config: MailProviderConfig): { issuer: string; authorization_endpoint: string; token_endpoint: string }
  address(config: MailProviderConfig, token: string): Promise<string>
}

/** Facts of the two services: Graph and Gmail by their narrowest scope for sending. */
const FACTS: Record<MailProvider, ProviderFacts> = {
  microsoft: {
    label: 'Microsoft 365',
    scope: 'offline_access User.Read Mail.Send',
    extra: { prompt: 'select_account' },
    endpoints: ({ loginUrl, tenant }) => ({
      issuer: `${loginUrl}/${tenant}/v2.0`,
      authorization_endpoint: `${loginUrl}/${tenant}/oauth2/v2.0/authorize`,
      token_endpoint: `${loginUrl}/${tenant}/oauth2/v2.0/token`,
    }),
    address: graphAddress,
  },
  google: {
    label: 'Google Workspace',
    scope: 'https://www.googleapis.com/auth/gmail.send https://www.googleapis.com/auth/userinfo.email',
    extra: { access_type: 'offline', prompt: 'consent' },
    endpoints: ({ loginUrl, tokenUrl }) => ({
      issuer: 'https://accounts.google.com',
      authorization_endpoint: `${loginUrl}/o/oauth2/v2/auth`,
      token_endpoint: `${tokenUrl}/token`,
    }),
    address: gmailAddress,
  },
}

export const providerLabel = (provider: MailProvider): string => FACTS[provider].label

function clientOf(provider: MailProvider, config: MailProviderConfig): oauth.Configuration {
  const endpoints = FACTS[provider].endpoints(config)
  const client = new oauth.Configuration(endpoints, config.clientId, {}, oauth.ClientSecretPost(config.clientSecret))
  client.timeout = TIMEOUT_SECONDS
  // Only where the configuration itself names an address without TLS, as tests do.
  if (endpoints.token_endpoint.startsWith('http:')) oauth.allowInsecureRequests(client)
  return client
}

export interface MailboxSignIn {
  provider: MailProvider
  state: string
  verifier: string
}

/** The address to send the administrator to, and what the session keeps until the return (PKCE, RFC 7636). */
export async function beginSignIn(
  provider: MailProvider,
  config: MailProviderConfig,
  redirectUri: string,
): Promise<{ url: string; signIn: MailboxSignIn }> {
  const verifier = oauth.randomPKCECodeVerifier()
  const state = oauth.randomState()
  const url = oauth.buildAuthorizationUrl(clientOf(provider, config), {
    redirect_uri: redirectUri,
    scope: FACTS[provider].scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...FACTS[provider].extra,
  })
  return { url: url.href, signIn: { provider, state, verifier } }
}

/** Exchanges the code for tokens. @throws Error when the service says no, or gives no lasting access */
export async function finishSignIn(config: MailProviderConfig, signIn: MailboxSignIn, callback: URL) {
  const tokens = await oauth.authorizationCodeGrant(clientOf(signIn.provider, config), callback, {
    pkceCodeVerifier: signIn.verifier,
    expectedState: signIn.state,
  })
  if (tokens.refresh_token === undefined) throw new Error('no refresh token')
  return {
    address: await FACTS[signIn.provider].address(config, tokens.access_token),
    refreshToken: tokens.refresh_token,
    accessToken: tokens.access_token,
    expiresIn: tokens.expiresIn() ?? 3600,
  }
}

/** Keeps the mailbox that was signed in to, in place of an earlier one. */
export async function keepAccount(
  trx: Trx,
  secrets: Secrets,
  provider: MailProvider,
  account: Awaited<ReturnType<typeof finishSignIn>>,
): Promise<void> {
  await trx.deleteFrom('mail_accounts').execute()
  await trx
    .insertInto('mail_accounts')
    .values({
      provider,
      address: account.address,
      refresh_token: seal(secrets, PURPOSE, account.refreshToken),
      access_token: seal(secrets, PURPOSE, account.accessToken),
      expires_at: new Date(Date.now() + account.expiresIn * 1000),
    })
    .execute()
}

export const forgetAccount = (trx: Trx) => trx.deleteFrom('mail_accounts').execute()

/** Seals the tokens with the secret of now. */
export async function resealAccount(trx: Trx, secrets: Secrets): Promise<void> {
  const account = await trx
    .selectFrom('mail_accounts')
    .select(['id', 'refresh_token', 'access_token'])
    .forUpdate()
    .executeTakeFirst()
  const refresh_token = account && sealedAnew(secrets, PURPOSE, account.refresh_token)
  const access_token = account && sealedAnew(secrets, PURPOSE, account.access_token)
  if (!refresh_token || !access_token) return
  await trx.updateTable('mail_accounts').set({ refresh_token, access_token }).where('id', '=', account.id).execute()
}

export const getAccount = (db: Db | Trx) =>
  db.selectFrom('mail_accounts').select(['id', 'provider', 'address', 'error', 'created_at']).executeTakeFirst()

/** The ways out that administrators set up, as SQL: the provider of a mailbox, and 'smtp' for a server. */
export const linkedWays = sql<string[]>`(
  select coalesce(json_agg(way), '[]') from (select provider as way from mail_accounts union all select 'smtp' from mail_servers) ways)`

class SignInLost extends Error {}

/**
 * A token that is still good, and is not the one the service just refused. Refresh tokens are good once, so one process
 * at a time fetches a new one while the others wait for it: the lock spans the call, which times out by itself.
 * @throws SignInLost when an administrator has to sign in again
 */
async function accessToken(services: Services, refused: string | null): Promise<string> {
  const { db, config } = services
  const open = (text: string) => unseal(config, PURPOSE, text)
  const read = (from: Db | Trx) => from.selectFrom('mail_accounts').selectAll().executeTakeFirstOrThrow()
  const usable = ({ access_token, expires_at }: Awaited<ReturnType<typeof read>>) => {
    const token = open(access_token)
    return token !== refused && expires_at.getTime() - SPARE_MS > Date.now() ? token : null
  }
  const kept = usable(await read(db))
  if (kept !== null) return kept
  return inTransaction(db, null, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('mail account'))`.execute(trx)
    const account = await read(trx)
    const fetchedMeanwhile = usable(account)
    if (fetchedMeanwhile !== null) return fetchedMeanwhile
    const provider = account.provider as MailProvider
    const settings = config.mailProviders[provider]
    const refreshToken = open(account.refresh_token)
    if (!settings || refreshToken === null) throw new SignInLost('De koppeling met de mailbox is niet meer geldig.')
    const tokens = await oauth.refreshTokenGrant(clientOf(provider, settings), refreshToken)
    const sealed = (text: string) => seal(config, PURPOSE, text)
    await trx
      .updateTable('mail_accounts')
      .set({
        access_token: sealed(tokens.access_token),
        ...(tokens.refresh_token === undefined ? {} : { refresh_token: sealed(tokens.refresh_token) }),
        expires_at: new Date(Date.now() + (tokens.expiresIn() ?? 3600) * 1000),
        error: null,
      })
      .execute()
    return tokens.access_token
  })
}

/** Whether the service said that the sign-in itself is over, rather than that something passing went wrong. */
const isOver = (error: unknown): boolean =>
  error instanceof SignInLost ||
  (error instanceof oauth.ResponseBodyError && ['invalid_grant', 'invalid_client'].includes(error.error))

/** The mailbox that was signed in to as a way out, or null when there is none. */
export async function accountRoute(services: Services): Promise<Route | null> {
  const account = await getAccount(services.db)
  if (!account) return null
  const provider = account.provider as MailProvider
  const config = services.config.mailProviders[provider]
  if (!config) return null
  const route = (provider === 'microsoft' ? graphRoute : gmailRoute)(account.address, config)
  return {
    ...route,
    deliver: async (letter, signal) => {
      let refused: string | null = null
      for (let attempt = 0; attempt < 2; attempt++) {
        let token: string
        try {
          token = await accessToken(services, refused)
        } catch (error) {
          if (isOver(error)) await markLost(services.db)
          return { state: 'later', error: `Aanmelden bij ${providerLabel(provider)} lukt niet: ${errorText(error)}` }
        }
        const delivery = await route.deliver(letter, token, signal).catch(brokenExchange)
        if (delivery !== 'unauthorised') return delivery
        refused = token
      }
      await markLost(services.db)
      return { state: 'later', error: `${providerLabel(provider)} neemt de aanmelding niet meer aan.` }
    },
  }
}

const markLost = (db: Db) =>
  db.updateTable('mail_accounts').set({ error: 'Meld u opnieuw aan bij de mailbox.' }).execute()
