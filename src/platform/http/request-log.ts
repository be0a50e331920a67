import { randomUUID } from 'node:crypto'
import type { RequestHandler, Response } from 'express'
import type { Log } from '../log.ts'

/** The id that a log line and the error a user sees have in common. */
export function correlationId(res: Response): string {
  return res.locals.correlationId as string
}

/** One line a request: correlation id, user id, route pattern, status, duration; nothing personal (rulings 3). */
export function requestLog(log: Log): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now()
    res.locals.correlationId = randomUUID()
    res.setHeader('X-Correlation-Id', correlationId(res))
    res.on('close', () => {
      const line = {
        correlationId: correlationId(res),
        method: req.method,
        route: (res.locals.route as string | undefined) ?? 'none',
        status: res.statusCode,
        ms: Math.round(performance.now() - startedAt),
        user: (res.locals.viewerId as number | undefined) ?? null,
        ...(res.writableFinished ? {} : { aborted: true }),
      }
      if (res.statusCode >= 500) log.error(line, 'request')
      else log.info(line, 'request')
    })
    next()
  }
}
