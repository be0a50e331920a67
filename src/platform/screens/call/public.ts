import { sql } from 'kysely'
import type { Response } from 'express'
import type * as z from 'zod'
import type { Db } from '../../database/types.ts'
import { TooManyRequests } from '../../errors.ts'
import { NO_FIELDS, parseForm } from '../../forms/invalid.ts'
import { csrfToken } from '../../http/csrf.ts'
import { Throttle } from '../../http/throttle.ts'
import { singleton } from '../../services.ts'
import { type Download, sendDownload } from './calls.ts'
import { networkAt } from '../../http/network.ts'
import type { Exchange, ParamsOf, PublicCtx, Route, Screen } from '../screen.ts'
import { cataloguePath, wordsOf } from '../paths.ts'

/** New visitors from one address in an hour, each of whom costs a row until its session ends. */
const NEW_VISITORS = { name: 'visitors', tries: 1000, seconds: 3600 }
const visitorsOf = singleton(({ pool }) => new Throttle(pool, NEW_VISITORS))
/** How long the session of who comes beyond that lasts without use: enough to fill a form in. */
const BRIEF_MS = 15 * 60_000

/**
 * Keeps the sessions of many new visitors short. Nobody is turned away: the address may be that of a whole school, or of
 * a proxy that we do not know of, and then one of them could keep all others from signing in.
 */
async function receiveVisitor({ req, viewer, services }: Exchange): Promise<void> {
  if (viewer !== null || req.session.csrfToken !== undefined) return
  const isOneOfMany = await visitorsOf(services).overspends(networkAt(req))
  if (isOneOfMany) req.session.cookie.maxAge = BRIEF_MS
}

/** What a public page shows; status 200 unless said otherwise. */
export interface PublicAnswer {
  view?: string
  data?: object
  /** Of the page, where it is not the one that its address is known by. */
  title?: string
  status?: number
  redirect?: string
  json?: unknown
  /** Something else than a page, e.g. a calendar feed. */
  content?: { type: string; body: string }
  /** A file. */
  download?: Download
  /** Search engines may find it: it is for everybody, and the same for all. */
  indexed?: true
  /** Other websites that may show it within their own pages, or load it. */
  framedBy?: readonly string[]
}

/** A form that a page load sends is refused by a page too; any other error is for who asks. */
export function throttledPage(error: unknown, { res }: Pick<Exchange, 'res'>): PublicAnswer | null {
  if (!(error instanceof TooManyRequests)) return null
  res.set('Retry-After', String(error.retryAfter))
  return {
    status: 429,
    view: 'platform/error-bare',
    data: { title: 'Even geduld', message: error.message, correlationId: null, returns: false },
  }
}

/** The firm whose pages these are: who reads them came from there, and need not know what it works with. */
async function houseOf(db: Db): Promise<{ house: string; logo: string }> {
  const told = await db
    .selectFrom('settings')
    .select([sql<string | null>`value ->> 'name'`.as('name'), sql<string | null>`value ->> 'logo'`.as('logo')])
    .where('key', '=', 'organisation')
    .executeTakeFirst()
  return { house: told?.name ?? '', logo: told?.logo ?? '' }
}

/** Lets other websites show what is answered: `frame-ancestors` says which, and older browsers know no such list. */
function openTo(res: Response, origins: readonly string[]): void {
  const policy = String(res.getHeader('Content-Security-Policy'))
  res.setHeader(
    'Content-Security-Policy',
    policy.replace("frame-ancestors 'self'", ["frame-ancestors 'self'", ...origins].join(' ')),
  )
  res.removeHeader('X-Frame-Options')
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
}

/** Sends what a public page answers, kept by no cache, and found by search engines where it says so. */
async function sendAnswer(exchange: Exchange, title: string, result: PublicAnswer): Promise<void> {
  const { req, res, services } = exchange
  res.set('Cache-Control', 'no-store')
  if (!result.indexed) res.set('X-Robots-Tag', 'noindex')
  if (result.framedBy) openTo(res, result.framedBy)
  if (result.redirect !== undefined) return void res.redirect(303, result.redirect)
  res.status(result.status ?? 200)
  if (result.json !== undefined) return void res.json(result.json)
  if (result.download) return sendDownload(exchange, result.download)
  if (result.content) return void res.type(result.content.type).send(result.content.body)
  const html = services.views.render('platform/bare', {
    ...res.locals,
    csrf: () => csrfToken(req),
    title: result.title ?? title,
    ...(await houseOf(services.db)),
    demo: services.config.demo,
    indexed: result.indexed === true,
    view: result.view,
    data: result.data ?? {},
  })
  res.type('html').send(html)
}

type Handler<Path extends string, Input> = (
  ctx: PublicCtx<ParamsOf<Path>, Record<string, unknown>> & { form: Input; exchange: Exchange },
) => Promise<PublicAnswer> | PublicAnswer

/**
 * A page without sign-in (login, first use, certificate check). It shows nothing before its token or form is right,
 * is never cached or indexed, and its POST carries the CSRF token of the page.
 */
export function publicPage<Path extends string, F extends z.ZodType = z.ZodObject>(declaration: {
  path: Path
  title: string
  show: Handler<Path, undefined>
  form?: F
  submit?: Handler<Path, z.output<F>>
  /** Answers its own 422 page instead of the JSON map. */
  invalid?: (error: unknown, exchange: Exchange) => Promise<PublicAnswer | null> | PublicAnswer | null
  /** Its form carries something drawn, which takes more than the texts of a visitor. */
  drawing?: true
}): Screen {
  const answer = (exchange: Exchange, result: PublicAnswer) => sendAnswer(exchange, declaration.title, result)
  const contextOf = (exchange: Exchange) => ({
    db: exchange.services.db,
    viewer: exchange.viewer,
    params: exchange.params as ParamsOf<Path>,
    query: exchange.req.query as Record<string, unknown>,
    services: exchange.services,
    address: networkAt(exchange.req),
    exchange,
  })
  const path = cataloguePath(declaration.path)
  const routes: Route[] = [
    {
      method: 'GET',
      path,
      right: 'view',
      guarded: false,
      handle: async (exchange) => {
        const result = await declaration.show({ ...contextOf(exchange), form: undefined })
        if (result.view !== undefined) await receiveVisitor(exchange)
        await answer(exchange, result)
      },
    },
  ]
  const { submit } = declaration
  if (submit)
    routes.push({
      method: 'POST',
      path,
      right: 'change',
      guarded: true,
      ...(declaration.drawing ? { drawing: true as const } : {}),
      handle: async (exchange) => {
        try {
          const form = parseForm((declaration.form ?? NO_FIELDS) as F, exchange.req.body)
          await answer(exchange, await submit({ ...contextOf(exchange), form }))
        } catch (error) {
          const result = (await declaration.invalid?.(error, exchange)) ?? null
          if (!result) throw error
          await answer(exchange, result)
        }
      },
    })
  return {
    kind: 'page',
    path,
    words: wordsOf(declaration.path),
    area: 'public',
    record: null,
    fieldsOf: null,
    routes,
    example: null,
    home: null,
    title: declaration.title,
  }
}
