import type { CompiledQuery } from 'kysely'
import type * as z from 'zod'
import { rowsByCachedSql } from '../fast/cached-sql.ts'
import { csrfToken } from '../http/csrf.ts'
import type { Area } from '../access/rights.ts'
import { sendHtml, wantsFragment } from '../http/respond.ts'
import { uniqueId } from '../format/unique-id.ts'
import { type Viewer, may } from '../access/viewer.ts'
import {
  type AddedActions,
  type Extensions,
  type TabCounts,
  type TabCountsOf,
  addedActions,
  askExtensions,
  extensionColumn,
  extensionsOf,
} from './popup-extensions.ts'
import type { PopupTab } from './popup-tabs.ts'
import { type GuardedAction, inOrder, permittedActions } from './guarded-actions.ts'
import type { PopupItem, PopupModel, PopupSize, RecordRef, Status } from './models.ts'
import { sendHomeWith } from './page.ts'
import {
  type Access,
  type Ctx,
  type Exchange,
  type ParamsOf,
  type Screen,
  contextOf,
  reading,
  screenOf,
} from './screen.ts'

type Of<D, T> = T | ((data: D, viewer: Viewer) => T)
export function valueOf<D, T>(value: Of<D, T>, data: D, viewer: Viewer): T {
  return typeof value === 'function' ? (value as (data: D, viewer: Viewer) => T)(data, viewer) : value
}

/** What popups of every kind declare about their frame. */
export interface Frame<D> {
  /** The list page behind the popup when its URL is opened on its own. */
  home: string
  title: Of<D, string>
  subtitle?: Of<D, string | null>
  status?: Of<D, Status | null>
  size?: PopupSize
  secured?: boolean
  actions?: Of<D, GuardedAction[]>
  options?: Of<D, GuardedAction[]>
  footnote?: Of<D, string | null>
  /** The record it shows, where that is not the one in its path. */
  about?: Of<D, RecordRef>
}

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
  /** Left out when false. */
  when?: (data: D, viewer: Viewer) => boolean
}

/**
 * What is known about a popup before its data is loaded: the list behind it, and its title when that is always the
 * same.
 */
export const frameOf = <D>({ home, title }: Frame<D>): { home: string; title?: string } => ({
  home,
  ...(typeof title === 'string' ? { title } : {}),
})

/** The frame's finished model; the kinds fill in items, view and form. */
export function frameModel<D>(
  frame: Frame<D>,
  data: D,
  viewer: Viewer,
  url: string,
  record: { type: string; id: number } | null,
  added: AddedActions = { button: [], menu: [] },
): Omit<PopupModel, 'view' | 'data'> {
  return {
    uid: uniqueId(),
    url,
    home: frame.home,
    size: frame.size ?? 'large',
    secured: frame.secured ?? false,
    push: true,
    title: valueOf(frame.title, data, viewer),
    subtitle: frame.subtitle === undefined ? null : valueOf(frame.subtitle, data, viewer),
    status: frame.status === undefined ? null : valueOf(frame.status, data, viewer),
    record: frame.about === undefined ? record : valueOf(frame.about, data, viewer),
    actions: permittedActions(viewer, inOrder(frame.actions && valueOf(frame.actions, data, viewer), added.button)),
    options: permittedActions(viewer, inOrder(frame.options && valueOf(frame.options, data, viewer), added.menu)),
    layout: 'plain',
    items: [],
    warnings: [],
    form: null,
    footnote: frame.footnote === undefined ? null : valueOf(frame.footnote, data, viewer),
  }
}

/** The record a popup shows: named by the declaration's record type and the id in its path. */
export function recordRef(screen: Screen, params: Record<string, unknown>): { type: string; id: number } | null {
  const { record } = screen
  const id = record?.param ? params[record.param] : undefined
  return record && typeof id === 'number' ? { type: record.type, id } : null
}

export function sendPopup(exchange: Exchange, popup: PopupModel): void {
  const { req, res, services } = exchange
  sendHtml(res, services.views.render('platform/popup', { ...res.locals, csrf: () => csrfToken(req), popup }))
}

