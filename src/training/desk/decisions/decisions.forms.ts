import * as z from 'zod'
import { wholeNumberOrNull } from '../../../platform/forms/fields.ts'

/** Both or neither: a minimum without a day is decided never. */
const bothOrNeither = <V extends { min_count: number | null; decide_days: number | null }>(form: V) =>
  (form.min_count === null) === (form.decide_days === null)
const together = { path: ['decide_days'], message: 'Vul het minimum en de dagen beide in, of geen van beide.' }

/** `own` says it of this record alone; the other way the rule above it holds. */
export const DecisionForm = z
  .object({
    rule: z.enum(['none', 'own'], 'Maak een keuze'),
    min_count: wholeNumberOrNull(1, 1000),
    decide_days: wholeNumberOrNull(0, 365),
  })
  .refine(bothOrNeither, together)
  .refine(({ rule, min_count }) => rule === 'none' || min_count !== null, {
    path: ['min_count'],
    message: 'Vul het minimum in.',
  })
