import { rights } from '../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../platform/access/roles.ts'

/** A teacher has those that are theirs to do. */
export const tasksArea = rights('tasks', {
  view: PLANNERS,
  viewOwn: [ROLE.teacher],
  change: PLANNERS,
  changeOwn: [ROLE.teacher],
})
/** Giving somebody else something to do, or several at once. */
export const taskListArea = rights('task-list', { view: PLANNERS, change: PLANNERS })
