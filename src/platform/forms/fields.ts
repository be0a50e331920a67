import * as z from 'zod'
import { asShown } from '../format/direction-marks.ts'
import { EMAIL_PATTERN, plainEmail } from '../format/email-address.ts'
import { groupedPhone } from '../format/phone.ts'

// Dutch texts for errors that zod would put in its own words; the fields below have more specific ones.
z.config({
  customError: (issue) =>
    issue.code === 'invalid_type' && issue.input === undefined ? 'Vul een :label in.' : ':label is niet geldig.',
})

export { EMAIL_PATTERN }

/** The largest id (rulings 3): beyond it nothing can exist. */
export const MAX_ID = 2_147_483_647

const blankToNull = (value: string): string | null => (value === '' ? null : value)
// A line break in a one-line field can only come from a crafted request or a paste; it would break letters and labels.
export const oneLine = (value: string): string => asShown(value).replace(/\s+/g, ' ').trim()
/** The same of a text that may have more of them. */
export const someLines = (value: string): string => asShown(value).replace(/\r\n?/g, '\n').trim()

/** Record id in a path or hidden field. */
export const id = z.coerce.number<string>().int().min(1).max(MAX_ID)

/** The id that a text says, or 0, which no record has. */
export const idOrNone = (text: string): number => id.safeParse(text).data ?? 0

/** Row version for optimistic locking. */
export const version = z.coerce.number<string>().int().min(1).max(MAX_ID)

/** One line of text that must be filled. */
export const text = (max = 200) =>
  z
    .string()
    .transform(oneLine)
    .pipe(
      z
        .string()
        .min(1, 'Vul een :label in.')
        .max(max, { error: `:label mag hooguit ${max} tekens lang zijn.`, abort: true }),
    )

/** One line of text; empty is the empty string. */
export const optionalText = (max = 200) =>
  z
    .string()
    .default('')
    .transform(oneLine)
    .pipe(z.string().max(max, { error: `:label mag hooguit ${max} tekens lang zijn.`, abort: true }))

/** One line of text; empty becomes null. */
export const textOrNull = (max = 200) => optionalText(max).transform(blankToNull)

/** Text of several lines; empty is the empty string. */
export const longText = (max = 10_000) =>
  z
    .string()
    .default('')
    .transform(someLines)
    .pipe(z.string().max(max, { error: `:label mag hooguit ${max} tekens lang zijn.`, abort: true }))

const NO_EMAIL = 'Dit e-mailadres klopt niet.'

export const emailOrNull = optionalText(254)
  .transform(plainEmail)
  .refine((value) => value === '' || EMAIL_PATTERN.test(value), NO_EMAIL)
  .transform(blankToNull)

export const email = text(254).transform(plainEmail).pipe(z.string().regex(EMAIL_PATTERN, NO_EMAIL))

/** Phone numbers are kept as typed, with a sane alphabet; one without grouping gets that of the office. */
export const phoneOrNull = optionalText(30)
  .refine((value) => /^[+\d()\s./-]*$/.test(value), ':label is geen geldig telefoonnummer.')
  .transform((value) => blankToNull(groupedPhone(value)))

/** Of a Dutch postal code the first digit is not 0; SA, SD and SS are not issued. */
const DUTCH_POSTAL_CODE = /^[1-9]\d{3} (?!SA|SD|SS)[A-Z]{2}$/
export const isDutchPostalCode = (code: string): boolean => DUTCH_POSTAL_CODE.test(code)
export const NO_POSTAL_CODE = 'Een Nederlandse postcode heeft vier cijfers en twee letters, zoals 1234 AB.'

/** A postal code of any country: a Dutch one becomes '1234 AB', others stay as typed. */
export const postalCodeOrNull = optionalText(12).transform((value) => {
  const compact = value.replace(/\s/g, '').toUpperCase()
  const dutch = `${compact.slice(0, 4)} ${compact.slice(4)}`
  return blankToNull(isDutchPostalCode(dutch) ? dutch : value)
})

/** Dutch postal code '1234 AB' (rulings 9.8). */
export const dutchPostalCodeOrNull = postalCodeOrNull.refine(
  (code) => code === null || isDutchPostalCode(code),
  NO_POSTAL_CODE,
)

/** For places that may be abroad but have no country field: only what must be a mistyped Dutch code is refused. */
export const placePostalCodeOrNull = postalCodeOrNull.refine(
  (code) => code === null || isDutchPostalCode(code) || !(code.length < 4 || /^\d+\s*[a-z]{1,3}$/i.test(code)),
  NO_POSTAL_CODE,
)

