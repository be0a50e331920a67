import * as z from 'zod'
import { idOrNone, parseDutchDate } from '../../../platform/forms/fields.ts'

/** What results can be of: everything, or what belongs to one of these. */
export const OWNERS = {
  all: null,
  evaluation: 'evaluation',
  course: 'course',
  teacher: 'contact',
  establishment: 'establishment',
  company: 'company',
  appointment: 'appointment',
} as const
export type OwnerType = keyof typeof OWNERS
export const ownerTypes = Object.keys(OWNERS) as [OwnerType, ...OwnerType[]]

/** 'YYYY-MM-DD', or as people type it. */
const day = z
  .string()
  .max(10)
  .default('')
  .transform((typed) => {
    const [year, month, date] = typed.split('-')
    return parseDutchDate(/^\d{4}-/.test(typed) ? `${date}-${month}-${year}` : typed)
  })

/** The number of a record; null for whatever is none. */
export const recordFilter = z
  .string()
  .max(12)
  .default('')
  .transform((typed) => idOrNone(typed) || null)

/** What narrows the results: a period, and numbers of records. */
export const StatisticsQuery = z.object({
  dateRange: z.object({ from: day, to: day }).default({ from: null, to: null }),
  type: z.enum(ownerTypes).catch('all'),
  ownerId: recordFilter,
  evaluation_id: recordFilter,
  course_id: recordFilter,
  teacher_id: recordFilter,
  establishment_id: recordFilter,
  company_id: recordFilter,
  appointment_id: recordFilter,
})
export type Asked = z.output<typeof StatisticsQuery>

/** The filters that name records, by their type. */
export const FILTER_RECORDS = {
  evaluation_id: 'evaluation',
  course_id: 'course',
  teacher_id: 'contact',
  establishment_id: 'establishment',
  company_id: 'company',
  appointment_id: 'appointment',
} as const
export type FilterName = keyof typeof FILTER_RECORDS

export type Narrowed = { [K in FilterName]: number | null } & { from: string | null; to: string | null }

/** The owner is one more filter; who teaches has the own results alone. */
export function narrowed({ dateRange, type, ownerId, ...filters }: Asked, ownTeacher: number | null): Narrowed {
  const owner = type === 'all' || ownerId === null ? {} : { [`${type}_id`]: ownerId }
  const own = ownTeacher === null ? {} : { teacher_id: ownTeacher }
  return { ...filters, ...owner, ...own, from: dateRange.from, to: dateRange.to }
}

/** The address of the same, e.g. of its file. */
export function queryOf(narrow: Narrowed, more: Record<string, string> = {}): string {
  const { from, to, ...filters } = narrow
  const set = Object.entries(filters).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))
  const days = [['dateRange[from]', from], ['dateRange[to]', to]].filter(([, value]) => value !== null) // prettier-ignore
  return new URLSearchParams([...set, ...days, ...Object.entries(more)] as [string, string][]).toString()
}
