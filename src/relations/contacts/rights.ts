import { rights } from '../../platform/access/rights.ts'
import { PLANNERS, ROLE, STAFF } from '../../platform/access/roles.ts'

export const contactsArea = rights('contacts', {
  view: PLANNERS,
  viewOwn: [ROLE.supervisor, ROLE.student],
  change: PLANNERS,
  changeOwn: [ROLE.supervisor, ROLE.student],
})

/** What of contacts is for the office alone. */
export const contactsManageArea = rights('contacts-manage', { view: PLANNERS, change: PLANNERS })

/** What teachers can, which whoever reads courses sees. */
export const skillsArea = rights('skills', { view: [...STAFF, ROLE.supervisor], change: PLANNERS })
