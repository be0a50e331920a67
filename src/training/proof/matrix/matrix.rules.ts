import { addRepeat } from '../../../platform/format/repeats.ts'

/** A certificate that somebody holds; days are ISO. */
export interface HeldCertificate {
  id: number
  /** Null: it has no end. */
  until: string | null
}

/** What is known of one person and one certificate. */
export interface Cell {
  /** The certificate that counts; null where it is of another school, or there is none. */
  certificateId: number | null
  holds: boolean
  /** Until when; null while it has no end. */
  until: string | null
  /** Enrolled for what gives or renews it: the part and its day, and the day on which all of the planning is over. */
  booked: { id: number; day: string; done: string } | null
}

export type CellState = 'ok' | 'soon' | 'late' | 'missing' | 'none'

export const NOTHING: Cell = { certificateId: null, holds: false, until: null, booked: null }

const endOf = ({ until }: { until: string | null }): string => until ?? '9999-12-31'

/**
 * What counts of the certificates of one person and kind: the one that ends last. One without an end is to be refreshed by
 * the day of the refresher; who has that alone holds one of another school.
 */
export function cellOf(held: readonly HeldCertificate[], refreshBy: string | null, booked: Cell['booked']): Cell {
  const [last] = held.toSorted((a, b) => (endOf(a) < endOf(b) ? 1 : -1))
  if (last) return { certificateId: last.id, holds: true, until: last.until ?? refreshBy, booked }
  return { certificateId: null, holds: refreshBy !== null, until: refreshBy, booked }
}

/** Whether it is valid on a day; the last day counts. */
export const isValid = ({ holds, until }: Cell, day: string): boolean => holds && (until === null || until >= day)

/** Whether somebody is enrolled for what is over by a day: what ends after it gives no certificate for that day. */
export const isBookedBy = ({ booked }: Cell, day: string): boolean => booked !== null && booked.done <= day

/** What ends by then ends soon, looked at from a day. */
export const soonFrom = (day: string): string => addRepeat(day, { count: 3, unit: 'months' })

/** @param needed whether this person has to have it */
export function stateOf(cell: Cell, { on, soon }: { on: string; soon: string }, needed: boolean): CellState {
  if (!cell.holds) return needed ? 'missing' : 'none'
  if (!isValid(cell, on)) return 'late'
  return cell.until !== null && cell.until <= soon ? 'soon' : 'ok'
}

export interface Person {
  id: number
  /** The company, and all above it as far as they are shown. */
  companies: readonly number[]
  jobTitle: string
}

export interface Need {
  companyId: number
  /** The course that stands for the certificate. */
  kind: number
  /** '' for all functions. */
  jobTitle: string
  /** Null: each of them. */
  count: number | null
}

const sameFunction = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** Whether a need is about somebody. */
const isAbout = (need: Need, { companies, jobTitle }: Person): boolean =>
  companies.includes(need.companyId) && (need.jobTitle === '' || sameFunction(need.jobTitle, jobTitle))

/** Whether somebody has to have a certificate, as each of that function does. */
export const hasToHold = (needs: readonly Need[], person: Person, kind: number): boolean =>
  needs.some((need) => need.kind === kind && need.count === null && isAbout(need, person))

export interface Met {
  needed: number
  valid: number
  /** Not valid on the day, but enrolled for what is over before it or on it. */
  booked: number
  short: number
  /** As many as are short and not enrolled, those first who held one before. */
  candidates: number[]
}

/** How a need is met on a day. */
export function meet(need: Need, people: readonly Person[], cell: (person: Person) => Cell, day: string): Met {
  const about = people.filter((person) => isAbout(need, person)).map((person) => ({ person, cell: cell(person) }))
  const valid = about.filter((one) => isValid(one.cell, day)).length
  const without = about.filter((one) => !isValid(one.cell, day))
  const booked = without.filter((one) => isBookedBy(one.cell, day)).length
  const needed = need.count ?? about.length
  const short = Math.max(0, needed - valid)
  const free = without.filter((one) => one.cell.booked === null)
  const first = [...free.filter((one) => one.cell.holds), ...free.filter((one) => !one.cell.holds)]
  return {
    needed,
    valid,
    booked,
    short,
    candidates: first.slice(0, Math.max(0, short - booked)).map(({ person }) => person.id),
  }
}
