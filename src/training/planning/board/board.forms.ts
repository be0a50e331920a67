import type * as z from 'zod'
import { id } from '../../../platform/forms/fields.ts'
import { ENDS_LATER, viewFields } from '../../../system/calendar/points.ts'
import { FILTER_LABELS, calendarFilters } from '../calendar/index.ts'
import type { BoardType } from './board.contract.ts'

const { course_id, status, incompany, not_full, establishment_id, room_id, instructor_id } = calendarFilters.shape
const skill_id = id.optional().catch(undefined)
const shared = { course_id, status, incompany, establishment_id }

/** The filters of each board, by the names that the calendar has for them (training 2.4). */
const FILTERS = {
  teachers: { ...shared, instructor_id, skill_id },
  locations: { ...shared, not_full, room_id },
}
const LABELS = { ...FILTER_LABELS, skill_id: 'Vaardigheid' }

/** Establishments are locations too. */
export const filterSetOf = (type: BoardType): keyof typeof FILTERS => (type === 'teachers' ? 'teachers' : 'locations')

export const filterLabelsOf = (type: BoardType): Record<string, string> =>
  Object.fromEntries(Object.keys(FILTERS[filterSetOf(type)]).map((name) => [name, LABELS[name as keyof typeof LABELS]]))

/** All that any board asks; a filter that is not its own is left aside. */
export const boardQuery = calendarFilters.extend({ ...viewFields, skill_id }).refine(...ENDS_LATER)
export type BoardQuery = z.infer<typeof boardQuery>

/** What of it this board takes. */
export function ownFilters(type: BoardType, query: BoardQuery): BoardQuery {
  const { type: view, from, to, count, page, ...filters } = query
  const own = FILTERS[filterSetOf(type)]
  const kept = Object.fromEntries(Object.entries(filters).filter(([name]) => name in own))
  return { type: view, from, to, count, page, ...kept }
}
