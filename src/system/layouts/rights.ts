import { rights } from '../../platform/access/rights.ts'
import { ROLE } from '../../platform/access/roles.ts'

export const layoutsArea = rights('layouts', { view: [ROLE.administrator], change: [ROLE.administrator] })
