import * as z from 'zod'
import { CHOICES, type Choice } from './migrating.rules.ts'

/** An order of more lines than this is no longer read. */
const MOST = 1000
/** Names of fields begin with a letter, so that the ids in them are no places in a list. */
const idOf = (name: string) => Number(name.slice(1))
const names = z.string().regex(/^p[1-9]\d{0,9}$/)
const few = <T>(record: Record<string, T>) => Object.keys(record).length <= MOST

/** What is said where a product was not decided about. */
export const NO_CHOICE = 'Kies wat er met dit product gebeurt.'
const choice = z.enum(Object.keys(CHOICES) as [Choice, ...Choice[]], NO_CHOICE)

export const MigrateForm = z.object({
  /** By undelivered line what is done with it. */
  lines: z
    .record(names, choice)
    .default({})
    .refine(few)
    .transform((chosen) => new Map(Object.entries(chosen).map(([name, value]) => [idOf(name), value]))),
  /** By kind of what is carried along, and then by each of it, the choice made. */
  carried: z
    .record(z.string().max(40), z.record(names, z.string().max(40)).refine(few))
    .default({})
    .transform((kinds) => (key: string, id: number) => kinds[key]?.[`p${id}`]),
  /** Of what was shown; a program that asked for no preview has none. */
  plan: z
    .string()
    .max(40)
    .optional()
    .transform((key) => key || undefined),
})
export type MigrateInput = z.output<typeof MigrateForm>
