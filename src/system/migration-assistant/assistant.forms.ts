import * as z from 'zod'
import { checkbox } from '../../platform/forms/fields.ts'
import type { ReceivedFile } from '../../platform/http/receive-file.ts'
import { SOURCES } from './types.ts'

export const StartForm = z.object({
  source: z.enum(SOURCES, 'Kies waar de gegevens vandaan komen.'),
  files: z.array(z.custom<ReceivedFile>((file) => typeof file === 'object' && file !== null)).default([]),
})

const CHOOSE = 'Kies wie het nummer houdt.'
export const DoublesForm = z.object({
  doubles: z
    .array(z.object({ number: z.string().min(1).max(200), keeper: z.string().max(400).default('') }), CHOOSE)
    .max(2000)
    .default([]),
})

export const TakeForm = z.object({
  /** The counts of the proof, which are to be those of what is done. */
  expected: z.string('Bekijk de stap opnieuw.').regex(/^\d+(-\d+){4}$/, 'Bekijk de stap opnieuw.'),
  /** Rows in doubt are added too. */
  doubts: checkbox,
  /** The lines that could be chosen from, and those of them that go along. */
  lines: z
    .string()
    .max(10_000)
    .default('')
    .transform((text) => text.split(',').filter(Boolean).map(Number)),
  in_selection: z.array(z.coerce.number<string>()).max(5000).default([]),
})
