import type { Request } from 'express'
import type { CompiledQuery } from 'kysely'
import type * as z from 'zod'
import { rowsByCachedSql } from '../../fast/cached-sql.ts'
import { csrfToken } from '../../http/csrf.ts'
import type { Area } from '../../access/rights.ts'
import { sendHtml, wantsFragment } from '../../http/respond.ts'
import type { Services } from '../../services.ts'
import { uniqueId } from '../../format/unique-id.ts'
import { type Viewer, may } from '../../access/viewer.ts'
import { type Step, nextStep } from './next-step.ts'
import type { OpenLine } from './open-points.ts'
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
import { railModel } from './rail.ts'
import { type PopupPart, itemsOf, viewOf } from './popup-items.ts'
import { type GuardedAction, inOrder, permittedActions } from './guarded-actions.ts'
import type { PopupModel, PopupSize, RecordRef, Status } from '../models.ts'
import type { MainModel, RailModel } from './record-models.ts'
import { addedRows } from '../form/added-fields.ts'
import { sendHomeWith } from '../page.ts'
import {
  type Access,
  type Ctx,
  type Exchange,
  type ParamsOf,
  type Screen,
  contextOf,
  reading,
  screenOf,
} from '../screen.ts'

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
  /** What can be done next: one of them leads as the primary, the others stand behind its arrow. */
  nextSteps?: Of<D, Step[]>
  options?: Of<D, GuardedAction[]>
  footnote?: Of<D, string | null>
  /** The record it shows, where that is not the one in its path. */
  about?: Of<D, RecordRef>
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
  added: AddedActions = { button: [], menu: [], step: [] },
): Omit<PopupModel, 'view' | 'data'> {
  // One primary per layer: where something comes next, that is it.
  const next = nextStep(viewer, frame.nextSteps && valueOf(frame.nextSteps, data, viewer), added.step)
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
    actions: permittedActions(viewer, inOrder(frame.actions && valueOf(frame.actions, data, viewer), added.button)).map(
      (action) => (next && action.primary ? { ...action, primary: false } : action),
    ),
    next,
    rail: false,
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

/** The content of one tab or menu item alone. */
function sendItem({ req, res, services }: Exchange, content: object): void {
  const locals = { ...res.locals, csrf: () => csrfToken(req), ...content }
  sendHtml(res, services.views.render('platform/popup-item', locals))
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

/** What a popup shows: one view, or parts. */
type Content<D> =
  | { view: string }
  | {
      layout: 'tabs' | 'menu'
      parts: PopupPart<D>[]
      /** Tabs of others, by their keys, that stand here even while nothing is in them; others do so behind '+'. */
      keeps?: string[]
      /**
       * Its first part has a rail: the view gets it as `rail`, and what another module gives as that what people come
       * for as `main`. What others show there is no tab then; `todo` is what the record itself has to be done.
       */
      rail?: { todo(data: D, viewer: Viewer): OpenLine[] }
    }

/** What is known of it before, with whether it tells what comes next and has a rail. */
const shownFrame = <D>(declaration: Frame<D>) => ({
  ...frameOf(declaration),
  shape: { steps: declaration.nextSteps !== undefined, rail: 'rail' in declaration },
})

/** Reads the record of a popup along with what others add to it. */
function recordReader(
  services: Services,
  viewer: Viewer,
  { path }: { path: string },
  record: RecordRef | null,
  extensions: Extensions,
): RecordReading['readRecord'] {
  return async (write) => {
    const asked = { viewer, name: `popup ${path}`, ids: [record!.id] }
    const rows = await rowsByCachedSql(services.db, asked, (rights, id) =>
      write({
        id,
        viewer: rights,
        tabCounts: (id) => extensionColumn(services, rights, extensions, { ...record!, id }),
      }),
    )
    return rows[0]
  }
}

/** What the first part of a record gets: the rail, and what others give as that what people come for. */
function besideRail(
  services: Services,
  viewer: Viewer,
  extensions: Extensions,
  record: RecordRef,
  added: TabCounts | null,
  todo: OpenLine[],
): { rail: RailModel; main: MainModel | null } {
  const { main } = extensions
  return {
    rail: railModel(services, viewer, extensions, record, added, todo),
    main: main && { label: main.label, url: main.url(record.id, record.type) },
  }
}

/** Its address with what its declaration asks in the query, and without what only says which item is open. */
function addressOf(req: Request, query: z.ZodObject | undefined): string {
  const kept = Object.entries(req.query).filter(([name, value]) => query?.shape[name] !== undefined && typeof value === 'string') // prettier-ignore
  return kept.length === 0
    ? req.path
    : `${req.path}?${new URLSearchParams(Object.fromEntries(kept) as Record<string, string>).toString()}`
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
    } & Content<D>,
): Screen {
  const handle = async (exchange: Exchange) => {
    const { req, services } = exchange
    if (!wantsFragment(req)) return sendHomeWith(exchange, declaration.home)
    const ctx = contextOf(declaration, exchange)
    const { viewer } = ctx
    const record = recordRef(screen, exchange.params)
    const extensions: Extensions = extensionsOf(
      services,
      viewer,
      'view' in declaration ? null : record,
      'rail' in declaration,
    )
    const readRecord = recordReader(services, viewer, declaration, record, extensions)
    const data = await declaration.load({ ...ctx, readRecord })
    const url = addressOf(req, declaration.query)
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
    const { keeps, parts } = declaration
    const items = itemsOf(parts, data, viewer, { url, active: wanted, record, tabs: extensions.tabs, added, keeps })
    const flat = items.flatMap((item) => [item, ...item.sub])
    const active = flat.find((item) => item.active)
    const frame = frameModel(declaration, data, viewer, url, record, addedActions(extensions, viewer, record, added))
    const todo = declaration.rail?.todo(data, viewer)
    const blocks = active?.blocks
    const shown = {
      ...locals,
      ...(blocks && { blocks }),
      ...(todo && besideRail(services, viewer, extensions, record!, added, todo)),
      leadsInside: frame.next?.lead === null,
      addedRows: await addedRows(services, extensions.fields, added?.fields),
    }
    const view = viewOf(parts, active)
    if (wanted !== undefined && req.get('HX-Target')?.includes('popup-item'))
      return sendItem(exchange, { item: active, view, data: shown })
    sendPopup(exchange, {
      ...frame,
      layout: declaration.layout,
      items,
      warnings: added?.warnings.filter((text) => text !== null) ?? [],
      view: view ?? 'platform/popup-remote',
      rail: declaration.rail !== undefined,
      // What stands there already is not fetched again.
      data: { ...shown, remoteUrl: view === undefined ? (active?.url ?? null) : null },
    })
  }
  const screen: Screen = screenOf('popup', declaration, [reading(declaration, handle)], shownFrame(declaration))
  return screen
}
