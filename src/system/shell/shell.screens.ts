import * as z from 'zod'
import { platformArea } from '../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../platform/access/roles.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import { csrfToken, isSameOrigin } from '../../platform/http/csrf.ts'
import { isStaff, may, roleNames, viewerFor } from '../../platform/access/viewer.ts'
import { id } from '../../platform/forms/fields.ts'
import { action, json } from '../../platform/screens/call/calls.ts'
import { navigationOf } from '../../platform/screens/navigation.ts'
import { raw } from '../../platform/screens/call/raw.ts'
import type { Ctx } from '../../platform/screens/screen.ts'
import { userSelfArea } from '../accounts/rights.ts'
import { paletteOf } from './palette.ts'
import { superSearch } from './search.queries.ts'
import { setMeta } from './shell.commands.ts'
import { deletionArea, reasonsAgainst } from '../../platform/blockers.ts'

const SearchQuery = z.object({
  query: z.string().max(200).default(''),
  page: z.coerce
    .number()
    .catch(1)
    .transform((page) => Math.min(Math.max(Math.trunc(page) || 1, 1), 50)),
})
const search = async ({ query, services, viewer }: Ctx<object, z.output<typeof SearchQuery>>) => {
  const text = query.query.trim()
  return text === '' ? { data: [], last_page: 1 } : superSearch(services, viewer, { text, page: query.page })
}
const searchExample = () => ({ query: { query: 'linde' } })
/** The same search under both paths the specifications name (rulings 3). */
export const ajaxSearch = json({
  path: '/ajax/superSearch',
  area: platformArea,
  right: 'view',
  query: SearchQuery,
  answer: search,
  example: searchExample,
})
export const apiSearch = json({
  path: '/api/superSearch',
  area: platformArea,
  right: 'view',
  query: SearchQuery,
  answer: search,
  example: searchExample,
})

/** What the palette asks once, so that no page carries it. */
export const palette = json({
  path: '/ajax/palette',
  area: platformArea,
  right: 'view',
  answer: async ({ services, viewer }) => paletteOf(services, viewer),
})

/** No selector answers more. */
const MOST_ROWS = 1000

const SelectorQuery = z.looseObject({
  v: z.string().max(200).default(''),
  type: z.string().max(60),
  filters: z.union([z.record(z.string(), z.unknown()), z.string()]).optional(),
  id: z.string().max(20_000).optional(),
  /** Without one the selector's own (P-255). */
  limit: z.coerce
    .number()
    .optional()
    .catch(undefined)
    .transform((limit) => Math.min(Math.max(Math.trunc(limit ?? MOST_ROWS) || MOST_ROWS, 1), MOST_ROWS)),
  get_object: z.string().optional(),
  returnObjects: z.string().optional(),
  rawReturn: z.string().optional(),
})

function filterText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value === null) return ''
  throw new Invalid({ filters: ['Het filter is niet leesbaar.'] })
}

function readFilters(filters: z.output<typeof SelectorQuery>['filters']): Record<string, string> {
  let given: unknown = filters ?? {}
  if (typeof given === 'string') {
    try {
      given = JSON.parse(given)
    } catch {
      throw new Invalid({ filters: ['Het filter is niet leesbaar.'] })
    }
  }
  const entries = Object.entries((given ?? {}) as Record<string, unknown>)
  return Object.fromEntries(
    entries.map(([key, value]) => [key, (Array.isArray(value) ? value : [value]).map(filterText).join(',')]),
  )
}

export const selectorSearch = json({
  path: '/ajax/specialSelectorSearch',
  area: platformArea,
  right: 'view',
  query: SelectorQuery,
  example: (_story, role) =>
    role === ROLE.lotus ? null : { query: { type: role === ROLE.student ? 'contact' : 'skill' } },
  answer: async ({ query, services, viewer }) => {
    // Types of two words are written either way: 'document_type' too.
    const { selectors } = services.registry
    const source = selectors.get(query.type) ?? selectors.get(query.type.replaceAll('_', '-'))
    // A type of an area the viewer may not see is as unknown as one that does not exist.
    if (!source || !may(viewer, services.registry.record(source.record).area)) throw new NotFound()
    const asObjects = query.get_object === 'true' || query.returnObjects !== undefined || query.rawReturn !== undefined
    if (query.id !== undefined) {
      const ids = z
        .array(id)
        .max(1000)
        .safeParse(query.id.split(',').filter((text) => /^[1-9]\d*$/.test(text)))
      const rows = await source.find(services, viewer, ids.success ? ids.data : [])
      if (asObjects) return query.get_object === 'true' ? (rows[0] ?? null) : rows
      return Object.fromEntries(rows.map((row) => [row.id, row.label]))
    }
    const rows = await source.search(services, viewer, {
      text: query.v.trim(),
      filters: readFilters(query.filters),
      limit: query.limit,
    })
    return asObjects ? rows : Object.fromEntries(rows.map((row) => [row.id, row.label]))
  },
})

