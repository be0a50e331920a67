import { createHash } from 'node:crypto'
import * as z from 'zod'
import { formatDate } from '../../../platform/format/format.ts'
import { Throttle } from '../../../platform/http/throttle.ts'
import type { Db } from '../../../platform/database/types.ts'
import { proofs } from '../../../platform/proofs.ts'
import type { Registry } from '../../../platform/registry.ts'
import { type PublicAnswer, publicPage, throttledPage } from '../../../platform/screens/call/public.ts'
import { singleton } from '../../../platform/services.ts'
import { findByNumber, findByToken, isLastName } from './certificates.queries.ts'
import { type CertificateSnapshot, type CertificateState, STATES, readCertificateNumber } from './certificates.rules.ts'

/** A room full of people may check their certificates from one address; a guesser of names gets ten tries. */
const LOOKS = { name: 'verify-address', tries: 120, seconds: 600 }
const NAMES = { name: 'verify-name', tries: 10, seconds: 600 }

/** Of what is typed as a last name. */
const MOST_LETTERS = 200

const throttlesOf = singleton(({ pool }) => ({ looks: new Throttle(pool, LOOKS), names: new Throttle(pool, NAMES) }))

/** A token is a secret, also one that was made up; the table of tries holds none. */
const digest = (token: string): string => createHash('sha256').update(token).digest('base64url')

const TITLE = 'Certificaat controleren'
const ASK = 'Vul het nummer en de achternaam in zoals ze op het certificaat staan.'
const NO_MATCH = 'Wij kennen geen certificaat met dit nummer op deze achternaam. Controleer beide.'

const UNKNOWN = {
  status: { label: 'Onbekend', css: 'st-cancelled' },
  says: 'Dit certificaat is bij ons niet bekend. Controleer het adres of scan de code opnieuw.',
  facts: [],
}
const SAYS: Record<CertificateState, (issuer: string) => string> = {
  valid: (issuer) => `Dit certificaat is afgegeven door ${issuer} en is geldig.`,
  expired: (issuer) => `Dit certificaat is afgegeven door ${issuer}, maar is niet meer geldig.`,
  withdrawn: (issuer) => `Dit certificaat is ingetrokken door ${issuer} en is niet geldig.`,
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

interface Found {
  state: CertificateState
  snapshot: CertificateSnapshot
}
const shownOf = ({ state, snapshot }: Found) => ({
  status: STATES[state],
  says: SAYS[state](snapshot.organisation),
  facts: facts(snapshot),
})

/** What no token can look like is not asked of the database. */
const canBeToken = (token: string) => /^[\w-]{22,64}$/.test(token)

/** The page of another paper than a certificate that has such a token; null where there is none. */
async function otherPaper(registry: Registry, db: Db, token: string): Promise<PublicAnswer | null> {
  if (!canBeToken(token)) return null
  const found = await Promise.all(registry.all(proofs).map((find) => find(db, token)))
  return found.find((one) => one !== undefined) ?? null
}

/**
 * The page for a token; with a last name also whether it is right, and only then the whole name. A token that does not
 * exist is answered in the same way, after the same work.
 */
async function checkToken(db: Db, token: string, typed: string | null): Promise<PublicAnswer> {
  const found = canBeToken(token) ? await findByToken(db, token) : undefined
  const right = typed !== null && (await isLastName(db, typed, found?.snapshot.person ?? NOBODY))
  return {
    view: 'training/certificates/verify',
    data: {
      ...(found ? shownOf(found) : UNKNOWN),
      action: `/verify/${encodeURIComponent(token)}`,
      number: null,
      typed: typed ?? '',
      name: right && found ? found.snapshot.person.name : null,
      error: typed !== null && !right ? 'Deze achternaam hoort niet bij dit certificaat.' : null,
    },
  }
}

/**
 * The page for who has the paper and cannot scan it. Numbers follow each other, so a number alone is told nothing: a
 * wrong name and a number that does not exist get the same answer, after the same work.
 */
async function checkNumber(db: Db, asked: { number: string; lastName: string } | null): Promise<PublicAnswer> {
  const number = asked && readCertificateNumber(asked.number)
  const found = number ? await findByNumber(db, number) : undefined
  const right = asked !== null && (await isLastName(db, asked.lastName, found?.snapshot.person ?? NOBODY))
  const known = right && found ? found : null
  return {
    view: 'training/certificates/verify',
    data: {
      ...(known ? shownOf(known) : { status: null, says: ASK, facts: [] }),
      action: '/verify',
      number: asked?.number ?? '',
      typed: asked?.lastName ?? '',
      name: known ? known.snapshot.person.name : null,
      error: asked !== null && !known ? NO_MATCH : null,
    },
  }
}

/** Nobody's name is that long; the form is sent by a page load, so it is answered by a page all the same. */
const typedText = z
  .string()
  .catch('')
  .transform((typed) => typed.trim().slice(0, MOST_LETTERS))

/**
 * Public check of a certificate: the name is shown only to who knows the last name already. Papers of others that can be
 * checked have their page here too.
 */
export const verifyPage = publicPage({
  path: '/verify/:token(word)',
  title: TITLE,
  show: async ({ db, services, params, address }) => {
    await throttlesOf(services).looks.spend(address)
    return (await otherPaper(services.registry, db, params.token)) ?? checkToken(db, params.token, null)
  },
  form: z.object({ last_name: typedText }),
  submit: async ({ db, services, params, address, form }) => {
    const { looks, names } = throttlesOf(services)
    await looks.spend(address)
    await names.spend(digest(params.token))
    return (await otherPaper(services.registry, db, params.token)) ?? checkToken(db, params.token, form.last_name)
  },
  invalid: throttledPage,
})

/** The address that is printed beside the code (rulings 10.6). */
export const verifyByNumber = publicPage({
  path: '/verify',
  title: TITLE,
  show: ({ db }) => checkNumber(db, null),
  form: z.object({ number: typedText, last_name: typedText }),
  submit: async ({ db, services, address, form }) => {
    const { looks, names } = throttlesOf(services)
    await looks.spend(address)
    await names.spend(digest(readCertificateNumber(form.number) ?? form.number))
    return checkNumber(db, { number: form.number, lastName: form.last_name })
  },
  invalid: throttledPage,
})
