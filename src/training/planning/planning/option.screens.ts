import { sql } from 'kysely'
import * as z from 'zod'
import { Invalid } from '../../../platform/errors.ts'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import type { PopupAction } from '../../../platform/screens/popup/popup-actions.ts'
import { PLANNING_MENUS, getAppointment, listParts, setOptionUntil } from '../appointments/index.ts'
import { appointmentsArea } from '../appointments/rights.ts'
import { planningFields } from './planning.fields.ts'

const PATH = '/calendar/optionUntil'

/** Until when a planning is an option. */
export const planningOption = formPopup({
  area: appointmentsArea,
  record: 'appointment',
  fieldsOf: 'appointment_group',
  right: 'change',
  path: `${PATH}/:id`,
  home: '/calendar',
  size: 'small',
  load: async ({ db, params }) => ({ appointment: await getAppointment(db, params.id) }),
  title: 'Einddatum van de optie',
  subtitle: ({ appointment }) => `${appointment.course_description} · Planning ${appointment.group_id}`,
  view: 'training/planning/option',
  form: z.object({ ...parsersOf(planningFields, 'option_until'), version }),
  version: ({ appointment }) => appointment.planning_version,
  save: async ({ trx, params, form }) => {
    if (form.option_until !== null && form.option_until < today())
      throw new Invalid({ option_until: ['Kies vandaag of een dag die nog komt.'] })
    const { group_id } = await getAppointment(trx, params.id)
    await setOptionUntil(trx, group_id, form)
    const parts = await listParts(trx, group_id)
    return {
      changed: parts.map(({ id }) => ({ type: 'appointment', id })),
      flash: {
        str:
          form.option_until === null ? 'Optie zonder einddatum' : `Optie tot en met ${formatDate(form.option_until)}`,
        type: 'success',
      },
    }
  },
  example: (story) => ({
    params: { id: story.appointments.option },
    form: { option_until: '31-12-2099' },
    foreign: null,
  }),
})

/** In the menu of a planning that is an option. */
export const optionAction: PopupAction = {
  record: 'appointment',
  place: 'menu',
  order: 5,
  area: appointmentsArea,
  right: 'change',
  action: ({ id }) => ({
    label: 'Einddatum van de optie',
    icon: 'hourglass',
    kind: 'popup',
    url: `${PATH}/${id}`,
    under: PLANNING_MENUS.decide,
  }),
  when: (_viewer, id) => sql`exists (select 1 from appointments where id = ${id} and status = 'option')`,
}
