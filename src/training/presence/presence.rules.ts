import type { Result } from '../results/index.ts'

export interface ListCell extends Result {
  signedAt: Date | null
}
export interface ListRow {
  contactId: number
  name: string
  company: string
  /** By part; a part that the student is not in is not there. */
  cells: Map<number, ListCell>
}

interface ResultLine extends Result {
  contactId: number
  appointmentId: number
  name: string
  company: string
}

/** One row per student, in the order of the results. */
export function toRows(
  results: readonly ResultLine[],
  signatures: readonly { appointment_id: number; contact_id: number; signed_at: Date }[],
): ListRow[] {
  const signed = new Map(signatures.map((row) => [`${row.contact_id}-${row.appointment_id}`, row.signed_at]))
  return [...Map.groupBy(results, ({ contactId }) => contactId)].map(([contactId, own]) => ({
    contactId,
    name: own[0]!.name,
    company: own[0]!.company,
    cells: new Map(
      own.map(({ appointmentId, present, passed }) => [
        appointmentId,
        { present, passed, signedAt: signed.get(`${contactId}-${appointmentId}`) ?? null },
      ]),
    ),
  }))
}

/** The rows of these students, or all of them when none are named. */
export function chosenRows(rows: ListRow[], students: number[]): ListRow[] {
  return students.length === 0 ? rows : rows.filter(({ contactId }) => students.includes(contactId))
}

/**
 * Who signs for a part after this student: those in the list below them, and then from its top, that have not signed and
 * were not marked absent.
 */
export function nextSigners(rows: readonly ListRow[], partId: number, contactId: number): ListRow[] {
  const at = rows.findIndex((row) => row.contactId === contactId)
  const inOrder = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))]
  return inOrder.filter(({ cells }) => {
    const cell = cells.get(partId)
    return cell !== undefined && cell.signedAt === null && cell.present !== 0
  })
}

/** 'Ja', 'Nee', or nothing yet. */
export const yesNo = (value: 0 | 1 | null): string => (value === null ? '' : value === 1 ? 'Ja' : 'Nee')
