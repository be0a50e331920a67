import { type OwnRule, type Planning, defectsOf, handOverErrors, teacherErrors } from '../preflight.rules.ts'

/** How a course stands at NIBHV, and this organisation there. */
export interface NibhvCourse {
  type: string | null
  isRefresher: boolean
  language: string | null
  profile: string | null
  /** The components that are told as something there. */
  told: ReadonlySet<number>
  account: { isAllowed: boolean; trainer: string | null; contactUser: string | null } | null
}

/** How the course and the organisation stand at NIBHV. */
function nibhvErrors({ parts, course }: Planning, of: NibhvCourse): string[] {
  const { account } = of
  return [
    ...(account === null ? ['Er is nog geen verbinding met NIBHV ingesteld.'] : []),
    ...(account && !account.isAllowed ? ['Het adres van NIBHV is in deze installatie niet toegestaan.'] : []),
    ...(account?.trainer === null ? ['Bij de verbinding met NIBHV is nog geen docent gekozen.'] : []),
    ...(account?.contactUser === null ? ['Bij de verbinding met NIBHV is nog geen contactpersoon gekozen.'] : []),
    ...(of.type === null ? ['Van de opleiding is nog niet gekozen welke soort het bij NIBHV is.'] : []),
    ...(of.language === null ? ['Van de opleiding is nog niet gekozen in welke taal zij bij NIBHV staat.'] : []),
    ...(of.profile === null ? ['Van de opleiding is nog geen competentieprofiel gekozen.'] : []),
    ...(of.language !== null && (course.language ?? 'nl') !== of.language
      ? ['De opleiding wordt in een andere taal gegeven dan bij NIBHV gekozen is.']
      : []),
    ...(course.refreshes !== of.isRefresher
      ? [
          of.isRefresher
            ? 'Bij NIBHV staat de opleiding als herhaling, maar zij herhaalt hier geen opleiding.'
            : 'De opleiding herhaalt een andere, maar staat bij NIBHV niet als herhaling.',
        ]
      : []),
    ...parts.flatMap(({ description, componentId }) =>
      componentId === null
        ? [`${description} is geen onderdeel van de opleiding en kan niet worden gemeld.`]
        : of.told.has(componentId)
          ? []
          : [`Kies bij de opleiding waarvoor ${description} gemeld wordt.`],
    ),
  ]
}

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
