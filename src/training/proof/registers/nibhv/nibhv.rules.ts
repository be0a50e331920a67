import {
  type NibhvCourse,
  type OwnRule,
  type Planning,
  defectsOf,
  handOverErrors,
  nibhvErrors,
  teacherErrors,
} from '../preflight.rules.ts'

/** What NIBHV asks beside what every register does. */
export const nibhvDefects = (planning: Planning, course: NibhvCourse, own: ReadonlySet<OwnRule>, today: string) =>
  defectsOf(planning, {
    own,
    register: [...teacherErrors(planning.teachers, false), ...nibhvErrors(planning, course)],
    today,
  })

/** What keeps the students of a planning from being passed on, as sentences that name whom. */
export const nibhvHandOverErrors = (
  planning: Planning,
  course: NibhvCourse,
  own: ReadonlySet<OwnRule>,
  today: string,
): string[] => handOverErrors(planning, nibhvDefects(planning, course, own, today))

/** What a course can be there, as far as it is known. */
export const NIBHV_TYPES = { bhv: 'Bedrijfshulpverlener', ploegleider: 'Ploegleider', hoofd: 'Hoofd BHV' } as const
