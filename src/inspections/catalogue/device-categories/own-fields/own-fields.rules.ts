/** Own fields: what a category asks of its devices beside what is asked of every device. */
import * as z from 'zod'
import type { FieldFacts } from '../../../../platform/fields/facts.ts'
import { day, fieldOf, line, oneOfMany } from '../../../../platform/fields/kinds.ts'
import { inWords } from '../../../../platform/fields/shown.ts'
import { typedNumber } from '../../../../platform/format/typed-number.ts'
import { optionalText } from '../../../../platform/forms/fields.ts'

export const FIELD_KINDS = {
  text: 'Tekst',
  number: 'Getal',
  day: 'Datum',
  yes_no: 'Ja of nee',
  choice: 'Keuze',
} as const
export type FieldKind = keyof typeof FIELD_KINDS

export interface OwnField {
  id: number
  name: string
  kind: FieldKind
  unit: string | null
  options: string[]
}

const LONGEST = 500
const YES_NO = ['Ja', 'Nee']

/** A number as it is typed, with a minus before it if need be, as digits with a point; when empty null. */
const number = optionalText(16).transform((typed, ctx) => {
  if (typed === '') return null
  const digits = typedNumber(typed.replace(/^-/, ''))
  if (digits !== null) return typed.startsWith('-') ? `-${digits}` : digits
  ctx.addIssue({ code: 'custom', message: ':label is geen geldig getal.' })
  return z.NEVER
})

const oneOf = (name: string, options: readonly string[]) =>
  oneOfMany(name, Object.fromEntries(options.map((option) => [option, option])), 'Onbekend')

/** The facts of such a field, as a catalogue has them. @param kept a value that may have been taken out of the choices */
export function factOf({ name, kind, unit, options }: OwnField, kept: string | null = null): FieldFacts {
  switch (kind) {
    case 'text':
      return line(name, LONGEST)
    case 'number':
      return fieldOf('text', name, number, { maxlength: 16, decimal: true, ...(unit === null ? {} : { unit }) })
    case 'day':
      return day(name)
    case 'yes_no':
      return oneOf(name, YES_NO)
    case 'choice':
      return oneOf(name, kept === null ? options : [...new Set([...options, kept])])
  }
}

/** A kept value as it is typed and told: '12,5', without its unit. */
const asTyped = ({ kind }: OwnField, value: string): string => (kind === 'number' ? value.replace('.', ',') : value)

/** What stands in its control. */
export const typedValue = (field: OwnField, value: string | null): string | null =>
  value === null ? null : asTyped(field, value)

/** '12,5 kg', '01-03-2026', 'Ja'. */
export const metaText = (field: OwnField, value: string): string => inWords(factOf(field, value), asTyped(field, value))
