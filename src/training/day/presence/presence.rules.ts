import type { Result } from '../../proof/results/index.ts'

/** A signature on coming, or one on leaving. */
export type Moment = 'start' | 'end'
/** Who signs for what. */
export interface SigningAt {
  appointmentId: number
  contactId: number
  moment: Moment
}

export interface ListCell extends Result {
  signedAt: Date | null
  signedOutAt: Date | null
  arrivedAt: Date | null
  presentSource: string | null
  startsAt: Date
}
export interface ListRow {
  contactId: number
  name: string
  company: string
  /** By part; a part that the student is not in is not there. */
  cells: Map<number, ListCell>
}

interface ResultLine extends ListCell {
  contactId: number
  appointmentId: number
  name: string
  company: string
}

/** One row per student, in the order of the results. */
export function toRows(results: readonly ResultLine[]): ListRow[] {
  return [...Map.groupBy(results, ({ contactId }) => contactId)].map(([contactId, own]) => ({
    contactId,
    name: own[0]!.name,
    company: own[0]!.company,
    cells: new Map(
      own.map(({ appointmentId, present, passed, signedAt, signedOutAt, arrivedAt, presentSource, startsAt }) => [
        appointmentId,
        { present, passed, signedAt, signedOutAt, arrivedAt, presentSource, startsAt },
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
export function nextSigners(rows: readonly ListRow[], { appointmentId, contactId, moment }: SigningAt): ListRow[] {
  const at = rows.findIndex((row) => row.contactId === contactId)
  const inOrder = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))]
  return inOrder.filter(({ cells }) => {
    const cell = cells.get(appointmentId)
    const signed = moment === 'start' ? cell?.signedAt : cell?.signedOutAt
    return cell !== undefined && signed === null && cell.present !== 0
  })
}

/** 'Ja', 'Nee', or nothing yet. */
export const yesNo = (value: 0 | 1 | null): string => (value === null ? '' : value === 1 ? 'Ja' : 'Nee')
