import * as z from 'zod'
import { may } from '../../../platform/access/viewer.ts'
import { checkbox, id } from '../../../platform/forms/fields.ts'
import { fragment } from '../../../platform/screens/call/calls.ts'
import { permittedActions } from '../../../platform/screens/popup/guarded-actions.ts'
import { placesText, planPlaces } from '../../money/agreements/index.ts'
import { agreementsArea } from '../../money/agreements/rights.ts'
import { getAppointment } from '../../planning/appointments/index.ts'
import { onOrderText, planOrderPlaces } from '../../money/ordering/index.ts'
import { planningOrdersArea } from '../../money/ordering/rights.ts'
import { findAsked, askedText, listUnfit, unfitSentences } from '../../catalogue/requirements/index.ts'
import { tellElsewhere } from './elsewhere.queries.ts'
import { getPeople } from './enrolment.queries.ts'
import { students } from './enrolment.forms.ts'
import { enrolNotices } from './points.ts'
import { enrolmentArea, enrolmentPlanningArea } from '../../rights.ts'

const lines = z.coerce
  .number()
  .catch(0)
  .transform((asked) => Math.min(Math.max(Math.trunc(asked) || 0, 0), 5000))

/** Who of the people chosen in a form does not meet what the course asks, and which places that were bought they take, before anything is saved. */
export const enrolRequirements = fragment({
  area: enrolmentArea,
  record: 'appointment',
  fieldsOf: 'enrolment',
  right: 'change',
  path: '/calendar/:id/requirements',
  pageAddress: '/calendar/enroll/:id/0',
  /**
   * `lines`: how many lines of a list name somebody who does not, which these say themselves; `from`: a part they leave;
   * `enrols`: they come anew.
   */
  query: z.object({ students: students.catch([]), lines, from: id.optional().catch(undefined), enrols: checkbox }),
  view: 'training/enrolment/requirements',
  load: async ({ db, viewer, params, query, services }) => {
    const { group_id } = await getAppointment(db, params.id)
    const asked = await findAsked(db, group_id)
    const people = await getPeople(db, viewer, query.students)
    const ids = people.map(({ id }) => id)
    const mayPlan = may(viewer, enrolmentPlanningArea, 'change')
    const elsewhere = await tellElsewhere(db, viewer, services.registry, {
      planning: group_id,
      from: query.from,
      people,
    })
    const unfit = asked === null ? [] : await listUnfit(db, group_id, ids)
    const taken = query.enrols && may(viewer, agreementsArea, 'view') ? await planPlaces(db, group_id, ids) : []
    const mayOrder = query.enrols && may(viewer, planningOrdersArea, 'view')
    const ordered = mayOrder ? await planOrderPlaces(db, { planningId: group_id, contactIds: ids }) : []
    const notices = []
    for (const { area, ask } of ids.length === 0 ? [] : services.registry.all(enrolNotices))
      if (may(viewer, area)) notices.push(await ask(db, services.config, { planningId: group_id, partId: params.id, contactIds: ids })) // prettier-ignore
    return {
      notices: notices.map(({ sentences, actions }) => ({ sentences, actions: permittedActions(viewer, actions) })),
      elsewhere: [...elsewhere.values()].flat(),
      sentences: unfitSentences(unfit),
      ordered: ordered.map(onOrderText),
      places: taken.map(({ contactIds, ...of }) => placesText({ ...of, takes: contactIds.length })),
      lines: asked === null ? 0 : query.lines,
      asked: asked === null ? '' : askedText(asked),
      mayWaive: mayPlan,
    }
  },
  example: (story) => ({
    params: { id: story.appointments.coming },
    query: { students: String(story.contacts.anouk) },
    foreign: { id: story.appointments.foreign },
  }),
})
