import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { MAX_ID, checkbox, selectorIdOrNull } from '../../../platform/forms/fields.ts'
import { moment } from '../../../platform/forms/moment.ts'
import { today } from '../../../platform/format/zone.ts'
import { type ConflictsRead, conflictsRead } from '../../../relations/bookings/index.ts'
import {
  COUNT_LACKS,
  OUTSIDE_PART,
  RESPONSIBLE_ROLES,
  type ResponsibleRole,
  appointmentFields,
  isOutsidePart,
  lacksCount,
} from '../appointments/index.ts'
import { planningFields } from './planning.fields.ts'
import { predictFields } from './starting-moment.ts'

/** A switch that is on unless it was turned off: where a step was never shown, its default holds. */
const yesUnlessNo = z
  .string()
  .default('1')
  .transform((value) => value !== '' && value !== '0')

const address = z
  .object(
    parsersOf(appointmentFields, 'address_name', 'street', 'street_no', 'street_no_adding', 'postal_code', 'city'),
  )
  .prefault({})
const onlineDetails = z.object(parsersOf(appointmentFields, 'join_url', 'join_code', 'join_password')).prefault({})

const ROLE_IDS = RESPONSIBLE_ROLES.map(({ id }) => id).join('|')

/** 'contact', or 'contact:role' for somebody who can be either. */
const responsible = z
  .string()
  .regex(new RegExp(`^[1-9]\\d{0,9}(:(${ROLE_IDS}))?$`), 'Maak een keuze')
  .transform((value) => {
    const [contact_id, role] = value.split(':').map(Number)
    return { contact_id: contact_id!, role_id: role === undefined ? null : (role as ResponsibleRole) }
  })
  .refine(({ contact_id }) => contact_id <= MAX_ID, 'Maak een keuze')

const several = <S extends z.ZodType<unknown, string>>(item: S, max: number) =>
  z
    .union([z.string().transform((value) => [value]), z.array(z.string())])
    .default([])
    .pipe(z.array(item).max(max))

const BEFORE_END = 'Begindatum moet voor de einddatum zijn.'

/** Own times by contact: `times[c12][starts_at]`, the letter keeps the body parser from making a list of it. */
const ownTimes = z
  .record(
    z.string().regex(/^c[1-9]\d{0,9}$/),
    z
      .object({ starts_at: moment.orNull, ends_at: moment.orNull })
      .refine(({ starts_at, ends_at }) => !starts_at || !ends_at || starts_at < ends_at, {
        path: ['starts_at'],
        error: BEFORE_END,
      }),
  )
  .default({})

const dates = {
  course_component_id: selectorIdOrNull,
  start_datetime: appointmentFields.starts_at.parse,
  end_datetime: appointmentFields.ends_at.parse,
  ...parsersOf(appointmentFields, 'room_id'),
}
const places = { address, online_details: onlineDetails }
const startsFirst = ({ start_datetime, end_datetime }: { start_datetime: Date; end_datetime: Date }) =>
  start_datetime < end_datetime

const datedPart = z.object(dates).refine(startsFirst, { path: ['start_datetime'], error: BEFORE_END })
const placedPart = z.object(places)
const wholePart = z
  .object({
    ...dates,
    ...places,
    ...parsersOf(appointmentFields, 'has_custom_teacher_application_count', 'teacher_application_count'),
    responsibles: several(responsible, 50),
    times: ownTimes,
  })
  .refine(startsFirst, { path: ['start_datetime'], error: BEFORE_END })
  .superRefine(({ start_datetime, end_datetime, times, ...counts }, ctx) => {
    if (lacksCount(counts)) ctx.addIssue({ code: 'custom', path: ['teacher_application_count'], message: COUNT_LACKS })
    for (const [key, own] of Object.entries(times))
      if (isOutsidePart(own, { start_datetime, end_datetime }))
        ctx.addIssue({ code: 'custom', path: ['times', key, 'starts_at'], message: OUTSIDE_PART })
  })

/** A part as the form asks for it, with its row in the form: errors are told by it (T-162). */
export type PartInput = z.output<typeof wholePart> & { index: number }

const MOST_ROWS = 50
const isEnabled = z.object({ enabled: checkbox.pipe(z.literal(true)) })

/** Rows of the form by their index, whether the body parser made a list or an object of them. */
export function rowsOf(value: unknown): [number, unknown][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([index]) => /^\d{1,3}$/.test(index))
    .map(([index, row]) => [Number(index), row])
}

/** The parts that are switched on; what stands in a row that is off is nobody's concern. */
const partsOf = <S extends z.ZodType<object>>(part: S) =>
  z
    .unknown()
    .optional()
    .transform((value, ctx): (z.output<S> & { index: number })[] => {
      const rows = rowsOf(value).filter(([, row]) => isEnabled.safeParse(row).success)
      if (rows.length === 0) ctx.addIssue({ code: 'custom', message: 'Zet minstens één onderdeel aan.' })
      if (rows.length > MOST_ROWS) {
        ctx.addIssue({ code: 'custom', message: `Een planning heeft hooguit ${MOST_ROWS} onderdelen.` })
        return []
      }
      return rows.flatMap(([index, row]) => {
        const read = part.safeParse(row)
        if (read.success) return [{ ...read.data, index }]
        for (const { path, message } of read.error.issues)
          ctx.addIssue({ code: 'custom', path: [index, ...path], message })
        return []
      })
    })

const comingDay = planningFields.option_until.parse.refine(
  (day) => day === null || day >= today(),
  'Kies vandaag of een dag die nog komt.',
)

/** Not sent where it is no option, or where nobody was asked: then it is proposed. */
export const optionDay = z
  .string()
  .optional()
  .transform((typed, ctx): string | null | undefined => {
    if (typed === undefined) return undefined
    const read = comingDay.safeParse(typed)
    if (read.success) return read.data
    for (const { message } of read.error.issues) ctx.addIssue({ code: 'custom', message })
    return z.NEVER
  })

const course = { ...parsersOf(planningFields, 'course_id', 'status', 'max_count'), option_until: optionDay }
const incompany = parsersOf(planningFields, 'incompany', 'selected_company_ids')
export const hasCompany = ({
  incompany,
  selected_company_ids,
}: {
  incompany: boolean
  selected_company_ids: number[]
}) => !incompany || selected_company_ids.length > 0
export const noCompany = { path: ['selected_company_ids'], error: 'Kies minstens één bedrijf.' }

/** What must hold before the step after each of these is shown. */
export const CourseStep = z.object(course)
export const ComponentsStep = z.object({ ...predictFields, appointments: partsOf(datedPart) })
export const IncompanyStep = z.object(incompany).refine(hasCompany, noCompany)
export const AddressesStep = z.object({ ...places, appointments: partsOf(placedPart) })

/** What is sent to plan a course once. */
export const planningShape = {
  ...course,
  ...incompany,
  appointments: partsOf(wholePart),
  same_location: yesUnlessNo,
  same_online_details: yesUnlessNo,
  ...places,
  confirm_conflicts: conflictsRead,
  open: checkbox,
}

export const PlanningForm = z.object(planningShape).refine(hasCompany, noCompany)
export type PlanningInput = Omit<z.output<typeof PlanningForm>, 'confirm_conflicts'> & {
  confirm_conflicts: ConflictsRead
}

/** What `addAddress` is asked beside the form: the kind of course, and the choice for one location or several. */
export const AddressForm = z.object({
  online: z.enum(['0', '1'], ':label is niet geldig.').transform((value) => value === '1'),
  all_the_same: yesUnlessNo,
  all_the_same_online: yesUnlessNo,
})
