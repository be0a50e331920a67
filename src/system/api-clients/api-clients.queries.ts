import { type SqlBool, sql } from 'kysely'
import { NotFound } from '../../platform/errors.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { type Scope, bearerToken, secretHash } from './api-clients.rules.ts'

export const listClients = (db: Db) =>
  db
    .selectFrom('api_clients')
    .leftJoin('establishments', 'establishments.id', 'api_clients.establishment_id')
    .select([
      'establishments.name as establishment',
      'api_clients.id',
      'api_clients.name',
      'api_clients.client_id',
      'api_clients.scopes',
      'api_clients.last_used_at',
      'api_clients.created_at',
    ])

export const findClient = (db: Db | Trx, clientId: string) =>
  db
    .selectFrom('api_clients')
    .select(['id', 'name', 'client_id', 'secret_hash', 'scopes', 'origins', 'version'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()

/** @throws NotFound */
export async function getClient(db: Db | Trx, clientId: string) {
  const client = await findClient(db, clientId)
  if (!client) throw new NotFound('API-sleutel')
  return client
}

export async function clientNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('api_clients').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** The websites that may show the offer within their own pages. */
export async function listOrigins(db: Db | Trx): Promise<string[]> {
  const rows = await db
    .selectFrom('api_clients')
    .select('origins')
    .where(sql<SqlBool>`cardinality(origins) > 0`)
    .execute()
  return [...new Set(rows.flatMap(({ origins }) => origins))]
}

/** The program behind a request, with what its token allows. */
export interface ApiCaller extends Caller {
  clientId: string
  scopes: Scope[]
}

/** Where the device of a client stands; null when nobody said so. */
export const findPlace = (db: Db | Trx, id: number) =>
  db
    .selectFrom('api_clients')
    .innerJoin('establishments', 'establishments.id', 'api_clients.establishment_id')
    .select(['establishments.id', 'establishments.name'])
    .where('api_clients.id', '=', id)
    .executeTakeFirst()

/**
 * Who sent this `Authorization: Bearer …` header; null for a token that is missing, unknown, expired or revoked, which
 * must not be told apart.
 */
export async function findCaller(db: Db | Trx, header: string | undefined): Promise<ApiCaller | null> {
  const token = bearerToken(header)
  if (token === null) return null
  const row = await db
    .selectFrom('api_tokens')
    .innerJoin('api_clients', 'api_clients.id', 'api_tokens.api_client_id')
    .select(['api_clients.id', 'api_clients.name', 'api_clients.client_id', 'api_tokens.scopes'])
    .where('token_hash', '=', secretHash(token))
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  return row ? { id: row.id, name: row.name, clientId: row.client_id, scopes: row.scopes as Scope[] } : null
}
