/**
 * What a register asks of a planning and its students. What can be known before the first day is judged here once: for
 * the light from the enrolment on, and again when students are passed on.
 */
import { formatCount } from '../../../platform/format/format.ts'
import type { SettingValue } from '../../../system/settings/index.ts'
import { type Mendable, refusedFields } from './questions/mending.rules.ts'

/** Years somebody is at least old who gets a diploma. */
export const MIN_AGE = 15

/** A student as a register is told of. */
export interface Student {
  id: number
  name: string
  firstName: string
  initials: string
  lastName: string
  /** ISO day. */
  birthDate: string | null
  email: string | null
  companyEmail: string | null
  /** What the course itself asks and this student lacks, in sentences. */
  lacks: readonly string[]
  /** Whether presence and result of every part are filled in. */
  hasResult: boolean
  /** Whether this planning passed the student on already. */
  isPassedOn: boolean
}

export interface Teacher {
  name: string
  /** Of Het Oranje Kruis. */
  number: string | null
}

/** A planning as it is judged. */
export interface Planning {
  students: readonly Student[]
  teachers: readonly Teacher[]
  /** The parts that are held. */
  parts: readonly { description: string; componentId: number | null; hasPlace: boolean }[]
  /** ISO day; null where no part is held. */
  firstDay: string | null
  isOver: boolean
  /** Most students that the course allows. */
  max: number
  course: { language: string | null; refreshes: boolean }
}

/** Rules that no register is known to have, which an organisation switches on for itself in the settings. */
export type OwnRule = SettingValue<'hok'>['register_rules'][number]

/** What is wrong with somebody's record, and which fields of it the person may mend. */
interface Flaw {
  text: string
  fields: readonly Mendable[]
}

/** Something that a register will not take, and of whom; null: of the planning itself. */
export interface Defect extends Flaw {
  student: number | null
  /** What the course asks may have been waived: that is told, and stops nobody. */
  stops: boolean
}

/** The day on which somebody has the age; born on 29-02 it is 01-03 where there is none. */
const dayOfAge = (birthDate: string, years: number): string =>
  `${String(Number(birthDate.slice(0, 4)) + years)}${birthDate.slice(4)}`

const isFilled = (text: string): boolean => text.trim() !== ''

/** What the record of a student lacks by itself, judged on a day. */
function identityErrors({ name, birthDate, ...student }: Student, day: string, today: string): Flaw[] {
  const born = birthDate === null ? null : birthDate > today ? 'later' : 'known'
  return [
    ...(isFilled(student.firstName) || isFilled(student.initials)
      ? []
      : [flaw(`${name}: de voornaam of voorletters ontbreken.`, 'first_name', 'initials')]),
    ...(born === null ? [flaw(`${name}: de geboortedatum ontbreekt.`, 'birth_date')] : []),
    ...(born === 'later' ? [flaw(`${name}: de geboortedatum ligt in de toekomst.`, 'birth_date')] : []),
    ...(born === 'known' && dayOfAge(birthDate!, MIN_AGE) > day
      ? [flaw(`${name} is jonger dan ${MIN_AGE} jaar.`, 'birth_date')]
      : []),
  ]
}

const flaw = (text: string, ...fields: Mendable[]): Flaw => ({ text, fields })
const stop = (student: number | null, text: string, fields: readonly Mendable[] = []): Defect => ({
  student,
  text,
  stops: true,
  fields,
})

/** What a register answered to somebody stops them until they are sent again. */
export const refusal = (student: number, message: string | null): Defect =>
  stop(student, `Geweigerd: ${message ?? 'zonder reden.'}`, refusedFields(message))

/** Those who stand there as somebody else too: the same name and day of birth. */
function doubles(students: readonly Student[]): Defect[] {
  const same = Map.groupBy(students, ({ name, birthDate }) => `${name.toLowerCase()} ${birthDate ?? ''}`)
  return [...same.values()].flatMap(([first, ...others]) =>
    others.length > 0 ? [stop(first!.id, `${first!.name} staat er dubbel in.`)] : [],
  )
}

/** No name of a person: a number in it, or what stands for somebody. */
const NO_NAME = /\d|^(cursist|deelnemer|student|onbekend|test|n\.?n\.?|x+|\?+|-+)$/i

