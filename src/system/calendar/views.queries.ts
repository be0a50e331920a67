/** The saved views of the calendar: which one its address asks for, and the tabs by which they are opened. */
import { type Viewer, may } from '../../platform/access/viewer.ts'
import type { Db } from '../../platform/database/types.ts'
import { PLAIN } from '../../platform/saved-views/address.contract.ts'
import { firstViewOf } from '../../platform/saved-views/first-view.ts'
import { viewsArea } from '../../platform/saved-views/rights.ts'
import { listSavedViews, mayChangeView, savedViewOf } from '../../platform/saved-views/saved-views.queries.ts'
import type { Services } from '../../platform/services.ts'
import { type Seen, seenIn, seenNames, seenText } from './seen.contract.ts'

const PAGE = '/calendar'
/** An id that the database can hold. */
const ID = /^\d{1,9}$/
const GONE = 'Deze weergave is er niet meer of wordt niet meer met u gedeeld. Hieronder staat de gewone agenda.'

/** What an address asks of the calendar; without anything the view that the viewer begins with. */
export async function askedOf(
  db: Db,
  viewer: Viewer,
  asked: { query: Record<string, unknown>; keys: readonly string[] },
): Promise<{ key: string; seen: Seen | undefined; note: string | null }> {
  const { view, module: _module, ...rest } = asked.query
  const key = typeof view === 'string' ? view : (firstViewOf(PAGE, viewer) ?? PLAIN)
  const saved = key === PLAIN ? undefined : await savedViewOf(db, viewer, { page: PAGE, key })
  // A preference for what is gone is no matter of theirs.
  const note = saved || key === PLAIN || view === undefined ? null : GONE
  const text = new URLSearchParams(saved?.query)
  const known = seenNames(asked.keys)
  const said = Object.entries(rest).filter((entry): entry is [string, string] => known.includes(entry[0]) && typeof entry[1] === 'string') // prettier-ignore
  if (!saved && said.length === 0) return { key: PLAIN, seen: undefined, note }
  for (const [name, value] of said) text.set(name, value)
  return { key: saved ? key : PLAIN, seen: seenIn(text, asked.keys), note }
}

/** What is asked, with the names of records of which the address has the id alone, as far as the viewer sees them. */
export async function withNames(
  { db, registry }: Pick<Services, 'db' | 'registry'>,
  viewer: Viewer,
  seen: Seen,
  records: Readonly<Record<string, string>> = {},
): Promise<Seen> {
  const { values, names } = seen.filters
  const nameless = Object.entries(values).filter(([key, id]) => names[key] === id && key in records && ID.test(id))
  const found = await Promise.all(
    nameless.map(async ([key, value]): Promise<[string, string][]> => {
      const one = { type: records[key]!, id: Number(value) }
      if (!(await registry.isVisible(db, viewer, one.type, one.id))) return []
      return [[key, (await registry.describe(db, one)).name]]
    }),
  )
  return { ...seen, filters: { values, names: { ...names, ...Object.fromEntries(found.flat()) } } }
}

/** The plain calendar, the views of all, the own ones, each with what it asks for. */
export async function calendarTabs(db: Db, viewer: Viewer, { open, keys }: { open: string; keys: readonly string[] }) {
  const saved = may(viewer, viewsArea) ? await listSavedViews(db, viewer, PAGE) : []
  const plain = firstViewOf(PAGE, viewer) ? `${PAGE}?view=${PLAIN}` : PAGE
  return [
    { key: PLAIN, name: 'Alle', href: plain, isOpen: open === PLAIN, icon: null, count: null, query: '', own: false },
    ...saved.map((view) => ({
      key: String(view.id),
      name: view.name,
      href: `${PAGE}?view=${view.id}`,
      isOpen: open === String(view.id),
      icon: view.shared ? 'users' : null,
      count: null,
      // As the browser writes it.
      query: seenText(seenIn(new URLSearchParams(view.query), keys)).toString(),
      own: mayChangeView(viewer, view),
    })),
  ]
}
