import type { rowsByCachedSql as cached } from '../../../src/platform/fast/cached-sql.ts'

/** Writes the query every time. */
export const rowsByCachedSql: typeof cached = async (db, { viewer, ids = [] }, write) =>
  (await db.executeQuery((await write(viewer, ...ids)).compile())).rows