function ownErrors(student: Student, shared: ReadonlySet<string>, on: ReadonlySet<OwnRule>): Flaw[] {
  const { name, firstName, lastName, initials } = student
  const email = student.email?.trim().toLowerCase() ?? ''
  const isOthers = email !== '' && (shared.has(email) || email === student.companyEmail?.trim().toLowerCase())
  const begins = (text: string) => text.trim().slice(0, 1).toLowerCase()
  return [
    ...(on.has('email') && email === '' ? [flaw(`${name}: het e-mailadres ontbreekt.`, 'email')] : []),
    ...(on.has('own_email') && isOthers
      ? [flaw(`${name}: het e-mailadres is niet van de cursist zelf.`, 'email')]
      : []),
    ...(on.has('real_name') && [firstName, lastName].some((part) => NO_NAME.test(part.trim()))
      ? [flaw(`${name}: dit is geen naam van een persoon.`, 'first_name', 'last_name')]
      : []),
    ...(on.has('initials') && isFilled(firstName) && isFilled(initials) && begins(firstName) !== begins(initials)
      ? [flaw(`${name}: voorletters en voornaam passen niet bij elkaar.`, 'first_name', 'initials')]
      : []),
  ]
}

/** What is wrong with the planning itself, whatever register it is told to. */
function planningErrors({ parts, students, max }: Planning, on: ReadonlySet<OwnRule>): string[] {
  return [
    ...(parts.length === 0 ? ['Er is geen onderdeel dat doorgaat.'] : []),
    ...(on.has('place')
      ? parts.flatMap(({ description, hasPlace }) => (hasPlace ? [] : [`${description}: er is nog geen plaats.`]))
      : []),
    ...(on.has('group_size') && students.length > max
      ? [`${formatCount(students.length, 'cursist', 'cursisten')}: de opleiding laat er ${max} toe.`]
      : []),
  ]
}

export function teacherErrors(teachers: readonly Teacher[], asksNumber: boolean): string[] {
  return [
    ...(teachers.length === 0 ? ['De planning heeft geen docent.'] : []),
    ...(asksNumber
      ? teachers.flatMap(({ name, number }) => (number ? [] : [`${name}: het HOK-nummer ontbreekt.`]))
      : []),
  ]
}

/** All that is known to be wrong before the first day. @param register what is asked beside what all registers ask */
export function defectsOf(
  planning: Planning,
  { own, register, today }: { own: ReadonlySet<OwnRule>; register: readonly string[]; today: string },
): Defect[] {
  const { students } = planning
  const day = planning.firstDay ?? today
  const addresses = Map.groupBy(students, ({ email }) => email?.trim().toLowerCase() ?? '')
  const shared = new Set([...addresses].flatMap(([email, of]) => (of.length > 1 ? [email] : [])))
  return [
    ...[...register, ...planningErrors(planning, own)].map((text) => stop(null, text)),
    ...students.flatMap((student) => [
      ...[...identityErrors(student, day, today), ...ownErrors(student, shared, own)].map(({ text, fields }) =>
        stop(student.id, text, fields),
      ),
      ...student.lacks.map((text) => ({ student: student.id, text, stops: false, fields: [] })),
    ]),
    ...doubles(students),
  ]
}

/** How ready somebody, or a whole planning, is to be passed on. */
export type Light = 'ready' | 'watch' | 'stop'
export const lightOf = (defects: readonly Defect[]): Light =>
  defects.some(({ stops }) => stops) ? 'stop' : defects.length > 0 ? 'watch' : 'ready'

/** What keeps students from being passed on once the planning is over, beside what was known before. */
export function handOverErrors({ students, isOver }: Planning, known: readonly Defect[]): string[] {
  const ofStudents = Map.groupBy(
    known.filter(({ stops }) => stops),
    ({ student }) => student,
  )
  const textsOf = (student: number | null) => (ofStudents.get(student) ?? []).map(({ text }) => text)
  return [
    ...(isOver ? [] : ['De planning is nog niet voorbij.']),
    ...(students.length === 0 ? ['Er zijn geen cursisten om door te geven.'] : []),
    ...textsOf(null),
    ...students.flatMap(({ id, name, hasResult, isPassedOn }) => [
      ...textsOf(id),
      ...(hasResult ? [] : [`${name}: het resultaat is nog niet ingevuld.`]),
      ...(isPassedOn ? [`${name} is al doorgegeven.`] : []),
    ]),
  ]
}
