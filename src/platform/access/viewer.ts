import { type Area, type Right, type Scope, scopeOf } from './rights.ts'
import { PLANNERS, ROLES, type RoleId, STAFF } from './roles.ts'

/** The signed-in person behind a request. */
export interface Viewer {
  id: number
  name: string
  email: string
  /**
   * The roles by which the viewer is here: once authorised those alone that give the right to the screen, and see the
   * record that it is about. What somebody may do or see on top of it follows from these.
   */
  roles: RoleId[]
  /** All roles of the person, where `roles` are fewer. */
  allRoles?: RoleId[]
  contactId: number | null
  isSupport: boolean
  isDeveloper: boolean
  agreedTo: string[]
  /** User meta such as theme, density and the collapsed sidebar. */
  meta: Record<string, string>
  /** Keys of the modules that are switched off in the settings: what they offer is not shown. */
  modulesOff?: readonly string[]
  /** The administrator who signed in as this person, or null. */
  actedBy: { id: number; name: string } | null
}

/** Who comes without signing in, by a link or as the clock: with the rights of these roles, or with none. */
export const withoutAccount = (roles: RoleId[] = [], name = ''): Viewer => ({
  id: 0,
  name,
  email: '',
  roles,
  contactId: null,
  isSupport: false,
  isDeveloper: false,
  agreedTo: [],
  meta: {},
  actedBy: null,
})

/** How much the viewer may do in an area: all records, only the own ones, or nothing. */
export function viewerScope(viewer: Viewer, area: Area, right: Right = 'view'): Scope {
  if (area.developers) return viewer.isDeveloper ? 'all' : 'none'
  return scopeOf(viewer.roles, area, right)
}

/** The viewer with some of the roles. */
export function withRoles(viewer: Viewer, roles: RoleId[]): Viewer {
  return roles.length === viewer.roles.length ? viewer : { ...viewer, roles, allRoles: viewer.allRoles ?? viewer.roles }
}

/**
 * The viewer with the roles alone that hold this right, so that a right which one role gives does not reach the rows of
 * another (rulings 10.4).
 */
export function viewerFor(viewer: Viewer, area: Area, right: Right = 'view'): Viewer {
  if (area.developers) return viewer
  return withRoles(
    viewer,
    viewer.roles.filter((role) => scopeOf([role], area, right) !== 'none'),
  )
}

/** The viewer with all roles of the person: for the frame around a screen, which leads anywhere. */
export function wholePerson({ allRoles, ...viewer }: Viewer): Viewer {
  return { ...viewer, roles: allRoles ?? viewer.roles }
}

/** Whether the viewer may do anything in an area; rows are checked by the record's own scope. */
export function may(viewer: Viewer, area: Area, right: Right = 'view'): boolean {
  return viewerScope(viewer, area, right) !== 'none'
}

/** Whether what a module offers is shown; what is of none always is. */
export const isOffered = ({ modulesOff }: Viewer, { module }: { module?: string | undefined }): boolean =>
  module === undefined || modulesOff?.includes(module) !== true

export function hasRole(viewer: Viewer, ...roles: RoleId[]): boolean {
  return viewer.roles.some((role) => roles.includes(role))
}

/** Whether the viewer works for the training company. */
export const isStaff = (viewer: Viewer): boolean => hasRole(viewer, ...STAFF)

/** Whether the viewer plans courses and keeps the office. */
export const isPlanner = (viewer: Viewer): boolean => hasRole(viewer, ...PLANNERS)

/** Map of role id to role name, as `getCurrentUser` answers it (rulings 3). */
export function roleNames(roles: readonly RoleId[]): Record<string, string> {
  return Object.fromEntries(roles.map((role) => [String(role), ROLES[role]]))
}
