import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** What a client may be allowed to do; a token carries some or all of what its client has. */
export const SCOPES = {
  'digital-presence': 'Kiosk: aanwezigheid registreren',
  entries: 'Aanmeldingen insturen',
} as const
export type Scope = keyof typeof SCOPES

/** How long an access token works, in seconds. */
export const TOKEN_SECONDS = 3600

/** Secrets and tokens have 256 random bits of their own, so a plain hash is as good as a slow one. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export const newClientId = (): string => randomBytes(12).toString('hex')
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Compares in a time that says nothing about where they differ. */
export function secretMatches(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(secretHash(secret)), Buffer.from(hash))
}

/** The scopes of an OAuth `scope` parameter (RFC 6749 3.3): names with spaces between; null when one is unknown. */
export function parseScopes(text: string): Scope[] | null {
  const names = [...new Set(text.split(' ').filter(Boolean))]
  return names.every((name) => Object.hasOwn(SCOPES, name)) ? (names as Scope[]) : null
}

export interface Credentials {
  clientId: string
  secret: string
}

function unescape(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

/** `Authorization: Basic …` with form-encoded id and secret (RFC 6749 2.3.1); null when there are none in it. */
export function basicCredentials(header: string | undefined): Credentials | null {
  const [, encoded] = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(header ?? '') ?? []
  if (encoded === undefined) return null
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  const clientId = unescape(id)
  const secret = unescape(rest.join(':'))
  return clientId === null || secret === null || rest.length === 0 ? null : { clientId, secret }
}

/** The token of `Authorization: Bearer …` (RFC 6750 2.1). */
export function bearerToken(header: string | undefined): string | null {
  return /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(header ?? '')?.[1] ?? null
}
