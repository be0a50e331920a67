import * as z from 'zod'
import { type FieldMessages, Invalid } from '../errors.ts'

/** Zod issues as the map of the contract: dotted field name → Dutch messages; form-wide under `_form`. */
export function fieldMessages(error: z.ZodError): FieldMessages {
  const fields: FieldMessages = {}
  for (const issue of error.issues) (fields[issue.path.map(String).join('.') || '_form'] ??= []).push(issue.message)
  return fields
}

/** What a screen without a query or form of its own reads. */
export const NO_FIELDS = z.object({})

/**
 * Parses what a request sent.
 * @throws Invalid (422) with the map of field to messages
 */
export function parseForm<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input ?? {})
  if (result.success) return result.data
  throw new Invalid(fieldMessages(result.error))
}
