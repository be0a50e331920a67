import type { Db, Trx } from '../../platform/database/types.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Catalogue } from '../../platform/fields/facts.ts'
import type { Services } from '../../platform/services.ts'
import type { Alike, ReadRow } from './judging.rules.ts'
import type { ListedRow } from './list.rules.ts'

export interface Work {
  trx: Trx
  viewer: Viewer
  services: Services
}

/** What can be imported: how its list is read, what is like it, and by which commands it is stored. */
export interface Target<Input extends object = object> {
  /** The type of record. */
  record: string
  label: { one: string; many: string }
  home: string
  fields: Catalogue
  headings: readonly (readonly [string, RegExp])[]
  /** The column without which there is no list. */
  needed: string
  read(db: Db | Trx, rows: readonly ListedRow[]): Promise<ReadRow<Input>[]>
  alike(db: Db | Trx, rows: readonly ReadRow<Input>[]): Promise<Map<number, Alike[]>>
  add(work: Work, input: Input): Promise<number>
  change(work: Work, id: number, changes: Partial<Input>, version: number): Promise<void>
}
