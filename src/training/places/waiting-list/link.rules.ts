/** The link by which somebody who waits sees their place and answers: it follows from the secret, and rests nowhere. */
import { claimedId, derivedToken, isDerivedToken } from '../../../platform/links.ts'
import type { Secrets } from '../../../platform/secrets.ts'

const whatOf = (id: number): string => `waiting entry ${id}`

export const entryToken = (secrets: Pick<Secrets, 'sessionSecret'>, id: number): string =>
  derivedToken(secrets, id, whatOf(id))

/** Who waits by a token; null for one that is not ours. */
export function entryOfToken(secrets: Secrets, token: string): number | null {
  const id = claimedId(token)
  return id !== null && isDerivedToken(secrets, token, whatOf(id)) ? id : null
}

/** A link that was mailed before links followed from the secret: of those what stands for them is kept. */
export const isOldToken = (token: string): boolean => /^[0-9a-f]{32}$/.test(token)
