import * as z from 'zod'
import { idList, selectorIdOrNull } from '../../../../platform/forms/fields.ts'
import { moment } from '../../../../platform/forms/moment.ts'
import type { Fields } from '../../../../platform/screens/form/wizard.ts'
import { rowsOf } from '../planning.forms.ts'

/*
 * What the wizard's form holds so far, right or wrong: the steps show it again, so nothing in here is refused. The
 * schemas of planning.forms.ts decide what may be stored.
 */

const text = z.string().max(1000).catch('')
const flag = (unless: string) =>
  z
    .string()
    .catch(unless)
    .transform((value) => value !== '' && value !== '0')
const texts = z.record(z.string(), text).catch({})
const record = selectorIdOrNull.catch(null)
const records = idList().catch([])
const momentText = z
  .union([z.string(), z.object({ date: text, time: text }).transform(({ date, time }) => `${date} ${time}`.trim())])
  .catch('')

const row = z.object({
  course_component_id: record,
  enabled: flag('0'),
  start_datetime: momentText,
  end_datetime: momentText,
  room_id: record,
  has_custom_teacher_application_count: flag('0'),
  teacher_application_count: text,
  responsibles: z.union([z.string().transform((value) => [value]), z.array(text)]).catch([]),
  times: z.record(z.string(), z.object({ starts_at: momentText, ends_at: momentText })).catch({}),
  address: texts,
  online_details: texts,
})
export type DraftRow = z.output<typeof row> & { index: number }

const draft = z.object({
  course_id: record,
  status: text,
  option_until: z.string().max(20).optional().catch(undefined),
  max_count: text,
  incompany: flag('0'),
  /** Companies looked up; each offers itself and those below it. */
  companies: records,
  /** Companies that were offered before, of which the checked ones are `selected_company_ids`. */
  offered_company_ids: records,
  selected_company_ids: records,
  same_location: flag('1'),
  same_online_details: flag('1'),
  address: texts,
  online_details: texts,
  appointments: z
    .unknown()
    .optional()
    .transform((value): DraftRow[] =>
      rowsOf(value).flatMap(([index, fields]) => {
        const read = row.safeParse(fields)
        return read.success ? [{ index, ...read.data }] : []
      }),
    ),
})
export type Draft = z.output<typeof draft>

export const readDraft = (fields: Fields): Draft => draft.parse(fields)

/** When a row takes place, as far as its dates can be read and are in order. */
export function spanOf(row: Pick<DraftRow, 'start_datetime' | 'end_datetime'>): { from: Date; to: Date } | null {
  const from = moment.required.safeParse(row.start_datetime)
  const to = moment.required.safeParse(row.end_datetime)
  return from.success && to.success && from.data < to.data ? { from: from.data, to: to.data } : null
}
