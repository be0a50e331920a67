import { type RequestHandler, Router } from 'express'
import { authorise } from '../http/authorise.ts'
import { readBody } from '../http/read-body.ts'
import { sessionViewer } from '../http/session.ts'
import type { Services } from '../services.ts'
import { readPostedQuery } from './form/posted-query.ts'
import type { Route } from './screen.ts'

/** Express 5 takes no regular expression in a path: the catalogue's `:Name(\w+)` becomes `:"Name"`. */
function expressPath(path: string): string {
  return path.replace(/:([A-Za-z_]+)\([^)]*\)/g, ':"$1"').replace(/:([A-Za-z_]+)(?=\.)/g, ':"$1"')
}

/** Static segments before parameters, so that `/company/add` is never taken for `/company/:id`. */
function byPrecision(a: { path: string }, b: { path: string }): number {
  const left = a.path.split('/')
  const right = b.path.split('/')
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const dynamic = Number(left[i]?.includes(':') ?? false) - Number(right[i]?.includes(':') ?? false)
    if (dynamic !== 0) return dynamic
  }
  return 0
}

/**
 * One router per first segment of the path, so that a request is held against the handful of routes below its own
 * and not against all of them, one regular expression after the other.
 */
export function mountScreens(services: Services): RequestHandler {
  const routers = new Map<string, Router>()
  const routes = services.registry.screens.flatMap((screen) =>
    screen.routes.map((route) => ({ ...route, screen, route })),
  )
  for (const { method, path, screen, route } of routes.sort(byPrecision)) {
    const first = firstSegment(path)
    if (first.includes(':')) throw new Error(`${path} begins with a parameter`)
    let router = routers.get(first)
    if (!router) routers.set(first, (router = Router({ caseSensitive: true, strict: false })))
    const verb = method.toLowerCase() as Lowercase<Route['method']>
    router[verb](expressPath(path), authorise(screen, route, services))
  }
  return async (req, res, next) => {
    const router = routers.get(firstSegment(req.path))
    if (!router) return next()
    // Without a session the body is read later, by `authorise`, and no more of it than a public screen needs.
    if (sessionViewer(req)) {
      await readBody(req, res)
      readPostedQuery(req, res)
    }
    router(req, res, next)
  }
}

/** 'contact' of '/contact/view/1', '' of '/'. */
function firstSegment(path: string): string {
  const end = path.indexOf('/', 1)
  return path.slice(1, end === -1 ? undefined : end)
}
