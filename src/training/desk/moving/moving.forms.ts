import * as z from 'zod'
import { MAX_ID, checkbox, version } from '../../../platform/forms/fields.ts'
import { conflictsRead } from '../../../relations/bookings/index.ts'
import { appointmentFields } from '../../planning/appointments/index.ts'

/** Rows of the board between which a part can be moved: a teacher or a room takes the place of another. */
const LANES = ['teachers', 'locations'] as const
/** A row: a teacher or a room, or one of those without (0 and less). */
const lane = z.coerce.number<string>().int().min(-1).max(MAX_ID).default(0)
const lanes = z
  .enum(['', ...LANES])
  .default('')
  .transform((value) => value || null)

/** Where a part goes by hand: its times, and in the rows of a board from which to which. */
export const MoveForm = z
  .object({
    version,
    start_datetime: appointmentFields.starts_at.parse,
    end_datetime: appointmentFields.ends_at.parse,
    copy: checkbox,
    lanes,
    from_lane: lane,
    to_lane: lane,
    confirm_conflicts: conflictsRead,
  })
  .refine(({ start_datetime, end_datetime }) => start_datetime < end_datetime, {
    path: ['end_datetime'],
    error: 'Begindatum moet voor de einddatum zijn.',
  })
export type MoveInput = z.output<typeof MoveForm>

/** How the form is opened: from a row of the board, or for a copy. */
export const MoveQuery = z.object({
  copy: z.literal('1').optional().catch(undefined),
  lanes: z.enum(LANES).optional().catch(undefined),
  lane: z.coerce.number().int().min(-1).max(MAX_ID).optional().catch(undefined),
})