/** Beyond it a year is mistyped; and whatever is counted on from a day keeps a year of four digits. */
const LAST_YEAR = 2999
export const LAST_DAY = `${LAST_YEAR}-12-31`

/** Dutch day 'dd-mm-yyyy' to 'yyyy-mm-dd'; an impossible day is refused. */
const DUTCH_DATE = /^(\d{2})-(\d{2})-(\d{4})$/
export function parseDutchDate(value: string, lastYear = LAST_YEAR): string | null {
  const [, day, month, year] = DUTCH_DATE.exec(value) ?? []
  if (!day || !month || !year) return null
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const exists = date.getUTCDate() === Number(day) && date.getUTCMonth() === Number(month) - 1
  return exists && Number(year) >= 1000 && Number(year) <= lastYear ? `${year}-${month}-${day}` : null
}

export const date = text(10).transform((value, ctx) => {
  const day = parseDutchDate(value)
  if (day !== null) return day
  ctx.addIssue({ code: 'custom', message: ':label is geen geldige datum (dd-mm-jjjj).' })
  return z.NEVER
})

export const dateOrNull = optionalText(10).transform((value, ctx) => {
  if (value === '') return null
  const day = parseDutchDate(value)
  if (day !== null) return day
  ctx.addIssue({ code: 'custom', message: ':label is geen geldige datum (dd-mm-jjjj).' })
  return z.NEVER
})

/** Wall clock time 'HH:mm'. */
export const time = text(5).pipe(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, ':label is geen geldige tijd (uu:mm).'))

/** A checkbox or switch: present and not '0' is true. */
export const checkbox = z
  .string()
  .optional()
  .transform((value) => value !== undefined && value !== '' && value !== '0')

/** A selector: -1 and empty are 'Geen' (null). */
export const selectorIdOrNull = z
  .string()
  .default('')
  .transform((value, ctx) => {
    if (value === '' || value === '-1') return null
    const parsed = id.safeParse(value)
    if (parsed.success) return parsed.data
    ctx.addIssue({ code: 'custom', message: 'Maak een keuze' })
    return z.NEVER
  })

export const selectorId = z.string('Maak een keuze').transform((value, ctx) => {
  const parsed = id.safeParse(value)
  if (parsed.success) return parsed.data
  ctx.addIssue({ code: 'custom', message: 'Maak een keuze' })
  return z.NEVER
})

function parseWhole(value: string, min: number, max: number, ctx: z.RefinementCtx): number {
  const number = /^-?\d+$/.test(value) ? Number(value) : NaN
  if (number >= min && number <= max) return number
  ctx.addIssue({ code: 'custom', message: `:label moet een getal van ${min} tot en met ${max} zijn.` })
  return z.NEVER
}

/** Whole number within bounds. */
export const wholeNumber = (min: number, max: number) =>
  text(12).transform((value, ctx) => parseWhole(value, min, max, ctx))

/** Whole number within bounds; empty becomes null. */
export const wholeNumberOrNull = (min: number, max: number) =>
  optionalText(12).transform((value, ctx) => (value === '' ? null : parseWhole(value, min, max, ctx)))

/** Several values of one name: `roles[]`, checkboxes of the same name, or one 'a,b,c'. Duplicates are dropped. */
export const idList = (max = 5000) =>
  z
    .union([z.string(), z.array(z.string())])
    .default([])
    .transform((value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value))
    .pipe(z.array(id).max(max, `Kies er hooguit ${max.toLocaleString('nl-NL')}.`))
    .transform((ids) => [...new Set(ids)])

/**
 * What a tag input sends: records with a number each, as `name[id-12]`; a bare id would be read as an index, and alone
 * means one of it. A number below 1 takes the tag away (P-192).
 */
export const countsOfTags = (most: number, max: number) =>
  z
    .preprocess(
      (given) => (typeof given === 'string' ? { [`id-${given}`]: '1' } : given),
      z
        .record(z.string().regex(/^id-\d+$/), z.coerce.number<string>().int().max(max, `:label is hooguit ${max}.`))
        .default({}),
    )
    .transform((given) => Object.entries(given).map(([key, count]) => ({ id: key.slice(3), count })))
    .transform((tags) => tags.filter(({ count }) => count >= 1))
    .pipe(z.array(z.object({ id, count: z.number() })).max(most, `Kies er hooguit ${most}.`))

/** Checkboxes of one name; one of them alone arrives as text, none at all as nothing. */
export const chosen = <V extends z.ZodType>(value: V) =>
  z.preprocess((given) => [...new Set([given ?? []].flat())], z.array(value))
