import { Forbidden } from '../../platform/errors.ts'
import { type Right, scopeOf } from '../../platform/access/rights.ts'
import { ROLES, type RoleId } from '../../platform/access/roles.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import type { Screen } from '../../platform/screens/screen.ts'
import { devArea } from './rights.ts'

const nameOf = (area: Screen['area']) => (area === 'public' ? area : area.name)

/** Who may, in words: the roles of the matrix, with '(eigen)' where only own records are meant. */
function whoMay(area: Screen['area'], right: Right): string {
  if (area === 'public') return 'iedereen'
  if (area.developers) return 'ontwikkelaar'
  const roles = (Object.keys(ROLES).map(Number) as RoleId[]).flatMap((role) => {
    const scope = scopeOf([role], area, right)
    return scope === 'none' ? [] : [scope === 'own' ? `${ROLES[role]} (eigen)` : ROLES[role]]
  })
  return roles.length === Object.keys(ROLES).length && !roles.some((role) => role.endsWith(')'))
    ? 'iedereen die is ingelogd'
    : roles.join(', ')
}

function listCalls(screens: Screen[]) {
  const calls = screens.flatMap((screen) =>
    screen.routes.map(({ method, path, right }) => ({
      method,
      path,
      kind: screen.kind,
      area: nameOf(screen.area),
      who: whoMay(screen.area, right),
      params: [...path.matchAll(/:([A-Za-z_]+)/g)].map(([, name = '']) => ({
        name,
        kind: screen.words.has(name) ? 'tekst' : 'id',
      })),
      // What changes something is not tried from a list, and a stream never ends.
      tryable: method === 'GET' && screen.kind !== 'action' && screen.kind !== 'stream',
    })),
  )
  return calls.sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
}

/** Every declared call with its parameters and rights; a GET can be tried. Developers only, where it is switched on. */
export const explorer = popup({
  area: devArea,
  right: 'view',
  path: '/explorer/view',
  home: '/calendar',
  title: 'API-verkenner',
  size: 'xlarge',
  view: 'system/developer/explorer',
  load: ({ services }) => {
    if (!services.config.dev) throw new Forbidden()
    return { calls: listCalls(services.registry.screens), areas: ['public', ...services.registry.areas.keys()].sort() }
  },
  example: () => ({}),
})
