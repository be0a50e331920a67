import * as z from 'zod'
import { MAX_ID, checkbox } from '../../../platform/forms/fields.ts'
import { AbsenceForm } from '../../../relations/availability/index.ts'
import { MOST_HITS } from './replacements.queries.ts'

export { MOST_HITS }
/** That nobody takes it over, by choice. */
export const NOBODY = 0
/** That it waits again for somebody to plan it. */
export const BACK = -1

/** Who takes over which part, as 'p' and its id; a part that is not among them is still to be chosen. */
const choices = z
  .record(z.string().regex(/^p\d{1,10}$/), z.coerce.number<string>().int().min(NOBODY).max(MAX_ID))
  .default({})
  .refine((chosen) => Object.keys(chosen).length <= MOST_HITS, 'Kies voor minder onderdelen tegelijk.')
  .transform((chosen) => new Map(Object.entries(chosen).map(([key, contact]) => [Number(key.slice(1)), contact])))

/** The same of what is no part, by its type and id: 'visit-12'. */
const others = z
  .record(z.string().regex(/^[a-z_]{1,40}-\d{1,10}$/), z.coerce.number<string>().int().min(BACK).max(MAX_ID))
  .default({})
  .refine((chosen) => Object.keys(chosen).length <= MOST_HITS, 'Kies voor minder bezoeken tegelijk.')
  .transform((chosen) => new Map(Object.entries(chosen)))

/** Who takes over, and who is told; `plan` names what was shown. */
export const ReplaceForm = z.object({
  choices,
  others,
  tell_replacing: checkbox,
  tell_replaced: checkbox,
  /** All students; without it those of courses that say so. */
  tell_students: checkbox,
  plan: z
    .string()
    .max(40)
    .optional()
    .transform((key) => key || undefined),
})
export type ReplaceInput = z.output<typeof ReplaceForm>

/** The same with the absence that it follows from. */
export const ReportForm = AbsenceForm.and(ReplaceForm)
