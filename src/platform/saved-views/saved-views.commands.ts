import type { Viewer } from '../access/viewer.ts'
import type { Trx } from '../database/types.ts'
import { lockRow, lockVersion } from '../database/versioned.ts'
import { Forbidden, Invalid, NotFound } from '../errors.ts'
import { type SavedView, listSavedViews, mayChangeView, mayShare } from './saved-views.queries.ts'

/** More tabs than anybody reads. */
const MOST = 30

interface NewView {
  page: string
  name: string
  shared: boolean
  query: string
}

/** Keeps a view under a name and answers its id. @throws Invalid where the viewer has too many of this page */
export async function addSavedView(trx: Trx, viewer: Viewer, view: NewView): Promise<number> {
  const there = (await listSavedViews(trx, viewer, view.page)).filter(({ shared }) => shared === view.shared)
  if (there.length >= MOST)
    throw new Invalid({ name: [`Er zijn al ${MOST} weergaven van deze lijst. Verwijder er eerst één.`] })
  const { id } = await trx
    .insertInto('saved_views')
    .values({ ...view, owner_id: viewer.id, position: 1 + Math.max(0, ...there.map(({ position }) => position)) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Throws NotFound for a page that the viewer does not see: none of it is shared with them. */
type AssertPage = (page: string) => unknown

/** @throws NotFound for somebody else's alone; Forbidden for what they shared, unless the viewer may change that */
function assertChangeable(viewer: Viewer, view: SavedView, assertPage: AssertPage): void {
  if (!view.shared && view.owner_id !== viewer.id) throw new NotFound('Deze weergave is')
  if (view.owner_id !== viewer.id) assertPage(view.page)
  if (!mayChangeView(viewer, view))
    throw new Forbidden('Deze weergave is van een ander. Bewaar uw versie als nieuwe weergave.')
}

/** Saves over a view what its page shows now. @throws Forbidden, NotFound */
export async function keepQuery(
  trx: Trx,
  viewer: Viewer,
  { id, query }: { id: number; query: string },
  assertPage: AssertPage,
): Promise<SavedView> {
  const view = await lockRow(trx, 'saved_views', id)
  assertChangeable(viewer, view, assertPage)
  await trx.updateTable('saved_views').set({ query }).where('id', '=', id).execute()
  return { ...view, query }
}

/** Gives a view another name; its owner may share it, or no longer. @throws Forbidden, NotFound, Stale */
export async function editSavedView(
  trx: Trx,
  viewer: Viewer,
  { id, version, ...input }: { id: number; name: string; shared: boolean; version: number },
  assertPage: AssertPage,
): Promise<SavedView> {
  const view = await lockVersion(trx, 'saved_views', id, version, input)
  assertChangeable(viewer, view, assertPage)
  // Whoever takes back what somebody else shared would take it away from its owner's colleagues, and from themselves.
  const decides = mayShare(viewer) && view.owner_id === viewer.id
  const fields = { ...input, shared: decides ? input.shared : view.shared }
  await trx.updateTable('saved_views').set(fields).where('id', '=', id).execute()
  return { ...view, ...fields }
}

/** Puts a view one place further to the front or the back, among those shared as it is. @throws Forbidden, NotFound */
export async function moveSavedView(
  trx: Trx,
  viewer: Viewer,
  { id, by }: { id: number; by: -1 | 1 },
  assertPage: AssertPage,
): Promise<SavedView[]> {
  const view = await lockRow(trx, 'saved_views', id)
  assertChangeable(viewer, view, assertPage)
  const row = (await listSavedViews(trx, viewer, view.page)).filter(({ shared }) => shared === view.shared)
  const at = row.findIndex((other) => other.id === id)
  const neighbour = row[at + by]
  if (!neighbour) return []
  const order = row.with(at, neighbour).with(at + by, row[at]!)
  const moved = order.flatMap((each, i) => (each.position === i + 1 ? [] : [{ ...each, position: i + 1 }]))
  for (const each of moved)
    await trx.updateTable('saved_views').set({ position: each.position }).where('id', '=', each.id).execute()
  return moved
}

/** @throws Forbidden, NotFound */
export async function deleteSavedView(
  trx: Trx,
  viewer: Viewer,
  id: number,
  assertPage: AssertPage,
): Promise<SavedView> {
  const view = await lockRow(trx, 'saved_views', id)
  assertChangeable(viewer, view, assertPage)
  await trx.deleteFrom('saved_views').where('id', '=', id).execute()
  return view
}

/** Forgets what somebody kept for themselves; what was shared belongs to all. */
export async function forgetOwnViews(trx: Trx, owner: number): Promise<void> {
  await trx.deleteFrom('saved_views').where('owner_id', '=', owner).where('shared', '=', false).execute()
}
