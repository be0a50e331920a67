import { type RawBuilder, sql } from 'kysely'
import type { Area } from '../../platform/access/rights.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Db } from '../../platform/database/types.ts'
import { point } from '../../platform/points.ts'
import type { Registry } from '../../platform/registry.ts'

/** The kinds of work that all lines belong to, in the order in which they stand. */
export const WORK_KINDS = {
  now: 'Vandaag regelen',
  staffing: 'Docent of lokaal',
  decide: 'Beslissen',
  finish: 'Afronden',
  money: 'Klanten en geld',
} as const
export type WorkKind = keyof typeof WORK_KINDS

interface Waiting {
  name: string
  kind: WorkKind
  icon: string
  tone: 'warning' | 'danger'
  /** What stands behind the number: 'zonder docent', or the noun where it has one of its own. */
  label: { one: string; many: string }
  /** Whose right shows it: that of the list it leads to. */
  area: Area
  /** What one has to be allowed there to do anything about it; 'view' where it says nothing. */
  right?: 'view' | 'change'
  /** Address of exactly these rows. */
  url: string
  /** Harm is done so many working days before the day of its rows: what has to be arranged takes that long. */
  workingDaysBefore?: number
}
interface Counting {
  /** Its rows for this viewer, made by `waitingRows`; those of all lines come in one round trip. */
  rows(viewer: Viewer): RawBuilder<unknown>
}
/** A row that more than SQL finds, as `waitingRows` tells of others. */
export interface WaitingRow {
  /** YYYY-MM-DD */
  day: string
  planning: number | null
}
interface Counted {
  /** Its rows where that takes more than SQL can say; no entry of the menu waits for such. */
  counted(db: Db, registry: Registry, viewer: Viewer): Promise<WaitingRow[]>
}

/** Records that wait for somebody, as a module counts them for who may see them. */
export type Attention = Waiting & (Counting | Counted)

/** What is wrong by now does its harm today. */
export const NOW = sql`current_date`

/**
 * One row for each row of the list: the day on which harm is done, and the planning that it is about, which counts once
 * among the lines of a group.
 */
export const waitingRows = (of: {
  day: RawBuilder<unknown>
  planning?: RawBuilder<unknown>
  from: RawBuilder<unknown>
}): RawBuilder<unknown> =>
  sql`select (${of.day})::date as day, (${of.planning ?? sql`null`})::integer as planning ${of.from}`

export const attention = point<Attention>('attention')
