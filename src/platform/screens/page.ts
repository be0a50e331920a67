import type * as z from 'zod'
import { csrfToken } from '../http/csrf.ts'
import type { Area } from '../access/rights.ts'
import { ROLE_LABELS } from '../access/roles.ts'
import { type Viewer, may, viewerFor, wholePerson } from '../access/viewer.ts'
import { initialsOf } from '../format/format.ts'
import type { Services } from '../services.ts'
import type { Action, PageModel } from './models.ts'
import { createEntriesFor, navigationOf } from './navigation.ts'
import {
  type Access,
  type Ctx,
  type Exchange,
  type ParamsOf,
  type Screen,
  contextOf,
  reading,
  screenOf,
  signedIn,
} from './screen.ts'
import { point } from '../points.ts'
import { searchSources } from '../search/search.ts'
import { sendHtml, wantsFragment } from '../http/respond.ts'

/** A style sheet of the viewer's own beside that of the product, or null. */
export const ownStyles = point<(viewer: Viewer) => string | null>('own styles')

/** What stands above every page for who may view its area: a view of its own, which draws by itself. */
export const topTools = point<{
  area: Area
  view: string
  /** Whether it is there at all, for this viewer. */
  when?: (services: Services, viewer: Viewer) => boolean
}>('top tools')

/** Everything the shell around a page needs for this viewer. */
export function pageModel(
  services: Services,
  visitor: Viewer,
  page: { title: string; path: string; actions?: Action[]; openPopup?: string | null; note?: string | null },
): PageModel {
  const viewer = wholePerson(visitor)
  const sources = services.registry.offered(searchSources, viewer)
  const theme = viewer.meta.theme
  const density = viewer.meta.density
  return {
    title: page.title,
    nav: navigationOf(services.registry, viewer, page.path),
    viewer: {
      id: viewer.id,
      name: viewer.name,
      initials: initialsOf(viewer.name),
      roles: viewer.roles.map((role) => ROLE_LABELS[role]).join(', '),
      actedBy: viewer.actedBy?.name ?? null,
    },
    // The words that they are found by come with the palette.
    create: createEntriesFor(services.registry, viewer).map(
      ({ action: { synonyms: _words, ...action }, command, key }) => ({ action, command, key }),
    ),
    demo: services.config.demo,
    dev: services.config.dev && viewer.isDeveloper,
    theme: theme === 'dark' || theme === 'light' ? theme : 'auto',
    density: density === 'compact' || density === 'comfortable' ? density : 'default',
    collapsed: viewer.meta['sidebar-collapsed'] === '1',
    singleKeys: viewer.meta.shortcuts !== '0',
    openPopup: page.openPopup ?? null,
    searchTypes: Object.fromEntries(
      sources
        .filter(({ record, area }) => may(viewer, area ?? services.registry.record(record).area))
        .map(({ type, label, icon, open }) => [type, { label, icon, open }]),
    ),
    actions: page.actions ?? [],
    note: page.note ?? null,
    tools: services.registry
      .offered(topTools, viewer)
      .filter(({ area, when }) => may(viewer, area) && (when?.(services, viewer) ?? true))
      .map(({ view }) => view),
    styles: services.registry.all(ownStyles).flatMap((style) => style(viewer) ?? []),
  }
}

/** Sends a whole page: the shell with `view` as its body. */
export function sendPage(
  exchange: Pick<Exchange, 'req' | 'res' | 'services'>,
  model: PageModel,
  view: string,
  data: Record<string, unknown>,
): void {
  const { req, res, services } = exchange
  const page = { ...model, address: req.originalUrl.split('?', 1)[0]! }
  const html = services.views.render('platform/layout', {
    ...res.locals,
    csrf: () => csrfToken(req),
    page,
    view,
    data: { ...data, page },
  })
  sendHtml(res, html)
}

/** Sends the page that stands behind a popup whose URL was opened on its own (rulings 3). */
export async function sendHomeWith(exchange: Exchange, home: string): Promise<void> {
  const { registry } = exchange.services
  const viewer = wholePerson(signedIn(exchange.viewer))
  const screen = registry.screens.find(
    (candidate) => candidate.path === home && (candidate.kind === 'table' || candidate.kind === 'page'),
  )
  if (!screen || screen.area === 'public' || !may(viewer, screen.area)) {
    const model = pageModel(exchange.services, viewer, {
      title: 'Noordkaap',
      path: home,
      openPopup: exchange.req.originalUrl,
    })
    return sendPage(exchange, model, 'platform/empty-page', {})
  }
  exchange.res.locals.openPopup = exchange.req.originalUrl
  // The list behind the popup stands on its own defaults; Express' query is a getter and has to be shadowed.
  Object.defineProperty(exchange.req, 'query', { value: {}, configurable: true })
  await screen.routes[0]!.handle({ ...exchange, viewer: viewerFor(viewer, screen.area), params: {} })
}

/** A whole page around its own view, e.g. the calendar or the dashboard. */
export function page<
  Path extends string,
  A extends Area,
  Q extends z.ZodObject = z.ZodObject,
  D extends object = object,
>(
  declaration: Access<A> & {
    path: Path
    title: string
    view: string
    /** The entry of the menu that it belongs to, where its address does not stand below that. */
    menu?: string
    /** Whether nothing of it is styled by areas.css, so that it need not wait for that. */
    lean?: true
    query?: Q
    load(ctx: Ctx<ParamsOf<Path>, z.output<Q>>): Promise<D> | D
  },
): Screen {
  const handle = async (exchange: Exchange) => {
    const { req, res, services } = exchange
    const ctx = contextOf(declaration, exchange)
    const data = await declaration.load(ctx)
    if (wantsFragment(req)) return sendHtml(res, services.views.render(declaration.view, { ...res.locals, ...data }))
    const openPopup = (res.locals.openPopup as string | undefined) ?? null
    const { title, path, menu = path, lean = false } = declaration
    const model = pageModel(services, ctx.viewer, { title, path: menu, openPopup })
    // A popup may be of any area.
    model.isLean = lean && openPopup === null
    sendPage(exchange, model, declaration.view, data as Record<string, unknown>)
  }
  return screenOf('page', declaration, [reading(declaration, handle)], { title: declaration.title })
}
