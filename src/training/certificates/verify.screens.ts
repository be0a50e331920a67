import { createHash } from 'node:crypto'
import * as z from 'zod'
import { TooManyRequests } from '../../platform/errors.ts'
import { formatDate } from '../../platform/format/format.ts'
import { Throttle } from '../../platform/http/throttle.ts'
import type { Db } from '../../platform/database/types.ts'
import { type PublicAnswer, publicPage } from '../../platform/screens/public.ts'
import { onceMade } from '../../platform/services.ts'
import { findByToken, isLastName } from './certificates.queries.ts'
import { type CertificateSnapshot, STATES } from './certificates.rules.ts'

/** A room full of people may check their certificates from one address; a guesser of names gets ten tries. */
const LOOKS = { name: 'verify-address', tries: 120, seconds: 600 }
const NAMES = { name: 'verify-name', tries: 10, seconds: 600 }

/** Of what is typed as a last name. */
const MOST_LETTERS = 200

const throttlesOf = onceMade(({ pool }) => ({ looks: new Throttle(pool, LOOKS), names: new Throttle(pool, NAMES) }))

/** A token is a secret, also one that was made up; the table of tries holds none. */
const digest = (token: string): string => createHash('sha256').update(token).digest('base64url')

const UNKNOWN = {
  status: { label: 'Onbekend', css: 'st-cancelled' },
  says: 'Dit certificaat is bij ons niet bekend. Controleer het adres of scan de code opnieuw.',
  facts: [],
}
const SAYS = {
  valid: 'Dit certificaat is door ons afgegeven en is geldig.',
  expired: 'Dit certificaat is door ons afgegeven, maar is niet meer geldig.',
  withdrawn: 'Dit certificaat is door ons ingetrokken en is niet geldig.',
}

function facts({ course, issuedOn, validUntil, organisation }: CertificateSnapshot) {
  return [
    { label: 'Opleiding', value: course.description },
    { label: 'Afgegeven op', value: formatDate(issuedOn) },
    { label: 'Geldig tot en met', value: validUntil === null ? 'Geen einddatum' : formatDate(validUntil) },
    { label: 'Opleider', value: organisation },
  ]
}

const NOBODY: CertificateSnapshot['person'] = { name: '', lastNamePrefix: '', lastName: '', birthDate: null }

/**
 * The page for a token; with a last name also whether it is right, and only then the whole name. A token that does not
 * exist is answered in the same way, after the same work.
 */
async function check(db: Db, token: string, typed: string | null): Promise<PublicAnswer> {
  // What no token can look like is not asked of the database.
  const found = /^[\w-]{22,64}$/.test(token) ? await findByToken(db, token) : undefined
  const snapshot = found?.snapshot as CertificateSnapshot | undefined
  const shown =
    found && snapshot ? { status: STATES[found.state], says: SAYS[found.state], facts: facts(snapshot) } : UNKNOWN
  const right = typed !== null && (await isLastName(db, typed, snapshot?.person ?? NOBODY))
  return {
    view: 'training/certificates/verify',
    data: {
      ...shown,
      action: `/verify/${encodeURIComponent(token)}`,
      typed: typed ?? '',
      name: right && snapshot ? snapshot.person.name : null,
      error: typed !== null && !right ? 'Deze achternaam hoort niet bij dit certificaat.' : null,
    },
  }
}

/** Public check of a certificate (dutch-domain.md 2): the name is shown only to who knows the last name already. */
export const verifyPage = publicPage({
  path: '/verify/:token',
  title: 'Certificaat controleren',
  show: async ({ db, services, params, address }) => {
    await throttlesOf(services).looks.spend(address)
    return check(db, params.token, null)
  },
  // Nobody's name is that long; the form is sent by a page load, so it is answered by a page all the same.
  form: z.object({
    last_name: z
      .string()
      .catch('')
      .transform((typed) => typed.trim().slice(0, MOST_LETTERS)),
  }),
  submit: async ({ db, services, params, address, form }) => {
    const { looks, names } = throttlesOf(services)
    await looks.spend(address)
    await names.spend(digest(params.token))
    return check(db, params.token, form.last_name)
  },
  // The form is sent by a page load: its refusal has to be a page too.
  invalid: async (error, { res }) => {
    if (!(error instanceof TooManyRequests)) return null
    res.set('Retry-After', String(error.retryAfter))
    return {
      status: 429,
      view: 'platform/error-note',
      data: { status: 429, message: error.message, correlationId: null },
    }
  },
})
