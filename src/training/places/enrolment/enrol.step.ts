import * as z from 'zod'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { selectorIdOrNull } from '../../../platform/forms/fields.ts'
import type { Fields } from '../../../platform/screens/form/wizard.ts'
import type { Services } from '../../../platform/services.ts'
import { type EnrolSubject, getEnrolScreen, getEnrolSubject } from './enrol.queries.ts'
import { students } from './enrolment.forms.ts'
import { getPeople } from './enrolment.queries.ts'

const PlanningStep = z.object({
  planning_id: selectorIdOrNull.refine((chosen) => chosen !== null, 'Kies een planning.'),
})

interface Opened {
  /** What it was opened for: a planning, a course of which one is to be chosen, or nothing yet. */
  subject: EnrolSubject | null
  company: { id: number; name: string; named: boolean } | null
}

/** Whether the planning is given, so that nothing is left to ask before the students (T-020). */
export const hasPlanning = ({ subject }: Opened): boolean => subject !== null && subject.appointmentId !== null

interface At {
  db: Db
  viewer: Viewer
  services: Services
}

/** What the planning that is chosen first asks of who comes; who was chosen for another one stays. */
export async function studentsFor({ db, viewer, services }: At, base: Opened, fields: Fields) {
  const id = PlanningStep.safeParse(fields).data?.planning_id ?? null
  if (hasPlanning(base) || id === null) return {}
  const subject = await getEnrolSubject(db, viewer, services, { id, by: undefined, chosen: null })
  const screen = await getEnrolScreen(db, viewer, subject)
  const chosen = students.safeParse(fields.students).data ?? []
  return {
    ...screen,
    company: base.company ?? screen.company,
    ...(chosen.length > 0 && { chosen: await getPeople(db, viewer, chosen) }),
  }
}

/** Where no planning is given it is chosen first, since what is asked next follows from it (T-258). */
export const planningStep = {
  key: 'planning',
  label: 'Planning',
  view: 'training/enrolment/choose-planning',
  check: PlanningStep,
  load: () => ({}),
}
export const studentsStep = { key: 'students', label: 'Cursisten', view: 'training/enrolment/enrol' }
