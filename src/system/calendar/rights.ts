import { rights } from '../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../platform/access/roles.ts'

export const calendarArea = rights('calendar', {
  view: PLANNERS,
  viewOwn: [ROLE.teacher, ROLE.supervisor, ROLE.student, ROLE.lotus],
  change: PLANNERS,
})

/** The boards of who is where and when, each of its own area; a teacher sees the own lane. */
export const boardArea = rights('board', { view: PLANNERS, viewOwn: [ROLE.teacher], change: PLANNERS })
