import { csrfSync } from 'csrf-sync'
import type { Request } from 'express'
import { Forbidden } from '../errors.ts'

const { generateToken, isRequestValid } = csrfSync({
  size: 32,
  getTokenFromRequest: (req) =>
    (req.headers['x-csrf-token'] as string | undefined) ?? (req.body as Record<string, string> | undefined)?._token,
})

/** The session's CSRF token; making one creates a session, so only pages with a form call this. */
export function csrfToken(req: Request): string {
  return generateToken(req)
}

/**
 * Refuses a state-changing request without the session's token, or one that another site started.
 * @throws Forbidden with code 'csrf', on which the browser fetches a new token and repeats once (rulings 3)
 */
export function checkCsrf(req: Request): void {
  const site = req.get('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Forbidden('Dit verzoek is geweigerd.')
  if (!isRequestValid(req)) {
    const error = new Forbidden('Uw sessie is verlopen. Probeer het opnieuw.')
    error.body.code = 'csrf'
    throw error
  }
}

/** Whether a GET that changes something comes from our own pages (rulings 3, state on GET). */
export function isSameOrigin(req: Request): boolean {
  const site = req.get('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const referer = req.get('referer')
  return referer !== undefined && URL.canParse(referer) && new URL(referer).host === req.get('host')
}
