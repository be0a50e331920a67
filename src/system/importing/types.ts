import type { Db, Trx } from '../../platform/database/types.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Catalogue } from '../../platform/fields/facts.ts'
import { formatCount } from '../../platform/format/format.ts'
import type { Registry } from '../../platform/registry.ts'
import type { Services } from '../../platform/services.ts'
import type { Alike, ReadRow } from './judging.rules.ts'
import type { ListedRow } from './list.rules.ts'

export interface Work {
  trx: Trx
  viewer: Viewer
  services: Services
}

/** What can be imported: how its rows are read, what is like them, and by which commands they are stored. */
export interface Target<Input extends object = object> {
  /** As addresses name it, such as 'contacts'. */
  name: string
  /** The type of record. */
  record: string
  label: { one: string; many: string }
  fields: Catalogue
  /** Columns by their headings; the narrower one is, the earlier it stands. */
  headings: readonly (readonly [string, RegExp])[]
  /** Labels of columns that are no field of the record. */
  labels?: Readonly<Record<string, string>>
  /** The column without which there is no list. */
  needed: string
  /** A field of which a value is given once, with those of these that are given already. */
  once?: { field: string; given(db: Db | Trx, values: readonly (string | number)[]): Promise<readonly (string | number)[]> } // prettier-ignore
  /** Rows say nothing about each other beside doubles, so that a list can be judged in parts: it may be longer. */
  apart?: true
  read(db: Db | Trx, rows: readonly ListedRow[], registry: Registry): Promise<ReadRow<Input>[]>
  /** By the line of a row the records that are like it. */
  alike(db: Db | Trx, rows: readonly ReadRow<Input>[]): Promise<Map<number, Alike[]>>
  add(work: Work, input: Input): Promise<number>
  /** The same of many at once, in their order, where that is much quicker. */
  addAll?(work: Work, inputs: readonly Input[]): Promise<number[]>
  change(work: Work, id: number, changes: Partial<Input>, version: number): Promise<void>
}

/** What a column of a target is called. */
export const columnLabel = ({ fields, labels }: Target, column: string): string =>
  labels?.[column] ?? fields[column]?.label ?? column

/** What is said of a list without the column that each has. */
export const withoutNeeded = (target: Target): string =>
  `Deze lijst heeft geen kolom ${columnLabel(target, target.needed)}. Zet boven elke kolom wat erin staat, of kies hieronder wat zij is.`

/** What an import came to, in words. */
export function importedText(
  { one, many }: Target['label'],
  counts: { count: number; taken: number; new: number; changed: number },
): string {
  const added = counts.new + counts.taken
  const rest = counts.count - added - counts.changed
  return `${formatCount(added + counts.changed, one, many)} geïmporteerd: ${added} nieuw, ${counts.changed} bijgewerkt, ${rest} overgeslagen`
}
