import * as z from 'zod'
import { NotFound } from '../../../../platform/errors.ts'
import { version } from '../../../../platform/forms/fields.ts'
import { formPopup } from '../../../../platform/screens/form/form-popup.ts'
import { lockVersion } from '../../../../platform/database/versioned.ts'
import { fullName } from '../../../../relations/contacts/index.ts'
import { getAppointment, lockParts } from '../../../planning/appointments/index.ts'
import { whyFixed } from '../../../money/ordering/index.ts'
import { invoiceTo } from '../enrolment.forms.ts'
import { partIdsOf } from '../enrolment.queries.ts'
import { enrolmentsIn, redirect } from './redirect.commands.ts'
import { enrolmentPlanningArea } from '../../../rights.ts'

/** Who gets the invoice of somebody who is enrolled, chosen otherwise until it stands on one. */
export const invoiceToPopup = formPopup({
  area: enrolmentPlanningArea,
  record: 'appointment',
  fieldsOf: 'enrolment',
  recordParam: null,
  alsoRecords: { appointment: 'appointment' },
  right: 'change',
  path: '/calendar/invoiceTo/:appointment/:contact',
  home: '/calendar',
  size: 'medium',
  load: async ({ db, params }) => {
    const part = await getAppointment(db, params.appointment)
    const rows = await enrolmentsIn(db, part.group_id, [params.contact])
      .leftJoin('companies as relation', 'relation.id', 'enrolments.invoice_relation_id')
      .select(['enrolments.appointment_id', 'enrolments.version', 'relation.name as relation_name'])
      .execute()
    const row = rows.find(({ appointment_id }) => appointment_id === params.appointment)
    if (!row) throw new NotFound('Inschrijving')
    const fixed = (await whyFixed(db, part.group_id, [params.contact])).get(params.contact)
    return { row, name: fullName(row), course: part.course_description, fixed: fixed ?? null }
  },
  title: 'Factuur naar',
  subtitle: ({ name, course }) => `${name} · ${course}`,
  view: 'training/enrolment/invoice-to-form',
  form: z.object({ ...invoiceTo, version }),
  formRecords: { invoice_relation_id: 'company' },
  version: ({ row }) => row.version,
  refusal: ({ name, fixed }) => (fixed === null ? undefined : `Dit kan niet meer anders: ${name} ${fixed}.`),
  save: async ({ trx, params, form: { version: seen, ...to } }) => {
    const part = await getAppointment(trx, params.appointment)
    await lockParts(trx, await partIdsOf(trx, [part.id], 'all'))
    const row = await trx
      .selectFrom('enrolments')
      .select('id')
      .where('appointment_id', '=', part.id)
      .where('contact_id', '=', params.contact)
      .executeTakeFirst()
    if (!row) throw new NotFound('Inschrijving')
    await lockVersion(trx, 'enrolments', row.id, seen, to)
    const { ids } = await redirect(trx, part.group_id, [params.contact], to)
    return {
      changed: [
        { type: 'appointment', id: part.id },
        ...ids.map((id) => ({ type: 'enrolment', id })),
        { type: 'order', id: 0 },
      ],
      flash: { str: 'Factuur naar gewijzigd', type: 'success' },
    }
  },
  example: (story) => ({
    params: { appointment: story.appointments.coming, contact: story.contacts.anouk },
    form: { use_invoice_relation: '0' },
    foreign: null,
  }),
})
