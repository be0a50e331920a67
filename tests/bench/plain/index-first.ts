import type { findWords as found, indexFirst as first } from '../../../src/platform/fast/index-first.ts'
import { hasWords } from '../../../src/platform/matching/conditions.ts'

export { firstOfBranches } from '../../../src/platform/fast/index-first.ts'

/** Leaves the way to PostgreSQL. */
export const indexFirst: typeof first = (_db, _indexed, where) => Promise.resolve(where)
export const findWords: typeof found = (_db, { text: column }, text) =>
  Promise.resolve({ where: hasWords(column, text) })
