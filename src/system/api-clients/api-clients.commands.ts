import { sql } from 'kysely'
import { NotFound } from '../../platform/errors.ts'
import type { Trx } from '../../platform/database/types.ts'
import { lockVersion } from '../../platform/database/versioned.ts'
import { getClient } from './api-clients.queries.ts'
import { type Scope, TOKEN_SECONDS, newClientId, newSecret, secretHash } from './api-clients.rules.ts'

/** Adds a client; its secret is known now and never again. */
export async function addClient(
  trx: Trx,
  {
    name,
    scopes,
    establishment_id = null,
    origins = [],
  }: { name: string; scopes: Scope[]; establishment_id?: number | null; origins?: string[] },
): Promise<{ id: number; clientId: string; secret: string }> {
  const clientId = newClientId()
  const secret = newSecret()
  const { id } = await trx
    .insertInto('api_clients')
    .values({ name, scopes, establishment_id, origins, client_id: clientId, secret_hash: secretHash(secret) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, clientId, secret }
}

/** @throws NotFound, Stale when someone else saved first */
export async function editClient(
  trx: Trx,
  clientId: string,
  { version, ...changes }: { name: string; origins: string[]; version: number },
): Promise<number> {
  const { id } = await getClient(trx, clientId)
  await lockVersion(trx, 'api_clients', id, version, changes)
  await trx.updateTable('api_clients').set(changes).where('id', '=', id).execute()
  return id
}

/**
 * Gives a client a new secret. The old one stops working, and so do the tokens it was given.
 * @throws NotFound, Stale when someone else replaced it first
 */
export async function replaceSecret(trx: Trx, id: number, version: number): Promise<string> {
  await lockVersion(trx, 'api_clients', id, version, {})
  const secret = newSecret()
  await trx
    .updateTable('api_clients')
    // A secret is never in the history, so the row says by its time that it was replaced.
    .set({ secret_hash: secretHash(secret), updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('api_tokens').where('api_client_id', '=', id).execute()
  return secret
}

/** Says where the device of a client stands. @throws NotFound */
export async function placeProgram(trx: Trx, clientId: string, establishment_id: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('api_clients')
    .set({ establishment_id })
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new NotFound('API-sleutel')
}

/** @throws NotFound */
export async function deleteClient(trx: Trx, clientId: string): Promise<number> {
  const gone = await trx.deleteFrom('api_clients').where('client_id', '=', clientId).returning('id').executeTakeFirst()
  if (!gone) throw new NotFound('API-sleutel')
  return gone.id
}

/** A program, or each device it runs on, needs one token at a time; one that asks for each request anew keeps no more. */
const MOST_TOKENS = 100

/** Issues an access token, and throws away those of the client that have expired or are too many, the oldest first. */
export async function issueAccessToken(trx: Trx, apiClientId: number, scopes: Scope[]): Promise<string> {
  const token = newSecret()
  await trx
    .deleteFrom('api_tokens')
    .where('api_client_id', '=', apiClientId)
    .where('expires_at', '<', new Date())
    .execute()
  await trx
    .insertInto('api_tokens')
    .values({
      api_client_id: apiClientId,
      token_hash: secretHash(token),
      scopes,
      expires_at: sql<Date>`now() + make_interval(secs => ${TOKEN_SECONDS})`,
    })
    .execute()
  await trx
    .deleteFrom('api_tokens')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('api_tokens')
        .select('id')
        .where('api_client_id', '=', apiClientId)
        .orderBy('id', 'desc')
        .offset(MOST_TOKENS)
        .forUpdate(),
    )
    .execute()
  await trx.updateTable('api_clients').set({ last_used_at: new Date() }).where('id', '=', apiClientId).execute()
  return token
}
