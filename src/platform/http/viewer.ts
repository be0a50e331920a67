import { ROLES, type Area, type Right, type RoleId, type Scope, scopeOf } from './rights.ts'

/** The signed-in person behind a request. */
export interface Viewer {
  id: number
  name: string
  email: string
  roles: RoleId[]
  contactId: number | null
  isSupport: boolean
  isDeveloper: boolean
  agreedTo: string[]
  /** User meta such as theme, density and the collapsed sidebar. */
  meta: Record<string, string>
  /** The administrator who signed in as this person, or null. */
  actedBy: { id: number; name: string } | null
}

/** How much the viewer may do in an area: all records, only the own ones, or nothing. */
export function viewerScope(viewer: Viewer, area: Area, right: Right = 'view'): Scope {
  if (area === 'dev') return viewer.isDeveloper ? 'all' : 'none'
  return scopeOf(viewer.roles, area, right)
}

/** Whether the viewer may do anything in an area; rows are checked by the record's own scope. */
export function may(viewer: Viewer, area: Area, right: Right = 'view'): boolean {
  return viewerScope(viewer, area, right) !== 'none'
}

export function hasRole(viewer: Viewer, ...roles: RoleId[]): boolean {
  return viewer.roles.some((role) => roles.includes(role))
}

/** Map of role id to role name, as `getCurrentUser` answers it (rulings 3). */
export function roleNames(roles: readonly RoleId[]): Record<string, string> {
  return Object.fromEntries(roles.map((role) => [String(role), ROLES[role]]))
}
