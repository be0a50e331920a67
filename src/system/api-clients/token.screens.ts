import type { Request, Response } from 'express'
import { inTransaction } from '../../platform/database/transaction.ts'
import { networkAt } from '../../platform/http/network.ts'
import { Brake, Throttle, counted } from '../../platform/http/throttle.ts'
import { publicCall } from '../../platform/screens/call/public-call.ts'
import { type Services, singleton } from '../../platform/services.ts'
import { issueAccessToken } from './api-clients.commands.ts'
import { findClient } from './api-clients.queries.ts'
import {
  type Credentials,
  type Scope,
  TOKEN_SECONDS,
  basicCredentials,
  parseScopes,
  secretHash,
  secretMatches,
} from './api-clients.rules.ts'

/** Failures of a client from one address within the window, after which it has to wait there. */
const FAILURES = 10
/** Failures from an address, of whichever client, after which tries from there take longer. */
const FREE = 50
const WINDOW_SECONDS = 15 * 60

const guardsOf = singleton(({ pool }) => ({
  client: new Throttle(pool, { name: 'oauth-client', tries: FAILURES, seconds: WINDOW_SECONDS }),
  address: new Brake(pool, { name: 'oauth-address', free: FREE, seconds: WINDOW_SECONDS }),
}))

type ErrorCode = 'invalid_request' | 'invalid_client' | 'unsupported_grant_type' | 'invalid_scope'

/** RFC 6749 5.2; the description is for whoever writes the other program. */
function refuse(res: Response, error: ErrorCode, description: string): void {
  if (error === 'invalid_client') res.set('WWW-Authenticate', 'Basic realm="Noordkaap"')
  res.status(error === 'invalid_client' ? 401 : 400).json({ error, error_description: description })
}

/** The parameters of the request; null when one is there twice or is no text (RFC 6749 3.2). */
function parametersOf(req: Request): Record<string, string> | null {
  const body = (req.body ?? {}) as Record<string, unknown>
  return Object.values(body).every((value) => typeof value === 'string') ? (body as Record<string, string>) : null
}

/** A hash to compare with where there is no client, so that both take as long. */
const NOBODY = secretHash('')

/** The client with these credentials, or null. @throws TooManyRequests after too many wrong ones */
function clientOf(services: Services, { clientId, secret }: Credentials, address: string) {
  const guards = guardsOf(services)
  return counted([guards.client, `${secretHash(clientId)} ${address}`], [[guards.address, address]], async () => {
    const client = clientId.includes('\0') ? undefined : await findClient(services.db, clientId)
    const matches = secretMatches(secret, client?.secret_hash ?? NOBODY)
    return client && matches ? client : null
  })
}

/** The token endpoint: client credentials for an access token that works an hour (RFC 6749 4.4). */
export const oauthToken = publicCall({
  path: '/oauth/token',
  method: 'POST',
  handle: async ({ req, res, services }) => {
    const parameters = parametersOf(req)
    if (!parameters) return refuse(res, 'invalid_request', 'Every parameter must be given once, as text.')
    const { grant_type, client_id = '', client_secret = '', scope = '' } = parameters
    if (grant_type === undefined) return refuse(res, 'invalid_request', 'grant_type is missing.')
    if (grant_type !== 'client_credentials')
      return refuse(res, 'unsupported_grant_type', 'Only client_credentials is supported.')
    const credentials = basicCredentials(req.get('authorization')) ?? { clientId: client_id, secret: client_secret }
    const client = await clientOf(services, credentials, networkAt(req))
    if (!client) return refuse(res, 'invalid_client', 'client_id or client_secret is wrong.')
    const allowed = client.scopes as Scope[]
    const wanted = scope === '' ? allowed : parseScopes(scope)
    if (!wanted || wanted.length === 0 || !wanted.every((name) => allowed.includes(name)))
      return refuse(res, 'invalid_scope', `This client may ask for: ${allowed.join(' ')}.`)
    const token = await inTransaction(services.db, null, (trx) => issueAccessToken(trx, client.id, wanted))
    res.json({ access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, scope: wanted.join(' ') })
  },
})
