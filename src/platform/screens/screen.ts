import type { Request, Response } from 'express'
import type * as z from 'zod'
import { NO_FIELDS, parseForm } from '../forms/invalid.ts'
import type { Area, Right } from '../access/rights.ts'
import type { RoleId } from '../access/roles.ts'
import type { Viewer } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import type { Db, Trx } from '../database/types.ts'
import type { Story } from '../story.ts'
import type { ColumnChoice } from './view-models.ts'
import { type ParamsOf, cataloguePath, wordsOf } from './paths.ts'

export type { ParamsOf }

/** What every handler gets instead of the request. */
export interface Ctx<Params, Query> {
  db: Db
  viewer: Viewer
  params: Params
  query: Query
  services: Services
  /** The session of this request, which stays when all other sessions of the person are ended. Never shown. */
  sessionId: string
}
export interface SaveCtx<Params, Query, Form> extends Ctx<Params, Query> {
  trx: Trx
  form: Form
}
/** The same before sign-in, for screens with `access: 'public'`. */
export type PublicCtx<Params, Query> = Omit<Ctx<Params, Query>, 'viewer' | 'sessionId'> & {
  viewer: Viewer | null
  /** By what tries from there are counted (`networkOf`). */
  address: string
}

type ExampleFields = Record<string, string | number | (string | number)[]>
/**
 * How the tests over every screen call it: parameters of a record in the story that `role` may see, and of one that
 * exists but lies outside the scope of roles that only see their own (`foreign`). A call that changes something changes
 * at least one row with its example.
 */
export interface ExampleCall {
  params?: Record<string, string | number>
  query?: Record<string, string>
  /** Calls of the same person that make what it needs; without a form a GET. */
  first?: { path: string; form?: ExampleFields }[]
  /**
   * What is filled in of the form that the same address shows; all that is sent where it shows none.
   * `made` is the id that the last of `first` answered.
   */
  form?: ExampleFields | ((made: number) => ExampleFields)
  /** Sent along as the field `file`. */
  file?: { name: string; content: string }
  /** Parameters, or fields of the form, that name a record outside the scope; null where it takes none. */
  foreign?: ExampleFields | null
}
/** Null: there is nothing this role could ask for. */
export type Example = (story: Story, role: RoleId) => ExampleCall | null
/**
 * Likewise where some role has its own records only: each call names one outside its scope. Null for a list whose rows
 * carry the scope, which takes no record; calls that take one are refused null by the tests.
 */
export type OwnExample = (story: Story, role: RoleId) => (ExampleCall & { foreign: ExampleFields | null }) | null

interface AccessOf<A extends Area> {
  area: A
}
/**
 * A right, and how the tests call what has it: with a record outside the scope where some role has its own ones only.
 */
type RightOf<A extends Area> =
  ({ right: 'view' } & ExampleOf<A['own']['view']>) | ({ right: 'change' } & ExampleOf<A['own']['change']>)
type ExampleOf<Own extends boolean> = Own extends true
  ? { record: string; example: OwnExample } | { record: null; example?: Example }
  : { example?: Example }

/**
 * Rights as every declaration states them; a screen in an area with '(own)' roles must name its record type. Null where
 * it shows nothing but what is the viewer's own, or what others give, who each keep their own scope.
 */
export type Access<A extends Area> = AccessOf<A> &
  RightOf<A> &
  (true extends A['own'][Right] ? { record: string | null } : { record?: string }) & {
    /** Path parameter that holds the record's id; null when the rows themselves carry the scope. */
    recordParam?: string | null
    /** The record type whose fields the screen shows or asks for, where that is not its own record. */
    fieldsOf?: string
    /**
     * Other parameters, of the path or the query, that hold a record: parameter → record type, or the parameter that
     * says the type: `{ objectId: ':object' }`.
     */
    alsoRecords?: Record<string, string>
    /** Why what it saves cannot be taken back, where it cannot. */
    noUndo?: NoUndo
  }

/** The only reasons for which a save cannot be taken back (rulings 10.5, and 11.10 for the last). */
export type NoUndo =
  | 'number given'
  | 'left the house'
  | 'account, right or secret'
  | 'anonymised or retention'
  | 'accepted by an outside system'
  | 'changes no record'
  | 'has an undo of its own'
  | 'ended by the specification'

/** A call of other programs, as the page about the API tells it to who writes one. */
export interface ApiDocs {
  title: string
  text: string
  /** What is sent, and an example of it. */
  sends?: z.ZodType
  sample?: object
  /** An example of the answer. */
  answer: object
}

export type Kind =
  | 'page'
  | 'popup'
  | 'form'
  | 'wizard'
  | 'table'
  | 'selector'
  | 'json'
  | 'action'
  | 'preview'
  | 'file'
  | 'text'
  | 'stream'

export interface Exchange {
  req: Request
  res: Response
  /** Null on public routes alone. */
  viewer: Viewer | null
  params: Record<string, unknown>
  services: Services
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  /** Express style, spelled as in the contract catalogue. */
  path: string
  right: Right
  /** Where this route takes its right from another area than its screen, as deleting rows of a list may. */
  area?: Area
  /** State-changing calls carry the CSRF token; a named GET that changes something does too. */
  guarded: boolean
  /** What anybody sends may carry something drawn. */
  drawing?: true
  handle(exchange: Exchange): Promise<void>
}

