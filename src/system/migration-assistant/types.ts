/** A row of the older system: its own id there, and what it says of each column that is known. */
export interface OldRow {
  old_id: string
  cells: Record<string, string>
}

/** Where data come from: the database of the older system, or files that it wrote. Kinds are named as import targets. */
export interface OldSystem {
  /** How many rows it has of each kind; a kind that it does not have is left out. @throws OldSystemDown */
  counts(): Promise<ReadonlyMap<string, number>>
  /** Rows in an order that stays. @throws OldSystemDown */
  read(what: string, from: number, count: number): Promise<OldRow[]>
  /** All rows with a debtor number. @throws OldSystemDown */
  numbered(): Promise<(OldRow & { what: string })[]>
}

export const SOURCES = ['database', 'coachview', 'planaday', 'other'] as const
export type Source = (typeof SOURCES)[number]

/** The older system cannot be asked now; the message says why, in Dutch. */
export class OldSystemDown extends Error {
  override name = 'OldSystemDown'
}
