import { ROLE, type RoleId } from '../../platform/access/roles.ts'

/** Teachers, supervisors and students use the portal, and read only how that works. */
const PORTAL_ROLES: readonly RoleId[] = [ROLE.teacher, ROLE.supervisor, ROLE.student]

export type Manual = 'portal' | 'general'

/** Which manual somebody with these roles gets: the shorter one only when no other role is among them. */
export function manualFor(roles: readonly RoleId[]): Manual {
  return roles.length > 0 && roles.every((role) => PORTAL_ROLES.includes(role)) ? 'portal' : 'general'
}
