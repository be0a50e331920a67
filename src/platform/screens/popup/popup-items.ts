/** The tabs or menu items of a popup: its own, and those that others add. */
import type { Area } from '../../access/rights.ts'
import { type Viewer, may } from '../../access/viewer.ts'
import type { PopupItem, RecordRef } from '../models.ts'
import type { TabCounts } from './popup-extensions.ts'
import type { PopupTab } from './popup-tabs.ts'

/** One tab or menu item; without a view it is fetched from `url`, a screen with a right of its own, or runs `script:…`. */
export interface PopupPart<D> {
  key: string
  label: string
  icon?: string
  view?: string
  url?: (data: D) => string
  area?: Area
  count?: (data: D) => number | undefined
  sub?: PopupPart<D>[]
  /** Among the tabs of others; without one it stands before them. */
  order?: number
  /** Left out when false. */
  when?: (data: D, viewer: Viewer) => boolean
  /** Whether there is something in it; without one it always has a place. */
  filled?: (data: D) => boolean
}

interface ItemsBase {
  url: string
  /** The key of the wanted one. */
  active: string | undefined
  record: RecordRef | null
  tabs: PopupTab[]
  added: TabCounts | null
  /** The keys of tabs of others that have a place even while nothing is in them. */
  keeps: string[] | undefined
}

/**
 * In their order, the wanted one open. What belongs to a group stands beneath it, and a group is left out that neither
 * has content of its own nor something beneath it.
 */
export function itemsOf<D>(parts: PopupPart<D>[], data: D, viewer: Viewer, base: ItemsBase): PopupItem[] {
  const own = parts
    .filter((part) => (part.area === undefined || may(viewer, part.area)) && (part.when?.(data, viewer) ?? true))
    .map((part) => ({ order: part.order ?? 0, under: undefined, item: toItem(part, data, base) }))
  const { tabs: given, added } = base
  const asked = given.filter((tab) => tab.when !== undefined)
  const tabs = given.filter((tab) => tab.when === undefined || added?.shown?.[asked.indexOf(tab)] === true)
  const isAbove = ({ above }: PopupTab) => above !== undefined && tabs.some(({ key }) => key === above)
  const others = tabs
    .filter((tab) => !isAbove(tab))
    .map((tab) => ({
      order: tab.order,
      under: tab.under,
      item: addedItem([...tabs.filter(({ above }) => above === tab.key), tab], base),
    }))
  const all = [...own, ...others].sort((a, b) => a.order - b.order)
  const groupOf = (under?: string) => all.find(({ item }) => item.key === under)?.item
  for (const { under, item } of all) groupOf(under)?.sub.push(item)
  const items = all
    .filter(({ under, item }) => !groupOf(under) && (item.url !== null || item.sub.length > 0))
    .map(({ item }) => item)
  openFirst(items)
  return items
}

/** Whether there is anything in a tab of others, as far as it tells: by itself, or by its count. */
function isFilled(tab: PopupTab, { tabs, added, keeps }: ItemsBase): boolean {
  const telling = tabs.filter((one) => one.filled !== undefined)
  const counted = tabs.filter((one) => one.count !== undefined)
  if (keeps?.includes(tab.key) === true) return true
  if (tab.filled) return added?.filled?.[telling.indexOf(tab)] !== false
  return tab.count === undefined || added?.counts[counted.indexOf(tab)] !== 0
}

/** Where one item of the popup at an address is. */
export const itemAddress = (url: string, key: string): string => `${url}${url.includes('?') ? '&' : '?'}item=${key}`

/** What others add as one item: a tab, with those that stand above its content. */
function addedItem(blocks: PopupTab[], base: ItemsBase): PopupItem {
  const { url, active, record, tabs, added } = base
  const tab = blocks.at(-1)!
  const counted = tabs.filter((one) => one.count !== undefined)
  const count = added?.counts[counted.indexOf(tab)] ?? undefined
  const addressOf = (one: PopupTab) => one.url(record!.id, record!.type)
  const joined = blocks.length > 1
  return {
    key: tab.key,
    label: tab.label,
    icon: tab.icon,
    ...(count === undefined ? {} : { count }),
    active: blocks.some(({ key }) => key === active),
    ...(blocks.some((one) => isFilled(one, base)) ? {} : { behind: true }),
    url: joined ? itemAddress(url, tab.key) : addressOf(tab),
    ...(joined ? { blocks: blocks.map((one) => ({ label: one.label, url: addressOf(one) })) } : {}),
    sub: [],
  }
}

/** The view of an item's content; undefined when another screen fills it. */
export function viewOf<D>(parts: PopupPart<D>[], item: PopupItem | undefined): string | undefined {
  if (item?.blocks) return 'platform/popup-blocks'
  return parts.flatMap((part) => [part, ...(part.sub ?? [])]).find(({ key }) => key === item?.key)?.view
}

/** Whether an item has content of its own: a group has none, and a script runs something instead (P-029). */
function hasContent({ url }: PopupItem): boolean {
  return url !== null && !url.startsWith('script:')
}

/** Without an item asked for, or with one that shows nothing, the first that does is open (P-027), and is seen. */
function openFirst(items: PopupItem[]): void {
  const flat = items.flatMap((item) => [item, ...item.sub])
  const open =
    flat.find((item) => item.active && hasContent(item)) ??
    flat.find((item) => hasContent(item) && item.behind !== true) ??
    flat.find(hasContent)
  for (const item of flat) item.active = item === open
  if (open) delete open.behind
}

function toItem<D>(part: PopupPart<D>, data: D, base: { url: string; active: string | undefined }): PopupItem {
  const count = part.count?.(data)
  return {
    key: part.key,
    label: part.label,
    ...(part.icon === undefined ? {} : { icon: part.icon }),
    ...(count === undefined ? {} : { count }),
    active: base.active === part.key,
    ...(part.filled?.(data) === false ? { behind: true } : {}),
    url: part.url ? part.url(data) : part.view ? itemAddress(base.url, part.key) : null,
    sub: (part.sub ?? []).map((sub) => toItem(sub, data, base)),
  }
}
