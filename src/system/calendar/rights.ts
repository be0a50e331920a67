import { rights } from '../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../platform/access/roles.ts'

export const calendarArea = rights('calendar', {
  view: PLANNERS,
  viewOwn: [ROLE.teacher, ROLE.supervisor, ROLE.student, ROLE.lotus],
  change: PLANNERS,
})
