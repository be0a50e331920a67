import { rights } from '../../platform/access/rights.ts'
import { ROLE } from '../../platform/access/roles.ts'

export const importArea = rights('import-export', { view: [ROLE.administrator], change: [ROLE.administrator] })
