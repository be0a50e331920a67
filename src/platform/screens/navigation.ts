import { type ListRole, ROLE, PLANNERS, type RoleId } from '../access/roles.ts'
import { type Viewer, hasRole, isOffered, may } from '../access/viewer.ts'
import type { CreateEntry, NavEntry, NavGroup } from '../manifest.ts'
import type { Registry } from '../registry.ts'
import type { Navigation, NavItem } from './nav-models.ts'

/** More entries than these nobody takes in at a glance: the menu of who would have more gets groups. */
const MOST_ENTRIES = 12

/** Where the entries stand that are set up once: below this address, or on their own for who has no settings. */
const SETTINGS = { label: 'Instellingen', icon: 'settings', href: '/settings/' }

interface Marked {
  viewer: Viewer
  /** Address of the entry that the page belongs to. */
  here: string | undefined
}

const toItem = ({ viewer, here }: Marked, entry: NavEntry, label = entry.label): NavItem => ({
  label,
  icon: entry.icon,
  href: entry.href,
  key: entry.key,
  atHand: entry.atHand,
  // Work waits for who may do it.
  waits: may(viewer, entry.area, 'change') ? entry.waits : undefined,
  active: here === entry.href,
})

/** The entry that a page belongs to: its own, or that of the page which leads to it. */
function ownerOf(entries: NavEntry[], path: string): NavEntry | undefined {
  const isBelow = (above: string) => path === above || path.startsWith(above.endsWith('/') ? above : `${above}/`)
  const lengthOf = ({ href, within }: NavEntry) =>
    Math.max(...[href, within].map((above) => (above !== undefined && isBelow(above) ? above.length : -1)))
  return entries.filter((entry) => lengthOf(entry) >= 0).sort((a, b) => lengthOf(b) - lengthOf(a))[0]
}

const LIST_ROLES = Object.entries(ROLE).filter(([, id]) => !PLANNERS.includes(id)) as [ListRole, RoleId][]

/** The entries of the lists of somebody's roles in their order, as those lists call them; null for who gets groups. */
function listOf(entries: NavEntry[], viewer: Viewer): { entry: NavEntry; label: string | undefined }[] | null {
  if (hasRole(viewer, ...PLANNERS)) return null
  const roles = LIST_ROLES.filter(([, id]) => hasRole(viewer, id)).map(([name]) => name)
  const listed = entries.flatMap((entry) => {
    const [place] = roles.flatMap((role) => entry.lists?.[role] ?? [])
    if (place === undefined) return []
    return [{ entry, ...(typeof place === 'number' ? { order: place, label: undefined } : place) }]
  })
  return listed.length > MOST_ENTRIES ? null : listed.sort((a, b) => a.order - b.order)
}

/** What belongs together in one entry; a group of one is that one. */
function grouped(marked: Marked, entries: NavEntry[], groups: NavGroup[]): NavItem[] {
  const inGroup = ({ key }: NavGroup) => entries.filter(({ group }) => group === key)
  const items = groups.flatMap((group): (NavItem & { order: number })[] => {
    const [first, ...rest] = inGroup(group)
    if (first === undefined) return []
    if (rest.length === 0) return [{ ...toItem(marked, first), order: group.order }]
    const below = [first, ...rest].map((entry) => toItem(marked, entry))
    const { label, icon, order } = group
    return [{ label, icon, order, href: first.href, active: false, below }]
  })
  const alone = entries
    .filter(({ group }) => group === undefined)
    .map((entry) => ({ ...toItem(marked, entry), order: entry.order }))
  return [...items, ...alone].sort((a, b) => a.order - b.order)
}

/** What is set up once, below one entry at the foot. */
function setUp(marked: Marked, entries: NavEntry[]): NavItem[] {
  if (entries.length === 0) return []
  const settings = entries.find(({ href }) => href === SETTINGS.href)
  const below = entries.filter((entry) => entry !== settings).map((entry) => toItem(marked, entry))
  if (settings) return [{ ...toItem(marked, settings), below, atFoot: true }]
  return [{ ...SETTINGS, href: below[0]!.href, active: false, below, atFoot: true }]
}

/** The entries of all manifests that lead somewhere this person may go, in their order. */
export const navEntriesFor = (registry: Registry, viewer: Viewer): NavEntry[] =>
  registry.manifests
    .flatMap(({ nav }) => nav ?? [])
    .filter((entry) => may(viewer, entry.area) && isOffered(viewer, entry))
    .sort((a, b) => a.order - b.order)

/** What this person may make new. */
export const createEntriesFor = (registry: Registry, viewer: Viewer): CreateEntry[] =>
  registry.manifests
    .flatMap(({ create }) => create ?? [])
    .filter((entry) => may(viewer, entry.area, 'change') && isOffered(viewer, entry))

/**
 * The main menu, made from the entries of all manifests: groups for who plans (and for whose roles together have too
 * many entries), else the list of the role in its own words. All that is left out is in the palette.
 * @param path address of the page that is shown
 */
export function navigationOf(registry: Registry, viewer: Viewer, path: string): Navigation {
  const allowed = navEntriesFor(registry, viewer)
  const owner = ownerOf(allowed, path)
  const marked = { viewer, here: owner?.under ?? owner?.href }
  const own = allowed.filter(({ under }) => under === undefined)
  const list = listOf(own, viewer)
  const groups = registry.manifests.flatMap(({ navGroups }) => navGroups ?? [])
  const shown = list?.map(({ entry }) => entry) ?? own
  const items = list
    ? list.map(({ entry, label }) => toItem(marked, entry, label))
    : [
        ...grouped(
          marked,
          own.filter(({ setup }) => !setup),
          groups,
        ),
        ...setUp(
          marked,
          own.filter(({ setup }) => setup),
        ),
      ]
  const beside = allowed.filter(({ href, under }) => [href, under].includes(marked.here) && href !== owner?.href)
  return {
    items,
    others: allowed.filter((entry) => !shown.includes(entry)).map((entry) => toItem(marked, entry)),
    beside: beside.map((entry) => toItem(marked, entry)),
  }
}
