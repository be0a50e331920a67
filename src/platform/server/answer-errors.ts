import type { ErrorRequestHandler, Request, Response } from 'express'
import { MulterError } from 'multer'
import { Blocked, Busy, type FieldMessages, HttpError, Invalid, Unavailable } from '../errors.ts'
import { isAway } from '../database/away.ts'
import { sqlState } from '../database/transaction.ts'
import { violationText } from '../database/violation.ts'
import { withoutLabel } from '../format/sentence.ts'
import type { Services } from '../services.ts'
import { pageModel, sendPage } from '../screens/page.ts'
import { headerJson } from '../http/respond.ts'
import { correlationId } from '../http/request-log.ts'
import { sessionViewer } from '../http/session.ts'

interface ConstraintError extends Error {
  code: string
  table?: string
  constraint?: string
  detail?: string
}

/**
 * A violated constraint that the user can mend becomes a 422 on its field, and so does a choice that no longer exists.
 * Deleting what others still refer to becomes a 409, even where no area gave a message for it.
 */
async function asRefusal(error: unknown, services: Services): Promise<HttpError | null> {
  if (!sqlState(error)?.startsWith('23')) return null
  const { code, table = '', constraint = '', message } = error as ConstraintError
  const known = services.registry.constraints[constraint]
  const deleting = code === '23503' && message.startsWith('update or delete')
  if (deleting) return new Blocked([{ label: 'Andere gegevens die hiernaar verwijzen', count: 1 }])
  if (known) return new Invalid({ [known.field]: [await violationText(known, services, error)] })
  if (code !== '23503') return null
  const column = constraint.startsWith(`${table}_`) ? constraint.slice(table.length + 1).replace(/_fkey$/, '') : '_form'
  return new Invalid({ [column]: ['Deze keuze bestaat niet meer.'] })
}

/** What may succeed on a next try: the database is away, or a lock was not free in time. */
function asPassing(error: unknown): HttpError | null {
  if (sqlState(error) === '55P03') return new Busy()
  return isAway(error) ? new Unavailable() : null
}

/** Errors of the body parsers and of Express itself that are the sender's fault. */
function asClientError(error: unknown): HttpError | null {
  if (error instanceof MulterError)
    return error.code === 'LIMIT_FILE_SIZE'
      ? new HttpError(413, 'Het bestand is te groot.')
      : new HttpError(400, 'Het bestand kon niet worden gelezen.')
  if (error instanceof URIError) return new HttpError(400, 'Dit verzoek is niet leesbaar.')
  const status = (error as { status?: unknown; statusCode?: unknown }).status
  if (error instanceof Error && typeof status === 'number' && status >= 400 && status < 500)
    return new HttpError(status, status === 413 ? 'Dit is te veel in één keer.' : 'Dit verzoek is niet leesbaar.')
  // Text that the database cannot store. U+0000 is refused earlier already; this is the safety net.
  return sqlState(error) === '22021' || sqlState(error) === '22P05'
    ? new HttpError(400, 'Dit verzoek bevat tekens die niet kunnen worden opgeslagen.')
    : null
}

function wantsPage(req: Request): boolean {
  return req.method === 'GET' && req.get('HX-Request') !== 'true' && req.accepts(['json', 'html']) === 'html'
}

/** On a page that comes back by itself nobody has typed anything. */
const AWAY = 'Noordkaap is even niet bereikbaar.'

const TITLES: Record<number, string> = {
  403: 'Geen toegang',
  404: 'Niet gevonden',
  429: 'Even geduld',
  503: 'Even geduld',
}

/**
 * A user who is signed in gets the error inside the frame of the product; anybody else gets a bare page, and so does
 * everybody while the database is away and no session can be read.
 */
function sendErrorPage(services: Services, req: Request, res: Response, status: number, message: string): void {
  const title = TITLES[status] ?? (status >= 500 ? 'Er is iets misgegaan' : 'Dit verzoek kan niet')
  const data = {
    title,
    message: status === 503 ? AWAY : message,
    correlationId: status >= 500 && status !== 503 ? correlationId(res) : null,
    returns: status === 503,
  }
  res.status(status)
  const viewer = sessionViewer(req)
  if (viewer) {
    const page = pageModel(services, viewer, { title, path: req.path })
    return sendPage({ req, res, services }, page, 'platform/error-page', data)
  }
  const bare = { title, view: 'platform/error-bare', data, demo: services.config.demo }
  res.type('html').send(services.views.render('platform/bare', { ...res.locals, ...bare }))
}

/** What the browser shows at the form or in a window of its own needs no flash. */
const TOLD_IN_PLACE = ['reasons', 'stale', 'question', 'planned']

const unnamed = (fields: FieldMessages): FieldMessages =>
  Object.fromEntries(Object.entries(fields).map(([path, messages]) => [path, messages.map(withoutLabel)]))

/** The last handler: every error becomes the answer that the rulings prescribe; a 5xx never says why. */
export function answerErrors(services: Services): ErrorRequestHandler {
  return async (raw: unknown, req, res, _next) => {
    const error =
      raw instanceof HttpError ? raw : ((await asRefusal(raw, services)) ?? asPassing(raw) ?? asClientError(raw))
    if (!error || error.status === 500) {
      services.log.error({ err: raw, correlationId: correlationId(res) }, 'request failed')
    }
    const status = error?.status ?? 500
    const message = withoutLabel(error?.message ?? 'Er is een fout opgetreden.')
    if (res.headersSent) return void res.destroy()
    res.set('Cache-Control', 'no-store').removeHeader('Content-Disposition')
    if (error && 'retryAfter' in error) res.set('Retry-After', String(error.retryAfter))
    if (status === 401 && wantsPage(req)) {
      res.redirect(303, `/login?next=${encodeURIComponent(req.originalUrl)}`)
      return
    }
    if (wantsPage(req)) return sendErrorPage(services, req, res, status, message)
    if (error instanceof Invalid) {
      // A form of ours knows what a field is called that no catalogue names; another program gets a sentence.
      const fields = req.get('HX-Request') === 'true' ? error.fields : unnamed(error.fields)
      return void res.status(422).json(fields)
    }
    const silent = status === 401 || TOLD_IN_PLACE.some((part) => error !== null && part in error.body)
    if (!silent && error !== null) res.set('HX-Trigger', headerJson({ flash: { str: message, type: 'error' } }))
    res.set('HX-Reswap', 'none')
    res.status(status).json({
      message,
      ...error?.body,
      ...(status >= 500 ? { correlationId: correlationId(res) } : {}),
    })
  }
}
