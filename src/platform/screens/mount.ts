import { Router } from 'express'
import { throughDoors } from '../http/doors.ts'
import type { Services } from '../services.ts'
import type { Route } from './screen.ts'

/** Express 5 takes no regular expression in a path: the catalogue's `:Name(\w+)` becomes `:"Name"`. */
export function expressPath(path: string): string {
  return path.replace(/:([A-Za-z_]+)\([^)]*\)/g, ':"$1"').replace(/:([A-Za-z_]+)(?=\.)/g, ':"$1"')
}

/** Static segments before parameters, so that `/company/add` is never taken for `/company/:id`. */
export function byPrecision(a: { path: string }, b: { path: string }): number {
  const left = a.path.split('/')
  const right = b.path.split('/')
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const dynamic = Number(left[i]?.includes(':') ?? false) - Number(right[i]?.includes(':') ?? false)
    if (dynamic !== 0) return dynamic
  }
  return 0
}

/** One router over all declared screens. */
export function mountScreens(services: Services): Router {
  const router = Router({ caseSensitive: true, strict: false })
  const routes = services.registry.screens.flatMap((screen) =>
    screen.routes.map((route) => ({ ...route, screen, route })),
  )
  for (const { method, path, screen, route } of routes.sort(byPrecision)) {
    const verb = method.toLowerCase() as Lowercase<Route['method']>
    router[verb](expressPath(path), throughDoors(screen, route, services))
  }
  return router
}
