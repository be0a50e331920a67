import { type Expression, type SqlBool, sql } from 'kysely'
import { type Viewer, may } from '../access/viewer.ts'
import type { Db, Trx } from '../database/types.ts'
import { MAX_ID } from '../forms/fields.ts'
import { sharedViewsArea } from './rights.ts'

export interface SavedView {
  id: number
  page: string
  name: string
  owner_id: number
  shared: boolean
  /** The address of the page behind its '?'. */
  query: string
  position: number
  version: number
}

/** Row scope of the record type 'saved_view': the own ones and those that are shared. */
export const savedViewsVisibleTo = (viewer: Viewer): Expression<SqlBool> =>
  sql<SqlBool>`(saved_views.shared or saved_views.owner_id = ${viewer.id})`

/** Whether the viewer may share own views with everybody who sees their page. */
export const mayShare = (viewer: Viewer): boolean => may(viewer, sharedViewsArea, 'change')

/** Whether the viewer may rename, save over or delete it. */
export const mayChangeView = (viewer: Viewer, view: Pick<SavedView, 'shared' | 'owner_id'>): boolean =>
  view.owner_id === viewer.id || (view.shared && mayShare(viewer))

const columns = ['id', 'page', 'name', 'owner_id', 'shared', 'query', 'position', 'version'] as const

/** The views of a page that somebody may open, those of all first. */
export const listSavedViews = (db: Db | Trx, viewer: Viewer, page: string): Promise<SavedView[]> =>
  db
    .selectFrom('saved_views')
    .select(columns)
    .where('page', '=', page)
    .where(savedViewsVisibleTo(viewer))
    .orderBy('shared', 'desc')
    .orderBy('position')
    .orderBy('id')
    .execute()

/** The one that an address names; nothing when it is gone, of another page, or somebody else's alone. */
export async function savedViewOf(
  db: Db | Trx,
  viewer: Viewer,
  { page, key }: { page: string; key: string },
): Promise<SavedView | undefined> {
  if (!/^\d{1,10}$/.test(key) || Number(key) > MAX_ID) return undefined
  return db
    .selectFrom('saved_views')
    .select(columns)
    .where('id', '=', Number(key))
    .where('page', '=', page)
    .where(savedViewsVisibleTo(viewer))
    .executeTakeFirst()
}
