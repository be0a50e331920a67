import type { RoleId } from '../../src/platform/access/roles.ts'
import type { Viewer } from '../../src/platform/access/viewer.ts'

/** A signed-in person with these roles, for rules that ask who looks. */
export const viewerWith = (roles: RoleId[], id = 7): Viewer => ({
  id,
  name: 'Iemand',
  email: 'iemand@noordkaap.example',
  roles,
  contactId: null,
  isSupport: false,
  isDeveloper: false,
  agreedTo: [],
  meta: {},
  actedBy: null,
})
