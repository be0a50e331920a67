import { overlaps } from '../../../system/occupations/index.ts'
import { lacksOf } from '../../catalogue/requirements/index.ts'
import type { Busy, Due, Ground, Opening, Stretch } from './types.ts'
import { kilometresBetween } from './regions.rules.ts'

/** Why somebody does not fit in a planning, its places aside. */
export type Unfitting = 'late' | 'others' | 'far' | 'busy' | 'unfit'

export const overlap = (one: readonly Stretch[], other: readonly Stretch[]): boolean =>
  one.some((a) => other.some((b) => overlaps(a, b)))

export const isBusy = (busy: Busy, key: string, spans: readonly Stretch[]): boolean => {
  const taken = busy.get(key)
  return taken !== undefined && overlap(spans, taken)
}

/** Whether somebody meets what a course asks on its first day. */
function meets(ground: Ground, { contactId }: Due, { courseId, first }: Opening): boolean {
  const { asks, birthDates, languages, proofs, eLearned } = ground
  const asked = asks.get(courseId)
  if (asked === undefined) return true
  const certified = proofs.some(
    (proof) =>
      proof.contactId === contactId &&
      proof.courseId === courseId &&
      proof.from <= first &&
      (proof.until === null || proof.until >= first),
  )
  const birthDate = birthDates.get(contactId) ?? null
  const language = languages.get(contactId) ?? null
  return (
    lacksOf(
      { ...asked, day: first },
      { birthDate, language, certified, eLearned: eLearned?.has(`${contactId}-${courseId}`) ?? false },
    ).length === 0
  )
}

/** Why somebody cannot go to a planning of the course, whether it has a place or not; null when they can. */
export function unfitting(ground: Ground, due: Due, opening: Opening): Unfitting | null {
  if (opening.last > due.lastOn) return 'late'
  if (opening.companies !== null && (due.companyId === null || !opening.companies.includes(due.companyId)))
    return 'others'
  const km = kilometresBetween(due.postalCode, opening.postalCode)
  if (ground.withinKm !== null && km !== null && km > ground.withinKm) return 'far'
  const { busy } = ground
  if (
    isBusy(busy, `student-${due.contactId}`, opening.spans) ||
    isBusy(busy, `contact-${due.contactId}`, opening.spans)
  )
    return 'busy'
  return meets(ground, due, opening) ? null : 'unfit'
}

/** So many kilometres make no difference to where somebody goes. */
const NEAR_KM = 25

/** In time before late, of the own company before open to all, near before far, soon before later. */
export function sortByPreference(due: Due, options: readonly number[], openings: readonly Opening[]): number[] {
  const ranked = options.map((option) => {
    const opening = openings[option]!
    return {
      option,
      key: opening.key,
      by: [
        opening.last > due.dueOn ? 1 : 0,
        opening.companies === null ? 1 : 0,
        Math.floor((kilometresBetween(due.postalCode, opening.postalCode) ?? 0) / NEAR_KM),
        opening.spans[0]!.starts_at.getTime(),
      ],
    }
  })
  ranked.sort((one, other) => {
    const at = one.by.findIndex((value, i) => value !== other.by[i])
    return at < 0 ? (one.key < other.key ? -1 : 1) : one.by[at]! - other.by[at]!
  })
  return ranked.map(({ option }) => option)
}
