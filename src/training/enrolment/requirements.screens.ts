import * as z from 'zod'
import { may } from '../../platform/access/viewer.ts'
import { fragment } from '../../platform/screens/calls.ts'
import { getAppointment } from '../appointments/index.ts'
import { findAsked, askedText, listUnfit, unfitSentences } from '../requirements/index.ts'
import { getPeople } from './enrolment.queries.ts'
import { students } from './enrolment.forms.ts'
import { enrolmentArea, enrolmentPlanningArea } from './rights.ts'

const lines = z.coerce
  .number()
  .catch(0)
  .transform((asked) => Math.min(Math.max(Math.trunc(asked) || 0, 0), 5000))

/** Who of the people chosen in a form does not meet what the course asks, before anything is saved. */
export const enrolRequirements = fragment({
  area: enrolmentArea,
  record: 'appointment',
  fieldsOf: 'enrolment',
  right: 'change',
  path: '/calendar/:id/requirements',
  pageAddress: '/calendar/enroll/:id/0',
  /** `lines`: how many lines of a list name somebody who does not, which these say themselves. */
  query: z.object({ students: students.catch([]), lines }),
  view: 'training/enrolment/requirements',
  load: async ({ db, viewer, params, query }) => {
    const { group_id } = await getAppointment(db, params.id)
    const asked = await findAsked(db, group_id)
    const people = asked === null ? [] : await getPeople(db, viewer, query.students)
    const unfit = await listUnfit(db, group_id, people.map(({ id }) => id)) // prettier-ignore
    return {
      sentences: unfitSentences(unfit),
      lines: asked === null ? 0 : query.lines,
      asked: asked === null ? '' : askedText(asked),
      mayWaive: may(viewer, enrolmentPlanningArea, 'change'),
    }
  },
  example: (story) => ({
    params: { id: story.appointments.coming },
    query: { students: String(story.contacts.anouk) },
    foreign: { id: story.appointments.foreign },
  }),
})
