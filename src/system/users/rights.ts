import { rights } from '../../platform/access/rights.ts'
import { ROLE } from '../../platform/access/roles.ts'

export const userArea = rights('user', { view: [ROLE.administrator], change: [ROLE.administrator] })
