import type { Response } from 'express'
import type * as z from 'zod'
import { inTransaction } from '../../database/transaction.ts'
import type { Db, Trx } from '../../database/types.ts'
import { Forbidden, HttpError } from '../../errors.ts'
import { NO_FIELDS, parseForm } from '../../forms/invalid.ts'
import { type Caller, callerFinders } from '../../http/callers.ts'
import type { Services } from '../../services.ts'
import { type RecordRef } from '../models.ts'
import { cataloguePath, wordsOf } from '../paths.ts'
import type { ApiDocs, Example, Exchange, ParamsOf, Route, Screen } from '../screen.ts'

/** What the handler of such a call gets instead of the request. */
export interface TokenCtx<Params, Query> {
  db: Db
  caller: Caller
  params: Params
  query: Query
  services: Services
  /** By which the program says which call a repeat is of (`Idempotency-Key`); null where it says nothing. */
  idempotencyKey: string | null
}

interface Declared<Path extends string, Q extends z.ZodObject> {
  path: Path
  /** What its token has to allow. */
  scope: string
  /** It is for servers: a page in a browser has its token where everybody can read it. */
  serversOnly?: true
  query?: Q
  docs: ApiDocs
  /** How the tests over every screen call it; `foreign` names what lies outside what the program may see. */
  example: Example
}

const NO_BROWSER = 'Deze aanroep is er voor servers: zet het token nooit in een webpagina.'
const NO_TOKEN = 'Dit verzoek heeft een geldig token nodig.'

/** Who calls, by the Bearer token alone: a session counts for nothing here. @throws 401, 403 (RFC 6750 3.1) */
async function callerOf({ req, res, services }: Exchange, scope: string): Promise<Caller> {
  const header = req.get('authorization')
  for (const find of services.registry.all(callerFinders)) {
    const caller = await find(services.db, header)
    if (!caller) continue
    if (caller.scopes.includes(scope)) return caller
    res.set('WWW-Authenticate', `Bearer realm="Noordkaap", error="insufficient_scope", scope="${scope}"`)
    throw new Forbidden()
  }
  const reason = header === undefined ? '' : ', error="invalid_token"'
  res.set('WWW-Authenticate', `Bearer realm="Noordkaap"${reason}`)
  throw new HttpError(401, NO_TOKEN)
}

function tokenScreen<Path extends string, Q extends z.ZodObject>(
  { path: declared, scope, serversOnly, query, docs, example }: Declared<Path, Q>,
  method: Route['method'],
  answer: (ctx: TokenCtx<ParamsOf<Path>, z.output<Q>>, exchange: Exchange) => Promise<unknown>,
): Screen {
  const path = cataloguePath(declared)
  const handle = async (exchange: Exchange) => {
    const { req, res, services } = exchange
    uncached(res)
    const caller = await callerOf(exchange, scope)
    if (serversOnly && req.get('origin') !== undefined) throw new Forbidden(NO_BROWSER)
    const ctx = {
      db: services.db,
      caller,
      params: exchange.params as ParamsOf<Path>,
      query: parseForm((query ?? NO_FIELDS) as Q, req.query),
      services,
      idempotencyKey: req.get('idempotency-key')?.trim() || null,
    }
    res.json(await answer(ctx, exchange))
  }
  return {
    kind: 'json',
    path,
    words: wordsOf(declared),
    area: 'public',
    record: null,
    fieldsOf: null,
    // No browser sends a token by itself, so a call with one needs no CSRF token (rulings 3).
    routes: [{ method, path, right: method === 'GET' ? 'view' : 'change', guarded: false, handle }],
    scope,
    docs,
    example,
    home: null,
    title: null,
  }
}

const uncached = (res: Response) => res.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })

/** GET of a program that proves itself with a Bearer token; answers JSON. */
export const tokenRead = <Path extends string, Q extends z.ZodObject = z.ZodObject>(
  declaration: Declared<Path, Q> & { answer(ctx: TokenCtx<ParamsOf<Path>, z.output<Q>>): Promise<unknown> },
): Screen => tokenScreen(declaration, 'GET', (ctx) => declaration.answer(ctx))

/** What such a save answers; `changed` is announced to every browser in the same transaction. */
export interface TokenSaved {
  changed?: RecordRef[]
  body: unknown
}

/** POST of such a program: one transaction in its name, which the history tells, and the change notice. */
export const tokenSave = <Path extends string, F extends z.ZodType = z.ZodObject, Q extends z.ZodObject = z.ZodObject>(
  declaration: Declared<Path, Q> & {
    form?: F
    save(ctx: TokenCtx<ParamsOf<Path>, z.output<Q>> & { trx: Trx; form: z.output<F> }): Promise<TokenSaved>
  },
): Screen =>
  tokenScreen(declaration, 'POST', async (ctx, { req, services }) => {
    const form = parseForm((declaration.form ?? NO_FIELDS) as F, req.body)
    const { body } = await inTransaction(services.db, { program: ctx.caller.name }, async (trx) => {
      const saved = await declaration.save({ ...ctx, db: trx, services: { ...services, db: trx }, trx, form })
      if (saved.changed?.length) await services.changes.announce(trx, saved.changed)
      return saved
    })
    return body
  })
