/** The tabs or menu items of a popup: its own, and those that others add. */
import type { Area } from '../access/rights.ts'
import { type Viewer, may } from '../access/viewer.ts'
import type { PopupItem, RecordRef } from './models.ts'
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
}

/** In their order, the wanted one open. */
export function itemsOf<D>(
  parts: PopupPart<D>[],
  data: D,
  viewer: Viewer,
  base: {
    url: string
    active: string | undefined
    record: RecordRef | null
    tabs: PopupTab[]
    added: TabCounts | null
  },
): PopupItem[] {
  const own = parts
    .filter((part) => (part.area === undefined || may(viewer, part.area)) && (part.when?.(data, viewer) ?? true))
    .map((part) => ({ order: part.order ?? 0, item: toItem(part, data, base) }))
  const { record, tabs, added } = base
  const counted = tabs.filter((tab) => tab.count !== undefined)
  const others = tabs.map((tab) => {
    const count = added?.counts[counted.indexOf(tab)] ?? undefined
    const item: PopupItem = {
      key: tab.key,
      label: tab.label,
      icon: tab.icon,
      ...(count === undefined ? {} : { count }),
      active: base.active === tab.key,
      url: tab.url(record!.id, record!.type),
      sub: [],
    }
    return { order: tab.order, item }
  })
  const items = [...own, ...others].sort((a, b) => a.order - b.order).map(({ item }) => item)
  openFirst(items)
  return items
}

/** Whether an item has content of its own: a group has none, and a script runs something instead (P-029). */
function hasContent({ url }: PopupItem): boolean {
  return url !== null && !url.startsWith('script:')
}

/** Without an item asked for, or with one that shows nothing, the first that does is open (P-027). */
function openFirst(items: PopupItem[]): void {
  const flat = items.flatMap((item) => [item, ...item.sub])
  const open = flat.find((item) => item.active && hasContent(item)) ?? flat.find(hasContent)
  for (const item of flat) item.active = item === open
}

function toItem<D>(part: PopupPart<D>, data: D, base: { url: string; active: string | undefined }): PopupItem {
  const count = part.count?.(data)
  return {
    key: part.key,
    label: part.label,
    ...(part.icon === undefined ? {} : { icon: part.icon }),
    ...(count === undefined ? {} : { count }),
    active: base.active === part.key,
    url: part.url ? part.url(data) : part.view ? `${base.url}?item=${part.key}` : null,
    sub: (part.sub ?? []).map((sub) => toItem(sub, data, base)),
  }
}
