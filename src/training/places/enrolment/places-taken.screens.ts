import * as z from 'zod'
import { idList, selectorIdOrNull } from '../../../platform/forms/fields.ts'
import { preview } from '../../../platform/screens/form/preview.ts'
import { placesText, planPlaces } from '../../money/agreements/index.ts'
import { getAppointment } from '../../planning/appointments/index.ts'
import { onOrderText, planOrderPlaces } from '../../money/ordering/index.ts'
import { MAX_LIST_LINES } from '../participant-lists/index.ts'
import { enrolmentPlanningArea } from '../../rights.ts'

/** Who comes by a list as its lines are chosen: contacts, and how many who are none yet, of which company. */
const ComingForm = z.object({
  students: idList(MAX_LIST_LINES),
  unknown: z.coerce.number<string>().int().min(0).max(MAX_LIST_LINES).default(0),
  company_id: selectorIdOrNull,
})

/** What the people of a list take of what their companies bought, company by company, before anything is saved. */
export const listPlacesTaken = preview({
  area: enrolmentPlanningArea,
  record: 'appointment',
  right: 'change',
  path: '/calendar/:id/places-taken',
  form: ComingForm,
  formRecords: { students: 'contact', company_id: 'company' },
  view: 'training/enrolment/places-taken',
  load: async ({ db, params, form: { students, unknown, company_id } }) => {
    const { group_id } = await getAppointment(db, params.id)
    const coming = company_id === null ? undefined : { companyId: company_id, count: unknown }
    const taken = await planPlaces(db, group_id, students, coming && { unknown: coming })
    const ordered = await planOrderPlaces(db, { planningId: group_id, contactIds: students, unknown: coming })
    return {
      ordered: ordered.map(onOrderText),
      places: taken
        .toSorted((a, b) => a.company.localeCompare(b.company, 'nl'))
        .map(({ contactIds, ...of }) => ({ company: of.company, text: placesText({ ...of, takes: contactIds.length }) })), // prettier-ignore
    }
  },
  example: (story) => ({
    params: { id: story.appointments.coming },
    form: { students: String(story.contacts.anouk) },
  }),
})
