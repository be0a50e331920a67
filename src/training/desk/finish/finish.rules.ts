import { formatCount, formatPeriod } from '../../../platform/format/format.ts'
import { type Choices, type Result, choiceKey, passedCourse } from '../../proof/results/index.ts'

interface Row extends Result {
  contactId: number
  appointmentId: number
  name: string
  company: string
}

/** Rows with the choices of a form in place of what is stored; what the form does not name stays open. */
export function filledIn<R extends Result & { contactId: number; appointmentId: number }>(
  rows: readonly R[],
  form: { present_students: Choices; passed_students: Choices },
): R[] {
  return rows.map((row) => {
    const key = choiceKey(row.contactId, row.appointmentId)
    return { ...row, present: form.present_students[key] ?? null, passed: form.passed_students[key] ?? null }
  })
}

export interface Student {
  contactId: number
  name: string
  company: string
  /** Every part with presence and result on 'Ja'. */
  passed: boolean
  /** Missed at least one part. */
  absent: boolean
}

/** The people of a planning, in the order of the rows. */
export function studentsOf(rows: readonly Row[]): Student[] {
  const byStudent = Map.groupBy(rows, ({ contactId }) => contactId)
  return [...byStudent.values()].map((own) => ({
    contactId: own[0]!.contactId,
    name: own[0]!.name,
    company: own[0]!.company,
    passed: passedCourse(own),
    absent: own.some(({ present }) => present === 0),
  }))
}

export interface Held {
  contact_id: number
  layout_id: number
  number: string
}

/** Per layout for whom a document is still to be made, and who already holds one, with its number. */
export function documentsFor<L extends { id: number }>(
  students: readonly Student[],
  layouts: readonly L[],
  held: readonly Held[],
): { layout: L; make: Student[]; have: { student: Student; number: string }[] }[] {
  const passed = students.filter((student) => student.passed)
  return layouts.map((layout) => {
    const numbers = new Map(
      held.filter(({ layout_id }) => layout_id === layout.id).map(({ contact_id, number }) => [contact_id, number]),
    )
    return {
      layout,
      make: passed.filter(({ contactId }) => !numbers.has(contactId)),
      have: passed.flatMap((student) => {
        const number = numbers.get(student.contactId)
        return number === undefined ? [] : [{ student, number }]
      }),
    }
  })
}

/**
 * Says of the parts that are still to come, or going on, that they are: who finishes them fills in what is not known.
 */
export const notOver = (
  parts: readonly { description: string; starts_at: Date; ends_at: Date }[],
  now: Date,
): string[] =>
  parts
    .filter(({ ends_at }) => ends_at > now)
    .map((part) => `${part.description} (${formatPeriod(part.starts_at, part.ends_at)}) is nog niet voorbij.`)

/** What is still open when the planning is finished as it stands; nothing of it stands in the way. */
export function openPoints(
  parts: readonly { description: string; starts_at: Date; ends_at: Date; reserved_count: number }[],
  planning: { students: readonly Student[]; held: readonly Held[]; layoutIds: readonly number[] },
  now: Date,
): string[] {
  const failed = new Map(
    planning.students.filter(({ passed }) => !passed).map((student) => [student.contactId, student]),
  )
  const places = Math.max(0, ...parts.map(({ reserved_count }) => reserved_count))
  const without = planning.students.filter(
    ({ passed, contactId }) => passed && !planning.held.some(({ contact_id }) => contact_id === contactId),
  )
  return [
    ...notOver(parts, now),
    ...(places > 0
      ? [`${formatCount(places, 'gereserveerde plaats is', 'gereserveerde plaatsen zijn')} niet ingevuld.`]
      : []),
    ...planning.held
      .filter(({ contact_id }) => failed.has(contact_id))
      .map(({ contact_id, number }) => `${failed.get(contact_id)!.name} is niet geslaagd, maar heeft al ${number}.`),
    ...(planning.layoutIds.length === 0 && without.length > 0
      ? [`${formatCount(without.length, 'geslaagde cursist heeft', 'geslaagde cursisten hebben')} nog geen document.`]
      : []),
  ]
}