/** A declaration turned into routes. */
export interface Screen {
  kind: Kind
  path: string
  /** Parameters of its path that are words; every other is the id of a record and matches digits only (rulings 3). */
  words: ReadonlySet<string>
  area: Area | 'public'
  record: { type: string; param: string | null; also: Record<string, string> } | null
  /** The record type whose fields its views and messages name. */
  fieldsOf: string | null
  routes: Route[]
  example: Example | null
  /** Set by calls of other programs: what their Bearer token has to allow. */
  scope?: string
  /** What the page about the API tells of such a call. */
  docs?: ApiDocs
  /** Set by popups: the list page behind it when its URL is opened on its own. */
  home: string | null
  title: string | null
  /** Set by what is drawn into a page: its view. */
  view?: string
  /** Likewise of a form: the names of its fields. */
  fields?: string[]
  /** Set by popups that show something: whether they tell what comes next, and have a rail. */
  shape?: { steps: boolean; rail: boolean }
  /** Set by the call that deletes records of its type. */
  deletes?: boolean
  /** Fields of its form that name records: field → record type. */
  formRecords?: Record<string, string>
  /** Why what it saves cannot be taken back, where it cannot. */
  noUndo?: NoUndo
  /** Set by the question of a bulk action: it shows what will be done, and does that. */
  bulk?: boolean
  /** Set by lists: the addresses of what is done with chosen rows. */
  chosen?: string[]
  /** Set by lists whose columns can be chosen for a file: those that a viewer may have in it. */
  exports?: (viewer: Viewer, services: Services) => ColumnChoice[]
}

export function recordOf(declaration: {
  record?: string | null
  recordParam?: string | null
  alsoRecords?: Record<string, string>
  path: string
}): Screen['record'] {
  if (!declaration.record) return null
  const first = /:([A-Za-z_]+)/.exec(declaration.path)?.[1] ?? null
  return {
    type: declaration.record,
    param: declaration.recordParam === undefined ? first : declaration.recordParam,
    also: declaration.alsoRecords ?? {},
  }
}

/** The common part of a screen; each kind adds its routes. */
export function screenOf(
  kind: Kind,
  declaration: {
    path: string
    area: Area
    record?: string | null
    recordParam?: string | null
    alsoRecords?: Record<string, string>
    fieldsOf?: string
    formRecords?: Record<string, string | undefined>
    noUndo?: NoUndo
    example?: Example
  },
  routes: Route[],
  more: Partial<Pick<Screen, 'shape' | 'chosen'>> & {
    home?: string
    title?: string
    view?: string
    fields?: string[]
  } = {},
): Screen {
  return {
    kind,
    path: cataloguePath(declaration.path),
    words: wordsOf(declaration.path),
    area: declaration.area,
    record: recordOf(declaration),
    fieldsOf: declaration.fieldsOf ?? declaration.record ?? null,
    routes: routes.map((route) => ({ ...route, path: cataloguePath(route.path) })),
    example: declaration.example ?? null,
    home: more.home ?? null,
    title: more.title ?? null,
    ...(more.view === undefined ? {} : { view: more.view }),
    ...(more.fields === undefined ? {} : { fields: more.fields }),
    ...(more.shape ? { shape: more.shape } : {}),
    ...(more.chosen ? { chosen: more.chosen } : {}),
    formRecords: (declaration.formRecords ?? {}) as Record<string, string>,
    ...(declaration.noUndo ? { noUndo: declaration.noUndo } : {}),
  }
}

/** The viewer of a signed-in route; `authorise` has made sure there is one. */
export function signedIn(viewer: Viewer | null): Viewer {
  if (!viewer) throw new Error('a route without sign-in asked for its viewer')
  return viewer
}

/**
 * What the handlers of a declared screen get of a request.
 * @throws Invalid (422) when its query is none of this screen
 */
export function contextOf<Path extends string, Q extends z.ZodObject>(
  declaration: { path: Path; query?: Q },
  { req, viewer, params, services }: Exchange,
): Ctx<ParamsOf<Path>, z.output<Q>> {
  return {
    db: services.db,
    viewer: signedIn(viewer),
    params: params as ParamsOf<Path>,
    query: parseForm((declaration.query ?? NO_FIELDS) as Q, req.query),
    services,
    sessionId: req.sessionID,
  }
}

type Routed = Pick<Route, 'path' | 'right'>

/** The route by which a screen is read, with the right that it declares. */
export const reading = ({ path, right }: Routed, handle: Route['handle']): Route => ({
  method: 'GET',
  path,
  right,
  guarded: false,
  handle,
})

/** The route by which it is saved. */
export const saving = (declaration: Routed, handle: Route['handle']): Route => ({
  ...reading(declaration, handle),
  method: 'POST',
  guarded: true,
})

export type AnyObject = z.ZodType<object>
