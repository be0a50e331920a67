/**
 * The link by which somebody pays an invoice. It follows from the invoice and the secret of the installation, so that a
 * mail and a paper have the same one; a higher generation ends those before.
 */
import { claimedId, derivedToken, isDerivedToken } from '../../../../platform/links.ts'
import type { Secrets } from '../../../../platform/secrets.ts'

const whatOf = (id: number, generation: number): string => `pay link ${id} ${generation}`

/** A token of 32 characters that nobody makes without the secret. */
export const payToken = (secrets: Pick<Secrets, 'sessionSecret'>, id: number, generation: number): string =>
  derivedToken(secrets, id, whatOf(id, generation))

/** The invoice that a token says it is of, whether that is true or not; null for what is no token. */
export const claimedInvoice = claimedId

/** Whether a token is the one of this invoice and generation, by this secret or the one before. */
export const isPayToken = (secrets: Secrets, token: string, id: number, generation: number): boolean =>
  isDerivedToken(secrets, token, whatOf(id, generation))
