import { rights } from '../../../platform/access/rights.ts'
import { PLANNERS, ROLE } from '../../../platform/access/roles.ts'

export const appointmentsArea = rights('appointments', {
  view: PLANNERS,
  viewOwn: [ROLE.teacher, ROLE.supervisor, ROLE.student, ROLE.lotus],
  change: PLANNERS,
})

/** The note on a student is the one thing of an appointment that a teacher changes. */
export const appointmentNotesArea = rights('appointment-notes', {
  view: PLANNERS,
  viewOwn: [ROLE.teacher],
  change: PLANNERS,
  changeOwn: [ROLE.teacher],
})
