import * as z from 'zod'
import type { Viewer } from '../../../../platform/access/viewer.ts'
import type { Db } from '../../../../platform/database/types.ts'
import { fragment } from '../../../../platform/screens/call/calls.ts'
import { getAppointment } from '../../../planning/appointments/index.ts'
import { alternativeIdsOf } from '../../../catalogue/courses/index.ts'
import { targetText } from '../enrol.queries.ts'
import { MOST_PLACES } from '../enrolment.rules.ts'
import { enrolmentArea } from '../../../rights.ts'
import { type Target, listTargets } from '../targets.queries.ts'
import { listWaysOut } from '../ways-out.queries.ts'

/** Plannings offered of the course itself, and of its alternatives together. */
const MOST_OFFERS = 3

const places = z.coerce
  .number()
  .catch(1)
  .transform((asked) => Math.min(Math.max(Math.trunc(asked) || 1, 1), MOST_PLACES))

/** Plannings that so many people could go to instead: of the same course, and of those that may take its place. */
async function listOffers(db: Db, viewer: Viewer, asked: { appointmentId: number; places: number }) {
  const here = await getAppointment(db, asked.appointmentId)
  const alternatives = await alternativeIdsOf(db, here.course_id)
  const of = (courseIds: number[], part: { componentId: number | null; description: string } | null) =>
    listTargets(db, viewer, {
      courseIds,
      exceptPlanning: here.group_id,
      part,
      what: 'all',
      freeSpace: asked.places,
      componentIds: [],
      openToAll: true,
      historical: false,
      page: 0,
      size: MOST_OFFERS,
    })
  const [same, others] = await Promise.all([
    of([here.course_id], { componentId: here.component_id, description: here.description }),
    alternatives.length === 0 ? [] : of(alternatives, null),
  ])
  const offer = (target: Target) => ({
    id: target.id,
    course: target.course_id === here.course_id ? null : target.course,
    text: targetText(target),
  })
  return [...same, ...others].map(offer)
}

/** What is offered in the enrol popup when a planning has too few places. */
export const enrolOffers = fragment({
  area: enrolmentArea,
  record: 'appointment',
  fieldsOf: 'enrolment',
  right: 'change',
  path: '/calendar/:id/offers',
  pageAddress: '/calendar/enroll/:id/0',
  query: z.object({ places }),
  view: 'training/enrolment/offers',
  load: async ({ db, viewer, params, query, services }) => ({
    offers: await listOffers(db, viewer, { appointmentId: params.id, places: query.places }),
    ...(await listWaysOut(db, viewer, services, params.id)),
  }),
  example: (story) => ({
    params: { id: story.appointments.coming },
    foreign: { id: story.appointments.foreign },
  }),
})
