import * as z from 'zod'
import { id } from '../../platform/forms/fields.ts'

const NOT_VALID = 'Wat is bewaard, kan niet worden gelezen.'
const TOKEN = /^[\w-]{16,64}$/
const Value = z.union([z.string().max(20_000), z.number(), z.boolean(), z.null()])

/** An operation as a phone keeps it, with why it was refused. */
const Operation = z.object({
  key: z.string().regex(/^[\w-]{16,50}$/),
  label: z.string().trim().min(1).max(300),
  // An address of our own, and of no other place.
  url: z.string().regex(/^\/(?![/\\])[^\s#\\]{0,499}$/),
  at: z.number().int().min(0).max(8_000_000_000_000),
  fields: z.array(z.tuple([z.string().max(300), z.string().max(20_000)])).max(3000),
  base: z.array(z.string().max(300)).max(3000),
  message: z.string().max(1000),
  stale: z
    .object({
      by: z.string().max(200),
      at: z.string().max(40),
      version: z.number().int().optional(),
      fields: z.record(z.string().max(300), z.tuple([Value, Value])),
    })
    .nullable(),
  /** By which others refer to it, and those that it refers to or comes after. */
  token: z.string().regex(TOKEN).nullable().default(null),
  needs: z.array(z.string().regex(TOKEN)).max(500).default([]),
})
export type RefusedOperation = z.output<typeof Operation>

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Without what PostgreSQL takes in no text: half of a pair of characters, and the one of number 0. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\u0000', '')
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [storable(name), storable(of)]))
}

/** It comes as one text, since its fields are those of any form. */
export const HandOverForm = z.object({
  operation: z
    .string({ error: NOT_VALID })
    .max(1_000_000, NOT_VALID)
    .refine(isJson, { error: NOT_VALID, abort: true })
    .transform((text) => storable(JSON.parse(text)))
    .refine((value) => Operation.safeParse(value).success, { error: NOT_VALID, abort: true })
    .transform((value) => Operation.parse(value)),
})

export const SettleForm = z.object({
  id,
  outcome: z.enum(['taken', 'kept'], ':label is niet geldig.'),
  /** What was made by taking it, for what was done to it on the phone. */
  made: id.optional(),
})
