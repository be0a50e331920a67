import * as z from 'zod'
import { parsersOf } from '../../platform/fields/facts.ts'
import { idOrNone, version } from '../../platform/forms/fields.ts'
import { checkAway } from '../../system/occupations/index.ts'
import { absenceFields, freeDayFields, workingWeekFields } from './availability.fields.ts'

/** Who tells of themselves chooses nobody: the save takes the person from who is signed in. */
const contact_id = z
  .string()
  .default('')
  .transform((value) => idOrNone(value) || null)

const absence = {
  contact_id,
  ...parsersOf(absenceFields, 'kind', 'first_day', 'last_day', 'from_time', 'until_time', 'reason'),
}
type Issue = { code: 'custom'; path: (string | number)[]; message: string }

/** Leave ends; of who is ill nobody knows when. */
function checkAbsence(
  form: {
    kind: string
    first_day: string
    last_day: string | null
    from_time: string | null
    until_time: string | null
  },
  ctx: { addIssue: (issue: Issue) => void },
) {
  checkAway(form, ctx)
  if (form.kind === 'leave' && form.last_day === null)
    ctx.addIssue({ code: 'custom', path: ['last_day'], message: 'Verlof heeft een laatste dag.' })
}
export const AbsenceForm = z.object(absence).superRefine(checkAbsence)
export const AbsenceEditForm = z.object({ ...absence, version }).superRefine(checkAbsence)
export type AbsenceInput = z.output<typeof AbsenceForm>

const freeDay = { contact_id, ...parsersOf(freeDayFields, 'first_day', 'every_weeks', 'last_day') }
const ORDER = 'Deze dag ligt voor de eerste.'
const inOrder = ({ first_day, last_day }: { first_day: string; last_day: string | null }) =>
  last_day === null || first_day <= last_day
export const FreeDayForm = z.object(freeDay).refine(inOrder, { path: ['last_day'], error: ORDER })
export const FreeDayEditForm = z.object({ ...freeDay, version }).refine(inOrder, { path: ['last_day'], error: ORDER })
export type FreeDayInput = z.output<typeof FreeDayForm>

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/
const { works, opens, closes } = workingWeekFields.days.items as Record<string, { parse: z.ZodType }>
const dayForm = z
  .object({
    weekday: z.coerce.number<string>().int().min(1).max(7),
    works: works!.parse as z.ZodType<boolean>,
    opens: opens!.parse as z.ZodType<string>,
    closes: closes!.parse as z.ZodType<string>,
  })
  .transform((form, ctx) => {
    if (!form.works) return { weekday: form.weekday, hours: null }
    const fail = (field: string, message: string) => ctx.addIssue({ code: 'custom', path: [field], message })
    if (!CLOCK.test(form.opens)) fail('opens', ':label is geen geldige tijd (uu:mm).')
    if (!CLOCK.test(form.closes)) fail('closes', ':label is geen geldige tijd (uu:mm).')
    else if (CLOCK.test(form.opens) && form.opens >= form.closes)
      fail('closes', 'De eindtijd moet na de begintijd liggen.')
    return { weekday: form.weekday, hours: { opens: form.opens, closes: form.closes } }
  })

const week = {
  contact_id,
  ...parsersOf(workingWeekFields, 'first_day', 'last_day'),
  days: z
    .array(dayForm)
    .max(7)
    .refine((days) => new Set(days.map((day) => day.weekday)).size === days.length, 'Een dag staat er dubbel in.'),
}
export const WorkingWeekForm = z.object(week).refine(inOrder, { path: ['last_day'], error: ORDER })
export const WorkingWeekEditForm = z.object({ ...week, version }).refine(inOrder, { path: ['last_day'], error: ORDER })
export type WorkingWeekInput = z.output<typeof WorkingWeekForm>
