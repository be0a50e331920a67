import * as z from 'zod'
import { id, idList } from '../../../platform/forms/fields.ts'
import { isPlannable, moment } from '../../../platform/forms/moment.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { addDays, today, wallClock } from '../../../platform/format/zone.ts'
import { dayList } from './days.forms.ts'
import { type WallMoment, nextWorkday } from './planning.rules.ts'

/** Epoch seconds from the calendar. */
const epoch = z.coerce
  .number<string>()
  .int()
  .transform((seconds) => new Date(seconds * 1000))
  .refine(isPlannable)

/** The calendar's view the wizard was opened from: month, week, day, list. */
const viewType = z.enum(['m', 'w', 'd', 'l']).optional()

/**
 * What an empty cell of the calendar opens the wizard with; without it the next working day is proposed. A course brings
 * itself along.
 */
export const AddQuery = z.object({
  datetime: epoch.optional(),
  type: viewType,
  course_id: id.optional().catch(undefined),
  /** Who, which room or which establishment was free there on the board. */
  teacher_id: id.optional().catch(undefined),
  room_id: id.optional().catch(undefined),
  establishment_id: id.optional().catch(undefined),
})
export type AddQueryOutput = z.output<typeof AddQuery>

/** What the step 'components' asks above its rows, to predict them anew; whoever typed it wrong is not led on without it. */
export const predictFields = { datetime: moment.orNull, exceptions: dayList }

/** The moment also as the field of the wizard writes it. */
export const PredictQuery = z.object({
  datetime: z.union([epoch, moment.required], ':label is geen geldige datum en tijd.'),
  components: idList(50),
  type: viewType,
  exceptions: dayList,
  /** The rows as they stand: what is switched on and which rooms were chosen stays, the dates are predicted. */
  appointments: z.unknown().optional(),
})

/** When the first part starts; a cell of the month stands for a day, not for a time. */
export function firstMoment(
  { datetime, type }: Pick<AddQueryOutput, 'datetime' | 'type'>,
  now: Date,
  isClosed: (day: string) => boolean,
): { day: string; time: string | null } {
  if (!datetime) return { day: nextWorkday(addDays(today(now), 1), isClosed), time: null }
  const { day, time } = wallClock(datetime)
  return { day, time: type === 'm' || type === 'l' ? null : time }
}

/** 'dd-mm-jjjj uu:mm', as the platform's field takes it. */
export const fieldText = ({ day, time }: WallMoment): string => `${formatDate(day)} ${time}`
