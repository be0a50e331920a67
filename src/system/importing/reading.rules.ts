import type * as z from 'zod'
import type { Catalogue } from '../../platform/fields/facts.ts'
import { countryChoices } from '../../platform/format/country.ts'
import { fieldMessages } from '../../platform/forms/invalid.ts'
import type { ReadRow } from './judging.rules.ts'
import { type ListedRow, splitAddress } from './list.rules.ts'

const countryCode = (written: string): string =>
  countryChoices().find(({ value, label }) => [value, label].some((one) => one.toLowerCase() === written.toLowerCase()))
    ?.value ?? written

/** The cells as the form of the record sends them. */
export function formOf(cells: Record<string, string>): Record<string, string> {
  const { country_code, ...form } = splitAddress(cells)
  return country_code === undefined ? form : { ...form, country_code: countryCode(country_code) }
}

/** Reads a row by the form of its record; what is wrong is told as the form would. */
export function readByForm<Form extends z.ZodType<object>>(
  { line }: ListedRow,
  form: Record<string, unknown>,
  schema: Form,
  fields: Catalogue,
  about: (input: z.output<Form>) => { name: string; keys: string[] },
  name: string,
): ReadRow<z.output<Form>> {
  const read = schema.safeParse(form)
  const row = { line, filled: Object.keys(form), why: '' }
  if (read.success) return { ...row, ...about(read.data), input: read.data }
  const wrong = Object.entries(fieldMessages(read.error)).map(([field, [message = '']]) =>
    message.replaceAll(':label', fields[field]?.label ?? field),
  )
  return { ...row, name, keys: [], input: null, why: wrong.join(' ') }
}
