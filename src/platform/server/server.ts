import { createHash } from 'node:crypto'
import { constants } from 'node:zlib'
import compression from 'compression'
import express, { type Express } from 'express'
import expressStaticGzip from 'express-static-gzip'
import { HttpError, NotFound } from '../errors.ts'
import { migrationsAtHead } from '../database/migrate.ts'
import { mountScreens } from '../screens/mount.ts'
import type { Services } from '../services.ts'
import { answerErrors } from './answer-errors.ts'
import { type Assets } from '../http/assets.ts'
import { rememberRequest } from './last-resort.ts'
import { readQuery } from '../http/read-body.ts'
import { requestLog } from '../http/request-log.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { sessions } from '../http/session.ts'

/**
 * As `compression` packs by itself, but with a window of 256 kB instead of 4 MB: no page is larger, and every answer
 * under way holds its window outside the heap.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } }

/** Express reads the query anew each time that somebody looks at it. */
const readQueryOnce: express.RequestHandler = (req, _res, next) => {
  Object.defineProperty(req, 'query', { value: req.query, writable: true, configurable: true })
  next()
}

/** The Express application: headers, static files, session, sign-in, all declared screens, errors. */
export function createServer(
  services: Services,
  options: { publicDir: string; assets: Assets; isAlive: () => boolean; signIn: express.RequestHandler },
): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', services.config.trustProxy)
  app.set('query parser', readQuery)
  app.set('etag', false)
  app.use(requestLog(services.log))
  app.use(rememberRequest)
  app.use(securityHeaders({ secure: services.config.secure }))
  app.use(refuseOddAddress)
  app.use((_req, res, next) => {
    res.locals.assets = options.assets
    // Nothing that a page shows was read before this; what changed since is told to it by the change feed.
    res.locals.arrived = Date.now()
    next()
  })
  app.get('/healthz', (_req, res) => {
    const alive = options.isAlive()
    res.status(alive ? 200 : 503).json({ status: alive ? 'ok' : 'database does not start' })
  })
  app.get('/readyz', async (_req, res) => {
    const ready = await migrationsAtHead(services.db).catch(() => false)
    res.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'not ready' })
  })
  app.use(
    '/assets',
    expressStaticGzip(`${options.publicDir}/build`, {
      enableBrotli: true,
      orderPreference: ['br', 'gz'],
      index: false,
      serveStatic: { immutable: true, maxAge: '1y', fallthrough: false },
    }),
  )
  for (const file of STATIC)
    app.get(`/${file}`, (_req, res) => res.sendFile(file, { root: `${options.publicDir}/static`, maxAge: '1d' }))
  serveInstalled(app, services, options.assets)
  app.get('/favicon.ico', (_req, res) => res.redirect(301, '/favicon.svg'))
  const filter = (req: express.Request, res: express.Response) => !isStream(res) && compression.filter(req, res)
  app.use(compression({ threshold: 1024, filter, brotli: BROTLI }))
  const { sessionSecret, previousSecret, secure } = services.config
  const secrets = previousSecret === undefined ? [sessionSecret] : [sessionSecret, previousSecret]
  app.use(readQueryOnce)
  app.use(refuseWhileAway(services))
  app.use(sessions(services.pool, services.changes, { secrets, secure, log: services.log }))
  app.use(options.signIn)
  app.use(mountScreens(services))
  app.use((_req, _res, next) => next(new NotFound('Pagina')))
  app.use(answerErrors(services))
  return app
}

/** `OPTIONS *` and whole addresses, as for a proxy: what comes after this goes by paths, the session first of all. */
const refuseOddAddress: express.RequestHandler = (req, _res, next) =>
  next(req.url.startsWith('/') ? undefined : new HttpError(400, 'Dit verzoek is niet leesbaar.'))

/** Files that stand at an address of their own, where browsers look for them. */
const STATIC = [
  'robots.txt',
  'favicon.svg',
  'manifest.webmanifest',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable.png',
  'apple-touch-icon.png',
]

/** The worker of an installed product, another one for each build, and the page it keeps; neither knows a session. */
function serveInstalled(app: Express, { views }: Services, assets: Assets): void {
  app.get('/sw.js', (_req, res) => {
    const { kept, code } = assets.worker ?? { kept: [], code: '' }
    const version = createHash('sha256').update(JSON.stringify(kept)).update(code).digest('hex').slice(0, 16)
    const head = `globalThis.VERSION = ${JSON.stringify(version)}\nglobalThis.KEPT = ${JSON.stringify(kept)}\n`
    res.set('Cache-Control', 'no-cache').type('js').send(`${head}${code}`)
  })
  app.get('/offline', (_req, res) => {
    const page = { ...res.locals, title: 'Geen verbinding', view: 'platform/offline', data: {} }
    res.set({ 'Cache-Control': 'no-cache', 'X-Robots-Tag': 'noindex' }).type('html')
    res.send(views.render('platform/bare', page))
  })
}

/**
 * While the database is away no request is started that would only break off later, such as a page whose new session
 * cannot be stored. Costs nothing while the change feed is connected.
 */
function refuseWhileAway({ changes, pool }: Services): express.RequestHandler {
  return async (_req, _res, next) => {
    if (changes.sessionChanges === null) await pool.query('select 1')
    next()
  }
}

/** An event stream must reach the browser at once; PDFs and images are compressed already. */
function isStream(res: express.Response): boolean {
  return String(res.getHeader('Content-Type')).startsWith('text/event-stream')
}
