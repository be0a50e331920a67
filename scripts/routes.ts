/** Prints every route as `METHOD /path  screen  roles`, spelled as in the contract; needs no database, build or server. */
import { manifests } from '../src/app.ts'
import { type Right, scopeOf } from '../src/platform/access/rights.ts'
import { ROLES, type RoleId } from '../src/platform/access/roles.ts'
import type { Screen } from '../src/platform/screens/screen.ts'

function rolesOf(area: Screen['area'], right: Right): string {
  if (area === 'public') return 'public'
  const roles = (Object.keys(ROLES).map(Number) as RoleId[]).map((role) => ({
    role,
    scope: scopeOf([role], area, right),
  }))
  return roles
    .filter(({ scope }) => scope !== 'none')
    .map(({ role, scope }) => `${ROLES[role]}${scope === 'own' ? '(own)' : ''}`)
    .join(' ')
}

const lines = manifests
  .flatMap((manifest) => manifest.screens)
  .flatMap((screen) =>
    screen.routes.map(
      ({ method, path, area, right }) => `${method} ${path}  ${screen.kind}  ${rolesOf(area ?? screen.area, right)}`,
    ),
  )
// The two probes belong to the process, not to a screen.
lines.push('GET /healthz  json  public', 'GET /readyz  json  public')
process.stdout.write(
  `${lines.sort((a, b) => a.slice(a.indexOf(' ')).localeCompare(b.slice(b.indexOf(' ')))).join('\n')}\n`,
)
