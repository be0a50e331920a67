import { rights } from '../../platform/access/rights.ts'
import { ROLE } from '../../platform/access/roles.ts'

export const termsArea = rights('terms', { view: [ROLE.administrator], change: [ROLE.administrator] })
