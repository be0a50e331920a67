import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import type { Services } from '../services.ts'
import { answerErrors } from './answer-errors.ts'

/** The request that the code which runs now works for. */
const current = new AsyncLocalStorage<{ req: Request; res: Response }>()

/** What comes after this is known to work for its request, however late it runs. */
export const rememberRequest: RequestHandler = (req, res, next) => current.run({ req, res }, next)

/**
 * The last resort of the process. A rejection that nobody awaits is logged with an id and its request, if it is not
 * answered yet, gets a 500; the process goes on. After an exception that nobody catches nothing is sure any more: it is
 * logged, and `end` has to end the process.
 */
export function watchProcess(services: Services, end: () => void): void {
  const answer = answerErrors(services)
  process.on('unhandledRejection', (error) => {
    const request = current.getStore()
    if (!request || request.res.writableEnded)
      return services.log.error({ err: error, correlationId: randomUUID() }, 'a rejection that nobody awaited')
    // Else an answer that fails would be answered again, without end.
    Promise.resolve(answer(error, request.req, request.res, () => undefined)).catch(() => request.res.destroy())
  })
  process.on('uncaughtException', (error) => {
    services.log.fatal({ err: error, correlationId: randomUUID() }, 'an exception that nobody caught: the process ends')
    end()
  })
}
