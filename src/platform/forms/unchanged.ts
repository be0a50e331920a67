import * as z from 'zod'
import { parseForm } from './invalid.ts'

type Values = Record<string, unknown>
const sent = z.record(z.string(), z.unknown())

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value.trim() : null)
const countryOf = ({ country_code }: Values): string => textOf(country_code)?.toUpperCase() || 'NL'

/** Fields that are refused although their value is the stored one. */
function unchangedIn(issues: readonly z.core.$ZodIssue[], input: Values, stored: Values): string[] {
  const same = (field: string) => {
    const value = textOf(input[field])
    if (value === null || value !== textOf(stored[field])) return false
    // A postal code is valid for its country: with another country it is no longer the stored value.
    return field !== 'postal_code' || countryOf(input) === countryOf(stored)
  }
  const fields = issues.flatMap(({ path }) => (path.length === 1 ? [String(path[0])] : []))
  return [...new Set(fields)].filter(same)
}

/**
 * Parses the form of an existing record. A rule may be younger than the record: an optional field that was not changed
 * keeps its stored value, even where it breaks a rule by now; a changed field is validated.
 * @param load reads what is stored, by the form's names; called only when something was refused
 * @throws Invalid (422) with the map of field to messages
 */
export async function parseEdit<S extends z.ZodType>(
  schema: S,
  input: unknown,
  load: () => Promise<object>,
): Promise<z.output<S>> {
  const first = schema.safeParse(input ?? {})
  if (first.success) return first.data
  const form = sent.safeParse(input)
  if (!form.success) return parseForm(schema, input)
  const stored: Values = { ...(await load()) }
  const fields = unchangedIn(first.error.issues, form.data, stored)
  const blank = Object.fromEntries(fields.map((field) => [field, '']))
  const kept = Object.fromEntries(fields.map((field) => [field, stored[field]]))
  const rest = parseForm(schema, { ...form.data, ...blank })
  return { ...(rest as Values), ...kept } as z.output<S>
}
