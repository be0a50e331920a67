import * as z from 'zod'
import { parsersOf } from '../../../../platform/fields/facts.ts'
import { id } from '../../../../platform/forms/fields.ts'
import { appointmentFields } from '../../appointments/index.ts'
import { planningFields } from '../planning.fields.ts'

const part = z
  .object({
    id,
    start_datetime: appointmentFields.starts_at.parse,
    end_datetime: appointmentFields.ends_at.parse,
  })
  .refine(({ start_datetime, end_datetime }) => start_datetime < end_datetime, {
    path: ['start_datetime'],
    error: 'Begindatum moet voor de einddatum zijn.',
  })

/** When each part is held again; all else is as it was. */
export const DuplicateForm = z.object({
  ...parsersOf(planningFields, 'status'),
  appointments: z.array(part).min(1, 'Er is geen onderdeel om nog eens te plannen.').max(50),
})
export type DuplicateInput = z.output<typeof DuplicateForm>
