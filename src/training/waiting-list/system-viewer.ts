import { ROLE } from '../../platform/access/roles.ts'
import type { Viewer } from '../../platform/access/viewer.ts'

/** Who enrols somebody that answers by a link: nobody who is signed in, by the rules that hold for a planner. */
export const systemViewer: Viewer = {
  id: 0,
  name: 'Noordkaap',
  email: '',
  roles: [ROLE.scheduler],
  contactId: null,
  isSupport: false,
  isDeveloper: false,
  agreedTo: [],
  meta: {},
  actedBy: null,
}
