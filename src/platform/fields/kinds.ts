/** The kinds of fields that records are made of: how each is shown and read, with its limits told once. */
import * as z from 'zod'
import { formatDuration, parseDuration } from '../format/duration.contract.ts'
import { typedNumber } from '../format/typed-number.ts'
import {
  checkbox,
  date,
  dateOrNull,
  emailOrNull,
  idList,
  longText,
  optionalText,
  phoneOrNull,
  selectorId,
  selectorIdOrNull,
  text,
  textOrNull,
  time,
  wholeNumber as wholeNumberOf,
  wholeNumberOrNull,
} from '../forms/fields.ts'
import { moment as momentOf } from '../forms/moment.ts'
import { type Catalogue, type FieldFacts, everyParserOf } from './facts.ts'

/** What a field may say beside its label and what its kind says. */
type More = Omit<Partial<FieldFacts>, 'label' | 'parse'>

/** A field with a parser of its own, for what no other kind reads. */
export const fieldOf = <P extends z.ZodType>(
  kind: FieldFacts['kind'],
  label: string,
  parse: P,
  more: More = {},
): FieldFacts<P> => ({ kind, label, parse, ...more })

/** One line that must be filled, of at most so many characters. */
export const requiredLine = (label: string, maxlength: number, more?: More) =>
  fieldOf('text', label, text(maxlength), { maxlength, required: true, ...more })

/** One line; when empty the empty string. */
export const optionalLine = (label: string, maxlength: number, more?: More) =>
  fieldOf('text', label, optionalText(maxlength), { maxlength, ...more })

/** One line; when empty null. */
export const line = (label: string, maxlength: number, more?: More) =>
  fieldOf('text', label, textOrNull(maxlength), { maxlength, ...more })

/** Text of several lines; when empty null. */
export const paragraphs = (label: string, more: More & { maxlength?: number } = {}) =>
  fieldOf(
    'textarea',
    label,
    longText(more.maxlength).transform((value) => value || null),
    more,
  )

/** An e-mail address; when empty null. */
export const emailAddress = (label: string, more?: More) =>
  fieldOf('email', label, emailOrNull, { maxlength: 254, ...more })

/** A phone number as it was typed, grouped where it was not; when empty null. */
export const phoneNumber = (label: string, more?: More) =>
  fieldOf('tel', label, phoneOrNull, { maxlength: 30, ...more })

/** A day, 'yyyy-mm-dd' once read; when empty null. */
export const day = (label: string, more?: More) => fieldOf('date', label, dateOrNull, more)

/** A day that must be told. */
export const requiredDay = (label: string, more?: More) => fieldOf('date', label, date, { required: true, ...more })

/** A time of the day, 'HH:mm'. */
export const timeOfDay = (label: string, more?: More) => fieldOf('time', label, time, { required: true, ...more })

/** An instant, typed as day and time in Amsterdam. */
export const moment = (label: string, more?: More) =>
  fieldOf('datetime', label, momentOf.required, { required: true, ...more })

/** The same; when empty null. */
export const optionalMoment = (label: string, more?: More) => fieldOf('datetime', label, momentOf.orNull, more)

/** Minutes within bounds, typed as a duration: '8:00'. */
export const duration = (label: string, min: number, max: number, more?: More) =>
  fieldOf(
    'duration',
    label,
    text(6).transform((typed, ctx) => {
      const minutes = parseDuration(typed)
      if (minutes !== null && minutes >= min && minutes <= max) return minutes
      ctx.addIssue({
        code: 'custom',
        message:
          minutes === null
            ? ':label is geen geldige duur in uren en minuten, zoals 8:00.'
            : `:label moet tussen ${formatDuration(min)} en ${formatDuration(max)} liggen.`,
      })
      return z.NEVER
    }),
    { maxlength: 6, unit: 'minuten', required: true, ...more },
  )

/** A count within bounds, typed with arrows beside it. */
export const count = (label: string, min: number, max: number, more?: More) =>
  fieldOf('number', label, wholeNumberOf(min, max), { min, max, required: true, ...more })

/** The same; when empty null. */
export const optionalCount = (label: string, min: number, max: number, more?: More) =>
  fieldOf('number', label, wholeNumberOrNull(min, max), { min, max, ...more })

