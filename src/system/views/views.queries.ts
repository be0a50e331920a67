import { type Viewer, may, wholePerson } from '../../platform/access/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Registry } from '../../platform/registry.ts'
import { firstViewKey } from '../../platform/saved-views/first-view.ts'
import {
  type SavedView,
  listSavedViews,
  mayChangeView,
  savedViewsVisibleTo,
} from '../../platform/saved-views/saved-views.queries.ts'

/** The page that views are of. @throws NotFound for one that there is not, or not for this viewer */
export function getPage(registry: Registry, viewer: Viewer, path: string): { path: string; title: string } {
  const screen = registry.screens.find((one) => one.path === path && (one.kind === 'table' || one.kind === 'page'))
  if (!screen || screen.area === 'public' || !may(wholePerson(viewer), screen.area)) throw new NotFound()
  return { path, title: screen.title ?? '' }
}

/**
 * A view that is asked for by its number. Of a page that the viewer does not see none is shared with them.
 * @throws NotFound for one that is gone, or somebody else's alone
 */
export async function getView(
  { db, registry }: { db: Db | Trx; registry: Registry },
  viewer: Viewer,
  id: number,
): Promise<SavedView> {
  const view = await db
    .selectFrom('saved_views')
    .selectAll()
    .where('id', '=', id)
    .where(savedViewsVisibleTo(viewer))
    .executeTakeFirst()
  if (!view) throw new NotFound('Deze weergave is')
  if (view.owner_id !== viewer.id) getPage(registry, viewer, view.page)
  return view
}

/** The views of a page with what the viewer may do with each. */
export async function viewsOf(db: Db | Trx, viewer: Viewer, path: string) {
  const views = await listSavedViews(db, viewer, path)
  const firstKey = firstViewKey(path)
  const first = viewer.meta[firstKey] ?? ''
  return {
    firstKey,
    first,
    views: views.map((view, i) => ({
      ...view,
      isFirst: String(view.id) === first,
      mayChange: mayChangeView(viewer, view),
      canGoUp: views[i - 1]?.shared === view.shared,
      canGoDown: views[i + 1]?.shared === view.shared,
    })),
  }
}
