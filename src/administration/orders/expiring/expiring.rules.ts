import { formatCount, formatDate } from '../../../platform/format/format.ts'
import type { ExpiringState } from './points.ts'

/** So many days ahead are looked at where nobody says otherwise. */
export const USUAL_DAYS = 90
export const WITHIN = [30, 60, USUAL_DAYS, 180, 365]

/** Rows of several kinds in one list: the last digit says which kind. */
export const KINDS = 8

export const STATES: Record<ExpiringState, string> = {
  open: 'Nog niets gedaan',
  invited: 'Uitgenodigd',
  ordered: 'Op een order',
  booked: 'Ingepland',
}

interface Row {
  record_id: number
  key: string
  who: string
  what: string
  state: ExpiringState
  state_on: string | null
  product_id: number | null
  price: string | null
}

export const stateText = ({ state, state_on: on }: Pick<Row, 'state' | 'state_on'>): string =>
  on === null ? STATES[state] : `${STATES[state]}, ${formatDate(on)}`

/** Whether it is proposed: nothing is done about it yet. */
export const isProposed = ({ state }: Pick<Row, 'state'>): boolean => state === 'open'

/** Names beyond these are told by their number. */
const MOST_NAMES = 40

const namesOf = (rows: readonly Row[]): string => {
  const names = rows.map(({ who, what }) => who || what)
  const rest = names.length - MOST_NAMES
  return rest > 0
    ? `${names.slice(0, MOST_NAMES).join(', ')} en nog ${formatCount(rest, 'ander', 'anderen')}`
    : names.join(', ')
}

export interface OfferedLine {
  heading: string
  /** Null for what is agreed by use: it is named, and costs what is done. */
  product_id: number | null
  price: string | null
  name: string
  count: number
  description: string
}

/** One line for all that is the same product at the same price, below the heading of its kind. */
export function offeredLines<R extends Row>(rows: readonly R[], headingOf: (row: R) => string): OfferedLine[] {
  const same = Map.groupBy(rows, (row) =>
    [headingOf(row), row.product_id ?? `-${row.record_id}`, row.price ?? ''].join('/'),
  )
  return [...same.values()].map((own) => {
    const { product_id, price, what } = own[0]!
    return { heading: headingOf(own[0]!), product_id, price, name: what, count: own.length, description: namesOf(own) }
  })
}
