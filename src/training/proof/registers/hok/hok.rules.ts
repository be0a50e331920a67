import { type OwnRule, type Planning, defectsOf, handOverErrors, teacherErrors } from '../preflight.rules.ts'

/** What Het Oranje Kruis asks beside what every register does. */
export const hokDefects = (planning: Planning, own: ReadonlySet<OwnRule>, today: string) =>
  defectsOf(planning, { own, register: teacherErrors(planning.teachers, true), today })

/** What keeps the students of a planning from being passed on, as sentences that name whom (T-170). */
export const hokErrors = (planning: Planning, own: ReadonlySet<OwnRule>, today: string): string[] =>
  handOverErrors(planning, hokDefects(planning, own, today))
