/** The saved views of a list: which one its address asks for, and the tabs by which they are opened. */
import { type Viewer, may } from '../../access/viewer.ts'
import { readQuery } from '../../http/read-body.ts'
import { wantsFragment } from '../../http/respond.ts'
import { PLAIN } from '../../saved-views/address.contract.ts'
import { firstViewOf } from '../../saved-views/first-view.ts'
import { viewsArea } from '../../saved-views/rights.ts'
import { type SavedView, listSavedViews, mayChangeView, savedViewOf } from '../../saved-views/saved-views.queries.ts'
import type { ViewTab } from '../models.ts'
import { type Exchange, signedIn } from '../screen.ts'
import type { TableDeclaration } from './table-declaration.ts'
import type { FilterValues } from './table-filters.ts'

/** A view that a module ships with its list: somebody else's address is not worth a row. */
export interface ShippedView {
  /** In the address; begins with a letter. */
  key: string
  name: string
  /** What it asks of the list, as its address would. */
  query: string
  /** Left out for a viewer for whom this is false. */
  when?(viewer: Viewer): boolean
}

/** The view through which a list is looked at. */
export interface OpenView {
  key: string
  name: string
  /** What it asks for, as text of an address. */
  query: string
  mayChange: boolean
}

type Viewed = Pick<TableDeclaration<string, { id: number }>, 'path' | 'filters' | 'defaults' | 'defaultSort' | 'views'>

const GONE = 'Deze weergave is er niet meer of wordt niet meer met u gedeeld. Hieronder staat de gewone lijst.'
export const UNFIT = 'Deze weergave past niet meer bij deze lijst. Hieronder staat de gewone lijst.'

/** Whether a list can be looked at in several ways at all: what can be filtered, on a page of its own. */
export const hasViews = ({ path, filters = {} }: Viewed): boolean =>
  !path.includes(':') && Object.keys(filters).length > 0

const shippedFor = ({ views = [] }: Viewed, viewer: Viewer): ShippedView[] =>
  views.filter((view) => view.when?.(viewer) ?? true)

/** What of the text of a view the list knows: a filter may have gone since, and no view pages or exports. */
function knownOf({ filters = {} }: Viewed, query: string): Record<string, unknown> {
  const known = new Set([...Object.keys(filters), 'sort', 'columns', 'group', 'max_per_page'])
  return Object.fromEntries(Object.entries(readQuery(query)).filter(([name]) => known.has(name)))
}

/** The same as the browser writes it: with the values that hold where none is given. */
function addressText(
  { defaults = {}, defaultSort }: { defaults?: FilterValues; defaultSort: string },
  asks: object,
): string {
  const all = { ...defaults, ...asks } as Record<string, unknown>
  const said = Object.entries(all).filter(
    ([name, value]) => value !== '' && !(name === 'sort' && value === defaultSort),
  )
  return new URLSearchParams(said.map(([name, value]): [string, string] => [name, String(value)])).toString()
}

/** Which view a request asks for: by its address, or where that says nothing by the preference of who asks. */
function keyOf(declaration: Viewed, { req, viewer }: Exchange): string | undefined {
  const { view } = req.query
  if (typeof view === 'string') return view
  const isBare = !wantsFragment(req) && Object.keys(req.query).length === 0
  return isBare ? firstViewOf(declaration.path, signedIn(viewer)) : undefined
}

interface Asked {
  open: OpenView | null
  /** What the view asks of the list; what the address says goes first. */
  asks: Record<string, unknown>
  /** Why there is no such view, where one was asked for. */
  note: string | null
}

const plain = (note: string | null = null): Asked => ({ open: null, asks: {}, note })

/** The view that a request asks for, with a sentence where it cannot have it. */
export async function askedView(declaration: Viewed, exchange: Exchange): Promise<Asked> {
  const key = hasViews(declaration) ? keyOf(declaration, exchange) : undefined
  if (key === undefined || key === '') return plain()
  const viewer = signedIn(exchange.viewer)
  const opened = (name: string, query: string, mayChange: boolean): Asked => {
    const asks = knownOf(declaration, query)
    return { open: { key, name, query: addressText(declaration, asks), mayChange }, asks, note: null }
  }
  if (key === PLAIN) return opened('', '', false)
  const shipped = shippedFor(declaration, viewer).find((view) => view.key === key)
  if (shipped) return opened(shipped.name, shipped.query, false)
  const saved = await savedViewOf(exchange.services.db, viewer, { page: declaration.path, key })
  if (saved) return opened(saved.name, saved.query, mayChangeView(viewer, saved))
  // A preference for what is gone is no matter of theirs.
  return plain(exchange.req.query.view === undefined ? null : GONE)
}

/** A tab, and what it asks of the list. */
export interface ListTab extends ViewTab {
  asks: Record<string, unknown>
}

/** The tabs above a list: the plain one, those that come with it, those of all, the own ones. */
export async function tabsOf(declaration: Viewed, exchange: Exchange, openKey: string): Promise<ListTab[]> {
  const viewer = signedIn(exchange.viewer)
  const saved = may(viewer, viewsArea) ? await listSavedViews(exchange.services.db, viewer, declaration.path) : []
  const first = firstViewOf(declaration.path, viewer)
  const address = (key: string) => `${declaration.path}?view=${key}`
  const tab = (key: string, name: string, query: string, icon: string | null): ListTab => ({
    key,
    name,
    href: key === PLAIN && !first ? declaration.path : address(key),
    isOpen: key === openKey,
    icon,
    count: null,
    asks: knownOf(declaration, query),
  })
  return [
    tab(PLAIN, 'Alle', '', null),
    ...shippedFor(declaration, viewer).map(({ key, name, query }) => tab(key, name, query, null)),
    ...saved.map((view: SavedView) => tab(String(view.id), view.name, view.query, view.shared ? 'users' : null)),
  ]
}
