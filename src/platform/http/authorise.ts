import type { Request, RequestHandler, Response } from 'express'
import { Forbidden, Invalid, NotFound, NotSignedIn } from '../errors.ts'
import { NO_FACTS, nameFields } from '../fields/shown.ts'
import { MAX_ID, idOrNone } from '../forms/fields.ts'
import type { Route, Screen } from '../screens/screen.ts'
import type { Services } from '../services.ts'
import { checkCsrf } from './csrf.ts'
import { onceKey } from './once.ts'
import { assertReadable, readDrawnBody, readSmallBody } from './read-body.ts'
import { sessionViewer } from './session.ts'
import { type Viewer, isOffered, viewerFor, viewerScope } from '../access/viewer.ts'

/** Ids in the path match digits only and end at 2147483647; anything else is a 404, not a complaint. */
function readParams(req: Request, words: ReadonlySet<string>): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(req.params)) {
    if (typeof value !== 'string') throw new NotFound()
    if (words.has(name)) params[name] = value
    else if (/^[1-9]\d{0,9}$/.test(value) && Number(value) <= MAX_ID) params[name] = Number(value)
    else throw new NotFound()
  }
  return params
}

/**
 * The viewer with only the roles that may see the records in the path, and in the query parameters that the screen
 * declares as records.
 * @throws NotFound for a record that does not exist, or lies outside the scope
 */
async function checkScope(
  screen: Screen,
  route: Route,
  viewer: Viewer,
  { params, query, mustExist }: { params: Record<string, unknown>; query: Request['query']; mustExist: boolean },
  { registry, db }: Services,
): Promise<Viewer> {
  if (!screen.record || screen.area === 'public') return viewer
  const checks = Object.entries(screen.record.also)
  const isOwnScope = viewerScope(viewer, route.area ?? screen.area, route.right) !== 'all'
  if (screen.record.param !== null && (isOwnScope || mustExist)) checks.push([screen.record.param, screen.record.type])
  let seeing = viewer
  for (const [name, said] of checks) {
    const type = said.startsWith(':') ? String(params[said.slice(1)]) : said
    const asked = params[name] ?? query[name]
    // What is no id is refused as the query is parsed.
    const id = typeof asked === 'string' ? idOrNone(asked) : asked
    if (typeof id === 'number' && id > 0) seeing = await registry.viewerOf(db, seeing, type, id)
  }
  return seeing
}

/** Whether it is the popup of a record itself, which reads that record anyway: looking it up would be a query more. */
function isOpened({ record, path }: Screen, { registry }: Services): boolean {
  if (!record || record.type.startsWith(':')) return false
  return registry.record(record.type).open === path.replace(`:${record.param}`, '{id}')
}

/**
 * What every screen and call checks first, in the order of the rulings: session (401), role (403), CSRF (403), parse (a
 * malformed id in the path 404), row scope (404). Handlers parse their own query and form with the declared schemas.
 * The viewer they get has only the roles that give this right on this record, so that their queries use no other.
 */
export function authorise(screen: Screen, route: Route, services: Services): RequestHandler {
  const readsRecord = isOpened(screen, services)
  return async (req: Request, res: Response) => {
    res.locals.route = route.path
    const person = sessionViewer(req)
    if (person) {
      res.locals.viewerId = person.id
      // By which a phone that keeps answers knows whose they are.
      res.setHeader('X-Viewer', person.id)
    }
    res.locals.offers = (module: string) => person === null || isOffered(person, { module })
    const viewer =
      person && screen.area !== 'public' ? viewerFor(person, route.area ?? screen.area, route.right) : person
    if (screen.area !== 'public') {
      if (!viewer) throw new NotSignedIn()
      if (viewerScope(viewer, route.area ?? screen.area, route.right) === 'none') throw new Forbidden()
    }
    // Of people who are signed in it was read before, since it may say which route they mean (posted-query.ts).
    if (!viewer) await (route.drawing ? readDrawnBody : readSmallBody)(req, res)
    if (route.guarded || res.locals.postedQuery !== undefined) checkCsrf(req)
    assertReadable(req.query, req.body)
    const params = readParams(req, screen.words)
    // What was saved before is answered again, also where that save took the record away: then the save looks (save.ts).
    const mayRepeat = route.guarded && onceKey(0, req.path, req.method === 'DELETE' ? req.query : req.body) !== null
    const mustExist = !readsRecord && !mayRepeat
    const seeing =
      viewer && (await checkScope(screen, route, viewer, { params, query: req.query, mustExist }, services))
    const facts = screen.fieldsOf === null ? NO_FACTS : services.registry.record(screen.fieldsOf).facts
    res.locals.facts = facts
    try {
      await route.handle({ req, res, viewer: seeing, params, services })
    } catch (error) {
      throw error instanceof Invalid ? new Invalid(nameFields(error.fields, facts)) : error
    }
  }
}
