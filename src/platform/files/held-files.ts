import type { Db } from '../database/types.ts'
import { point } from '../points.ts'

/** Which files of the store the rows of a module name; the others are removed in time (orphans.ts). */
export interface HeldFiles {
  /** The folders that it keeps files in, the first part of their keys. Nothing else is ever written to. */
  folders: string[]
  /** Those of the keys, a thousand at most, that a row names; each found by an index. */
  named(db: Db, keys: string[]): Promise<string[]>
}

export const heldFiles = point<HeldFiles>('held files')
