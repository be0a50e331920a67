import * as z from 'zod'
import { may } from '../../../../platform/access/viewer.ts'
import { checkbox } from '../../../../platform/forms/fields.ts'
import { fragment } from '../../../../platform/screens/call/calls.ts'
import { appointmentsArea } from '../../../planning/appointments/rights.ts'
import { enrolmentArea, enrolmentPlanningArea } from '../../../rights.ts'
import { freePlaces, takesPeople } from '../enrolment.rules.ts'
import { listWaysOut } from '../ways-out.queries.ts'
import { getPlaces } from './students.queries.ts'

/** The bar above the students; it is drawn again after every change. */
export const studentPlaces = fragment({
  area: appointmentsArea,
  record: 'appointment',
  right: 'view',
  path: '/calendar/:id/places',
  pageAddress: '/calendar/view-appointment/:id?item=overview',
  query: z.object({ leads: checkbox }),
  view: 'training/enrolment/places',
  load: async ({ db, params, query, viewer, services }) => {
    const part = await getPlaces(db, params.id)
    const takes = takesPeople(part)
    const free = freePlaces(part)
    const plans = may(viewer, enrolmentPlanningArea, 'change')
    const isFull = takes && free <= 0 && may(viewer, enrolmentArea, 'change')
    const { ways } = isFull ? await listWaysOut(db, viewer, services, part.id) : { ways: [] }
    return {
      part,
      free,
      isFull,
      ways: [
        ...ways.map(({ short, url }) => ({ short, url })),
        ...(plans ? [{ short: 'maximum verhogen', url: `/calendar/edit-appointment/${part.id}` }] : []),
      ],
      seesPlaces: may(viewer, enrolmentArea),
      enrols: takes && may(viewer, enrolmentArea, 'change'),
      reserves: takes && plans,
      // For who plans something else may come next, in the head of the popup.
      leads: query.leads || !plans,
    }
  },
  example: (story) => ({
    params: { id: story.appointments.coming },
    foreign: { id: story.appointments.foreign },
  }),
})
