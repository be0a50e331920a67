import type { RoleId } from '../../platform/access/rights.ts'

/** Teachers, supervisors and students use the portal, and read only how that works. */
const PORTAL_ROLES: readonly RoleId[] = [3, 4, 5]

export type Manual = 'portal' | 'general'

/** Which manual somebody with these roles gets: the shorter one only when no other role is among them. */
export function manualFor(roles: readonly RoleId[]): Manual {
  return roles.length > 0 && roles.every((role) => PORTAL_ROLES.includes(role)) ? 'portal' : 'general'
}
