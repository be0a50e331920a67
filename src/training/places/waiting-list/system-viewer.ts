import { ROLE } from '../../../platform/access/roles.ts'
import { withoutAccount } from '../../../platform/access/viewer.ts'

/** Who enrols somebody that answers by a link: nobody who is signed in, by the rules that hold for a planner. */
export const systemViewer = withoutAccount([ROLE.scheduler], 'Noordkaap')
