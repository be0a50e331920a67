import { sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'

/** Courses to choose from: the active ones, and the one that is chosen already. */
export const listCourseNames = (db: Db, chosen: number) =>
  db
    .selectFrom('courses')
    .select(['id', 'description'])
    .where((eb) => eb.or([eb('active', '=', true), eb('id', '=', chosen)]))
    .orderBy(sql`description collate "nl-x-icu"`)
    .execute()
