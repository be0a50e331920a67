import type { Status } from '../../../platform/screens/models.ts'

/** How somebody who is passed on stands: waits to be sent, or what came of it. */
export type RequestState = 'queued' | 'accepted' | 'rejected' | 'failed'
export const STATES: Record<RequestState, Status> = {
  queued: { label: 'Wacht op verzending', css: 'st-planned' },
  accepted: { label: 'Doorgegeven', css: 'st-confirmed' },
  rejected: { label: 'Geweigerd', css: 'st-cancelled' },
  failed: { label: 'Niet gelukt', css: 'st-option' },
}

/** A student as Het Oranje Kruis is told of. */
export interface HokStudent {
  id: number
  name: string
  /** Whether there is a first name or initials beside the last name. */
  hasFirstName: boolean
  /** ISO day. */
  birthDate: string | null
  /** Whether presence and result of every part are filled in. */
  hasResult: boolean
  /** Whether this planning passed the student on already. */
  isPassedOn: boolean
}

/** A planning as it is checked before its students are passed on. */
export interface HokPlanning {
  students: readonly HokStudent[]
  teachers: readonly { name: string; number: string | null }[]
  isOver: boolean
}

/** Years somebody is at least old who gets a diploma. */
export const MIN_AGE = 15

/** The day on which somebody has the age; born on 29-02 it is 01-03 where there is none. */
const dayOfAge = (birthDate: string, years: number): string =>
  `${String(Number(birthDate.slice(0, 4)) + years)}${birthDate.slice(4)}`

function studentErrors({ name, birthDate, ...student }: HokStudent, today: string): string[] {
  const born = birthDate === null ? null : birthDate > today ? 'later' : 'known'
  return [
    ...(student.hasFirstName ? [] : [`${name}: de voornaam of voorletters ontbreken.`]),
    ...(born === null ? [`${name}: de geboortedatum ontbreekt.`] : []),
    ...(born === 'later' ? [`${name}: de geboortedatum ligt in de toekomst.`] : []),
    ...(born === 'known' && dayOfAge(birthDate!, MIN_AGE) > today ? [`${name} is jonger dan ${MIN_AGE} jaar.`] : []),
    ...(student.hasResult ? [] : [`${name}: het resultaat is nog niet ingevuld.`]),
    ...(student.isPassedOn ? [`${name} is al doorgegeven.`] : []),
  ]
}

/** Those who stand there as somebody else too: the same name and day of birth. */
function doubles(students: readonly HokStudent[]): string[] {
  const same = Map.groupBy(students, ({ name, birthDate }) => `${name.toLowerCase()} ${birthDate ?? ''}`)
  return [...same.values()].flatMap(([first, ...others]) =>
    others.length > 0 ? [`${first!.name} staat er dubbel in.`] : [],
  )
}

/** What keeps the students of a planning from being passed on, as sentences that name whom (T-170). */
export function hokErrors({ students, teachers, isOver }: HokPlanning, today: string): string[] {
  return [
    ...(isOver ? [] : ['De planning is nog niet voorbij.']),
    ...(students.length === 0 ? ['Er zijn geen cursisten om door te geven.'] : []),
    ...(teachers.length === 0 ? ['De planning heeft geen docent.'] : []),
    ...teachers.flatMap(({ name, number }) => (number ? [] : [`${name}: het HOK-nummer ontbreekt.`])),
    ...students.flatMap((student) => studentErrors(student, today)),
    ...doubles(students),
  ]
}

/** Minutes until the next attempt, after so many; null where it was tried often enough. */
const PAUSES = [1, 5, 30, 120, 720]
export const pauseAfter = (attempts: number): number | null => PAUSES[attempts - 1] ?? null