/** A whole number within bounds; when empty null. */
export const wholeNumber = (label: string, min: number, max: number, more?: More) =>
  fieldOf('text', label, wholeNumberOrNull(min, max), { min, max, maxlength: String(max).length, ...more })

/** What money is typed as, '1.234,50' or '€ 12', as digits with a point: never a number, which could round. */
const typedMoney = (decimals: number, what = 'bedrag') => {
  const plain = new RegExp(`^\\d{1,8}(\\.\\d{1,${decimals}})?$`)
  return optionalText(16).transform((typed, ctx) => {
    if (typed === '') return null
    const digits = typedNumber(typed.replace(/^€\s*/, ''))
    if (digits !== null && plain.test(digits)) return digits
    ctx.addIssue({ code: 'custom', message: `:label is geen geldig ${what}.` })
    return z.NEVER
  })
}

/** What one of something costs, with at most four decimals, as digits with a point; when empty null. */
export const price = (label: string, more?: More) =>
  fieldOf('text', label, typedMoney(4), { maxlength: 16, decimal: true, ...more })

/** The same where it may be percents as well, by what else is chosen. */
export const priceOrPercents = (label: string, more?: More) =>
  fieldOf('text', label, typedMoney(4, 'getal'), { maxlength: 16, decimal: true, ...more })

/** What is paid, in whole cents; when empty null. */
export const amount = (label: string, more?: More) =>
  fieldOf(
    'text',
    label,
    typedMoney(2).transform((digits) => {
      if (digits === null) return null
      const [euros = '', cents = ''] = digits.split('.')
      return Number(euros + cents.padEnd(2, '0'))
    }),
    { maxlength: 16, decimal: true, ...more },
  )

/** A colour, '#rrggbb'. */
export const colour = (label: string, more?: More) =>
  fieldOf(
    'color',
    label,
    z
      .string()
      .default('')
      .transform((value) => value.trim().toLowerCase())
      .pipe(z.string().regex(/^#[\da-f]{6}$/, { error: ':label is geen kleur.', abort: true })),
    more,
  )

/** Yes or no. */
export const yesNo = (label: string, more?: More) => fieldOf('switch', label, checkbox, more)

/** The id of a record of another type, or null. */
export const reference = (label: string, record: string, more?: More) =>
  fieldOf('selector', label, selectorIdOrNull, { record, ...more })

/** The same, which must be chosen. */
export const requiredReference = (label: string, record: string, more?: More) =>
  fieldOf('selector', label, selectorId, { record, required: true, ...more })

/** Records of another type, at most so many. */
export const references = (label: string, record: string, most: number, more?: More) =>
  fieldOf('selector', label, idList(most), { record, ...more })

/** Several of what is listed, by number. */
export const several = (label: string, options: Record<number, string>, more?: More) =>
  fieldOf(
    'checkbox',
    label,
    idList(Object.keys(options).length).refine(
      (chosen) => chosen.every((id) => id in options),
      ':label is niet geldig.',
    ),
    { options, ...more },
  )

/** One of what is listed, or null. */
export const oneOf = <K extends string>(label: string, options: Record<K, string>, more?: More) =>
  fieldOf(
    'radio',
    label,
    z
      .enum([...(Object.keys(options) as K[]), ''], ':label is niet geldig.')
      .default('' as never)
      .transform((value) => (value || null) as K | null),
    { options, ...more },
  )

/** The same in a list that unfolds, for what is too much to stand side by side; `none` is what the empty one is called. */
export const oneOfMany = <K extends string>(label: string, options: Record<K, string>, none: string, more?: More) => ({
  ...oneOf(label, options, more),
  kind: 'select' as const,
  options: { '': none, ...options },
})

/** One of what is listed, of which one always holds. */
export const choice = <K extends string>(
  label: string,
  options: Record<K, string>,
  standard: NoInfer<K>,
  more?: More,
) =>
  fieldOf('select', label, z.enum(Object.keys(options) as K[], ':label is niet geldig.').default(standard as never), {
    options,
    ...more,
  })

/** Rows of their own, each of some fields. */
export const list = <C extends Catalogue>(label: string, items: C, most: number, more?: More) =>
  fieldOf('list', label, z.array(z.object(everyParserOf(items))).max(most), {
    items,
    ...more,
  })
