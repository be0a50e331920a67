import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

/**
 * The strict policy: no inline script or style, no eval; a nonce per page for our own tags (docs/security.md). Built here as
 * one string, since only the nonce differs from one answer to the next.
 */
function policy(secure: boolean): (nonce: string) => string {
  const rest = [
    "script-src-attr 'none'",
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    // A paper that was fetched is shown from the memory of the page.
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join(';')
  return (nonce) => `default-src 'self';script-src 'self' 'nonce-${nonce}';style-src 'self' 'nonce-${nonce}';${rest}`
}

/** The security headers of every answer. HSTS and upgrading only where the product is reached over https (rulings 2). */
export function securityHeaders(options: { secure: boolean }): RequestHandler[] {
  const policyWith = policy(options.secure)
  return [
    (_req, res, next) => {
      // Node draws these in advance: 122 random bits at a fraction of the price of randomBytes.
      const nonce = randomUUID()
      res.locals.nonce = nonce
      res.setHeader('Content-Security-Policy', policyWith(nonce))
      next()
    },
    helmet({
      contentSecurityPolicy: false,
      strictTransportSecurity: options.secure,
      referrerPolicy: { policy: 'same-origin' },
      crossOriginOpenerPolicy: options.secure,
      originAgentCluster: false,
    }),
  ]
}
