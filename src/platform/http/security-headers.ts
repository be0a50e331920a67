import { randomBytes } from 'node:crypto'
import type { RequestHandler, Response } from 'express'
import helmet from 'helmet'

/** Strict CSP with a nonce per page: no inline script or style, no eval (stack.md c). */
export function securityHeaders(options: { secure: boolean }): RequestHandler[] {
  const nonce = (_req: unknown, res: unknown) => `'nonce-${(res as Response).locals.nonce as string}'`
  return [
    (_req, res, next) => {
      res.locals.nonce = randomBytes(16).toString('base64')
      next()
    },
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", nonce],
          scriptSrcAttr: ["'none'"],
          styleSrc: ["'self'", nonce],
          styleSrcAttr: ["'none'"],
          imgSrc: ["'self'", 'data:', 'blob:'],
          fontSrc: ["'self'"],
          connectSrc: ["'self'"],
          workerSrc: ["'self'", 'blob:'],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'self'"],
          ...(options.secure ? { upgradeInsecureRequests: [] } : {}),
        },
      },
      strictTransportSecurity: options.secure,
      referrerPolicy: { policy: 'same-origin' },
      crossOriginOpenerPolicy: options.secure,
      originAgentCluster: false,
    }),
  ]
}
