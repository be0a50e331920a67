import type { RoleId } from '../../src/platform/access/roles.ts'
import { type Viewer, withoutAccount } from '../../src/platform/access/viewer.ts'

/** A signed-in person with these roles, for rules that ask who looks. */
export const viewerWith = (roles: RoleId[], id = 7): Viewer => ({ ...withoutAccount(roles), id, name: 'Iemand' })
