import { rights } from '../../platform/access/rights.ts'
import { ROLE } from '../../platform/access/roles.ts'

export const settingsArea = rights('settings', { view: [ROLE.administrator], change: [ROLE.administrator] })
