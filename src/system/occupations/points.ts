/** Who and what is busy, as the areas say it that plan with them. */
import type { RawBuilder } from 'kysely'
import { point } from '../../platform/points.ts'

/** One row of SQL: a record takes a person, a room or something else for some time. */
export interface OccupationRow {
  resource_id: number
  record_id: number
  description: string
  starts_at: Date
  ends_at: Date
  /** A range that holds both, in the words of an index of its table: by it the rows are found. */
  during: unknown
  /** Whether it keeps from anything else; what is cancelled does not. */
  counts: boolean
  /** How many of it are taken, where its source says so. */
  units?: number
}

/** The end of what has no end yet, such as that of somebody who is ill: later than anything is planned. */
export const NO_END = '2199-12-31'

export interface OccupationSource {
  /** Type of the records that are taken. */
  resource: string
  /** Type of the records that take them. */
  record: string
  /** That nothing is planned then, but somebody is not there, or a room is closed. */
  away?: boolean
  /** That its description says no more than that somebody is away. */
  plain?: boolean
  /** That there is more than one of what it takes: its rows say in `units` how many they take. */
  counted?: boolean
  /**
   * A select of these columns without a condition on time or ids: those are added to it. What repeats makes its rows of
   * the span that is asked about, `wanted.starts_at` to `wanted.ends_at`.
   */
  rows: RawBuilder<OccupationRow>
}

export const occupations = point<OccupationSource>('occupations')