export const deletionBlockers = json({
  path: '/ajax/getDeletionPreventors/:object(word)/:id',
  area: platformArea,
  right: 'view',
  example: (story, role) =>
    !PLANNERS.includes(role) ? null : { params: { object: 'company', id: story.companies.deLinde } },
  answer: async ({ params, services, viewer, db }) => {
    // Who may not delete a record has nothing to ask, and so is not told what hangs on it.
    const area = deletionArea(services.registry, params.object)
    const deleting = viewerFor(viewer, area, 'change')
    if (!may(deleting, area, 'change')) throw new NotFound()
    // By the roles alone that may delete it, which are not those of this call.
    await services.registry.assertVisible(db, deleting, params.object, params.id)
    return { reasons: await reasonsAgainst(db, services.registry, params.object, params.id) }
  },
})

export const flashMessages = raw({
  path: '/ajax/getFlashMessages',
  kind: 'json',
  methods: ['GET'],
  area: platformArea,
  right: 'view',
  handle: async ({ req, res }) => {
    const flashes = req.session.flashes ?? []
    delete req.session.flashes
    res.set('Cache-Control', 'no-store').json(flashes)
  },
})

/** A fresh CSRF token, for a page that stood open longer than its session. */
export const token = raw({
  path: '/ajax/getToken',
  kind: 'json',
  methods: ['GET'],
  area: platformArea,
  right: 'view',
  handle: async ({ req, res }) => {
    res.set('Cache-Control', 'no-store').json({ token: csrfToken(req) })
  },
})

export const currentUser = json({
  path: '/ajax/getCurrentUser',
  area: userSelfArea,
  right: 'view',
  answer: async ({ viewer, services }) => ({
    id: viewer.id,
    name: viewer.name,
    roles: roleNames(viewer.roles),
    agreedTo: viewer.agreedTo,
    modules: services.registry.modules.map(({ key }) => key).filter((key) => !viewer.modulesOff?.includes(key)),
  }),
})

const META_KEY = /^[a-z][a-z0-9_-]{0,63}$/
/** What a preference is before its user has chosen (P-127). */
const META_DEFAULTS = new Map([['show_background_to_me', '1']])
export const getMeta = json({
  path: '/ajax/getCurrentUserMeta/:key(word)',
  area: userSelfArea,
  right: 'view',
  example: () => ({ params: { key: 'theme' } }),
  answer: async ({ viewer, params }) => ({
    value:
      (Object.hasOwn(viewer.meta, params.key) ? viewer.meta[params.key] : null) ??
      META_DEFAULTS.get(params.key) ??
      null,
  }),
})

/** A GET by specification; it needs the token header and comes from our own pages only (rulings 3). */
export const setMetaCall = raw({
  path: '/ajax/setCurrentUserMeta/:key(word)/:value(word)',
  noUndo: 'changes no record',
  kind: 'action',
  methods: ['GET'],
  guarded: true,
  area: userSelfArea,
  right: 'change',
  example: () => ({ params: { key: 'theme', value: 'dark' } }),
  handle: async ({ req, res, params, viewer, services }) => {
    const key = String(params.key)
    if (!isSameOrigin(req)) throw new Invalid({ _form: ['Dit verzoek is geweigerd.'] })
    if (!META_KEY.test(key)) throw new NotFound()
    await setMeta(services.db, viewer!.id, key, String(params.value).slice(0, 2000))
    res.json({ value: params.value })
  },
})

export const saveCollapse = action({
  path: '/save-collapse',
  noUndo: 'changes no record',
  area: userSelfArea,
  right: 'change',
  form: z.object({ value: z.enum(['0', '1'], ':label is niet geldig.') }),
  example: () => ({ form: { value: '1' } }),
  save: async ({ trx, viewer, form }) => {
    await setMeta(trx, viewer.id, 'sidebar-collapsed', form.value)
    return {}
  },
})

/** Epoch milliseconds. */
const MOMENT = /^\d{1,15}$/
export const eventStream = raw({
  path: '/events/stream',
  kind: 'stream',
  methods: ['GET'],
  area: platformArea,
  right: 'view',
  handle: async ({ req, res, viewer, services }) => {
    const { id, roles } = viewer!
    const types = services.registry.visibleTypes(viewer!)
    // People of customers see some records only; asking for each of them at every change would cost more than it spares.
    const hearsTypesOnly = !isStaff(viewer!)
    // A browser that comes back says by itself what it heard last; a page that comes, when it was drawn.
    const since = req.get('Last-Event-ID') ?? req.query.since
    services.changes.subscribe(res, {
      sid: req.sessionID,
      userId: id,
      roles,
      types,
      hearsTypesOnly,
      since: typeof since === 'string' && MOMENT.test(since) ? Number(since) : null,
    })
  },
})

/** Where the day starts: at the first entry of the own menu, with the widgets for who plans. */
const toStart: Parameters<typeof raw>[0]['handle'] = async ({ res, viewer, services }) => {
  const [first] = navigationOf(services.registry, viewer!, '/').items
  res.redirect(303, first?.href ?? '/calendar')
}

export const home = raw({
  path: '/',
  kind: 'page',
  methods: ['GET'],
  area: platformArea,
  right: 'view',
  handle: toStart,
})

/** Where the installed product begins. */
export const start = raw({
  path: '/start',
  kind: 'page',
  methods: ['GET'],
  area: platformArea,
  right: 'view',
  handle: toStart,
})
