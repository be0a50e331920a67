/** The link by which a student says what they found: it follows from the secret and their enrolment, and rests nowhere. */
import { claimedId, derivedToken, isDerivedToken } from '../../../platform/links.ts'
import type { Secrets } from '../../../platform/secrets.ts'

const whatOf = (enrolmentId: number): string => `evaluation by enrolment ${enrolmentId}`

/** Its path, without the address of the installation. */
export const evaluationPath = (secrets: Pick<Secrets, 'sessionSecret'>, enrolmentId: number): string =>
  `/evaluations/submit/${derivedToken(secrets, enrolmentId, whatOf(enrolmentId))}`

/** The enrolment of a token; null for one that nobody made here. */
export function enrolmentOfToken(secrets: Secrets, token: string): number | null {
  const id = claimedId(token)
  return id !== null && isDerivedToken(secrets, token, whatOf(id)) ? id : null
}