/** What a `load` gets besides, to read the record of the popup in one round trip. */
export interface RecordReading {
  /**
   * The record's row, by a query that depends on nothing but the id and the viewer's rights. `tabCounts` is what others
   * count and warn of in their tabs, as a column of it.
   */
  readRecord: <Row>(
    write: (asked: { id: number; viewer: Viewer; tabCounts: TabCountsOf }) => { compile(): CompiledQuery<Row> },
  ) => Promise<Row | undefined>
}

/** What a `load` may return so that the tabs and actions of other areas need no query of their own. */
interface Counted {
  tabCounts?: TabCounts | null
}

function itemsOf<D>(
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
    .map((part): PopupItem => toItem(part, data, base))
  const { record, tabs, added } = base
  const counted = tabs.filter((tab) => tab.count !== undefined)
  for (const tab of tabs) {
    const count = added?.counts[counted.indexOf(tab)] ?? undefined
    own.push({
      key: tab.key,
      label: tab.label,
      icon: tab.icon,
      ...(count === undefined ? {} : { count }),
      active: base.active === tab.key,
      url: tab.url(record!.id, record!.type),
      sub: [],
    })
  }
  openFirst(own)
  return own
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

/** A popup that shows something: one view, or tabs / a left menu over several. */
export function popup<
  Path extends string,
  A extends Area,
  Q extends z.ZodObject = z.ZodObject,
  D extends object = object,
>(
  declaration: Access<A> &
    Frame<D> & {
      path: Path
      query?: Q
      /** May read `tabCounts` with the record and return it under that name; otherwise it is queried separately. */
      load(ctx: Ctx<ParamsOf<Path>, z.output<Q>> & RecordReading): Promise<D> | D
    } & ({ view: string } | { layout: 'tabs' | 'menu'; parts: PopupPart<D>[] }),
): Screen {
  const handle = async (exchange: Exchange) => {
    const { req, res, services } = exchange
    if (!wantsFragment(req)) return sendHomeWith(exchange, declaration.home)
    const ctx = contextOf(declaration, exchange)
    const { viewer } = ctx
    const record = recordRef(screen, exchange.params)
    const extensions: Extensions = extensionsOf(services, viewer, 'view' in declaration ? null : record)
    const readRecord: RecordReading['readRecord'] = async (write) => {
      const asked = { viewer, name: `popup ${declaration.path}`, ids: [record!.id] }
      const rows = await rowsByCachedSql(services.db, asked, (rights, id) =>
        write({
          id,
          viewer: rights,
          tabCounts: (id) => extensionColumn(services, rights, extensions, { ...record!, id }),
        }),
      )
      return rows[0]
    }
    const data = await declaration.load({ ...ctx, readRecord })
    const url = req.path
    const locals = {
      ...(data as Record<string, unknown>),
      viewer,
      may: (area: Area, right?: 'view' | 'change') => may(viewer, area, right),
    }
    if ('view' in declaration) {
      return sendPopup(exchange, {
        ...frameModel(declaration, data, viewer, req.originalUrl, record),
        view: declaration.view,
        data: locals,
      })
    }
    const wanted = typeof req.query.item === 'string' ? req.query.item : undefined
    const added = (data as Counted).tabCounts ?? (await askExtensions(services, viewer, extensions, record))
    const { tabs } = extensions
    const items = itemsOf(declaration.parts, data, viewer, { url, active: wanted, record, tabs, added })
    const flat = items.flatMap((item) => [item, ...item.sub])
    const active = flat.find((item) => item.active)
    const view = declaration.parts
      .flatMap((part) => [part, ...(part.sub ?? [])])
      .find((part) => part.key === active?.key)?.view
    if (wanted !== undefined && req.get('HX-Target')?.includes('popup-item'))
      return sendHtml(
        res,
        services.views.render('platform/popup-item', {
          ...res.locals,
          csrf: () => csrfToken(req),
          item: active,
          view,
          data: locals,
        }),
      )
    sendPopup(exchange, {
      ...frameModel(declaration, data, viewer, url, record, addedActions(extensions, viewer, record, added)),
      layout: declaration.layout,
      items,
      warnings: added?.warnings.filter((text) => text !== null) ?? [],
      view: view ?? 'platform/popup-remote',
      data: { ...locals, remoteUrl: active?.url ?? null },
    })
  }
  const screen: Screen = screenOf('popup', declaration, [reading(declaration, handle)], frameOf(declaration))
  return screen
}
