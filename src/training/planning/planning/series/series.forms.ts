import * as z from 'zod'
import { everyParserOf } from '../../../../platform/fields/facts.ts'
import { hasCompany, noCompany, planningShape } from '../planning.forms.ts'
import { occasionFields, seriesFields } from './series.fields.ts'
import { MOST_OCCASIONS, type Pattern } from './series.rules.ts'

const pattern = z
  .object(everyParserOf(seriesFields))
  .transform(({ nth, nth_weekday, ...asked }): Pattern => ({
    ...asked,
    nth: nth === 'last' ? nth : (Number(nth) as Pattern['nth']),
    nth_weekday: Number(nth_weekday),
  }))
  .superRefine(({ repeat, weekdays, dates, count, until }, ctx) => {
    const fail = (field: string, message: string) => ctx.addIssue({ code: 'custom', path: [field], message })
    if (repeat === 'weekly' && weekdays.length === 0) fail('weekdays', 'Kies minstens één dag.')
    if (repeat === 'dates' && dates.length === 0) fail('dates', 'Vul minstens één datum in.')
    if (repeat !== 'dates' && count === null && until === null)
      fail('count', 'Vul een aantal in, of een datum tot wanneer.')
  })

/** The fields that another pattern hides are not sent. */
const asPattern = z
  .object({ every_weeks: z.string().default('1'), every_months: z.string().default('1') })
  .loose()
  .pipe(pattern)

/** By the day of the pattern: 'd2027-01-12'; the letter keeps the body parser from making a list of it. */
const DAY_KEY = /^d\d{4}-\d{2}-\d{2}$/
const occasion = z.object(everyParserOf(occasionFields))
export type OccasionInput = z.output<typeof occasion>

const occasions = z
  .record(z.string().regex(DAY_KEY), occasion)
  .default({})
  .refine((rows) => Object.keys(rows).length <= MOST_OCCASIONS, `Een reeks heeft hooguit ${MOST_OCCASIONS} planningen.`)
  .transform((rows) => new Map(Object.entries(rows).map(([key, row]) => [key.slice(1), row])))

export const PatternForm = z.object({ series: asPattern })

export const SeriesForm = z.object({ ...planningShape, series: asPattern, occasions }).refine(hasCompany, noCompany)
export type SeriesInput = z.output<typeof SeriesForm>

/** What was chosen for single plannings so far; what cannot be read is shown as it was proposed. */
export function readOccasions(fields: Record<string, unknown>): Map<string, OccasionInput> {
  const sent = typeof fields.occasions === 'object' && fields.occasions !== null ? Object.entries(fields.occasions) : []
  return new Map(
    sent.flatMap(([key, row]) => {
      const read = DAY_KEY.test(key) ? occasion.safeParse(row) : null
      return read?.success ? [[key.slice(1), read.data] as const] : []
    }),
  )
}
