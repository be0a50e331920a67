import * as z from 'zod'
import {
  checkbox,
  idList,
  selectorIdOrNull,
  text,
  time,
  version,
  wholeNumber,
  wholeNumberOrNull,
} from '../../platform/forms/fields.ts'
import { DURATION, formatDuration, parseDuration } from './courses.rules.ts'

const duration = text(6).transform((typed, ctx) => {
  const minutes = parseDuration(typed)
  if (minutes !== null && minutes >= DURATION.min && minutes <= DURATION.max) return minutes
  ctx.addIssue({
    code: 'custom',
    message:
      minutes === null
        ? ':label is geen geldige duur in uren en minuten, zoals 8:00.'
        : `:label moet tussen ${formatDuration(DURATION.min)} en ${formatDuration(DURATION.max)} liggen.`,
  })
  return z.NEVER
})

const component = z.object({
  id: selectorIdOrNull,
  description: text(120),
  duration_minutes: duration,
  default_start: time,
  days_after_previous: wholeNumberOrNull(0, 366).transform((days) => days ?? 0),
  optional: checkbox,
  skills: idList(50),
})

/** Geen, Zelfde (the course refreshes itself), or another course. */
const refresher = z.union([z.literal('same'), selectorIdOrNull])

const course = {
  description: text(200),
  code: text(30),
  online: checkbox,
  max_count: wholeNumber(1, 1000),
  validity_months: wholeNumberOrNull(1, 600),
  validity_basis: z.enum(['issue_date', 'previous_expiry'], ':label is niet geldig.').default('issue_date'),
  refresher_course_id: refresher,
  components: z
    .array(component, 'Voeg minimaal één onderdeel toe.')
    .min(1, 'Voeg minimaal één onderdeel toe.')
    .max(50, 'Een opleiding heeft hooguit 50 onderdelen.'),
}

export const CourseForm = z.object(course)
export const CourseEditForm = z.object({ ...course, version })
export type ComponentInput = z.output<typeof component>
export type CourseInput = z.output<typeof CourseForm>
export type CourseEdit = z.output<typeof CourseEditForm>

export const SkillForm = z.object({ name: text(100) })
