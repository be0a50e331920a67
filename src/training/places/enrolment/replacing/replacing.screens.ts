import * as z from 'zod'
import { may } from '../../../../platform/access/viewer.ts'
import { Invalid } from '../../../../platform/errors.ts'
import { id, selectorId } from '../../../../platform/forms/fields.ts'
import { formatPeriod } from '../../../../platform/format/format.ts'
import { noMailNote } from '../../../../platform/mail/sending.ts'
import { formPopup } from '../../../../platform/screens/form/form-popup.ts'
import { contactsManageArea } from '../../../../relations/contacts/rights.ts'
import { waiver } from '../enrolment.forms.ts'
import { listEnrolmentIds } from '../enrolment.queries.ts'
import { isRemaining, replace } from './replacing.commands.ts'
import { enrolmentArea } from '../../../rights.ts'
import { mailsOfRows } from '../unsubscribing/unsubscribing.plan.ts'
import { getChosen, getEnrolment } from '../unsubscribing/unsubscribing.queries.ts'

const NOBODY = 'Vink minimaal één cursist aan.'

/** Somebody takes the place of one student, in all parts that are still to come. */
export const replacePopup = formPopup({
  area: enrolmentArea,
  record: 'appointment',
  fieldsOf: 'enrolment',
  right: 'change',
  home: '/calendar',
  path: '/calendar/replaceStudent/:appointmentId',
  query: z.object({ id: id.optional() }),
  size: 'medium',
  load: async ({ db, viewer, params, query, services }) => {
    if (query.id === undefined) throw new Invalid({ id: [NOBODY] })
    const enrolment = await getEnrolment(db, viewer, params.appointmentId, query.id)
    const remaining = enrolment.parts.filter(isRemaining)
    const rows = await getChosen(db, viewer, {
      appointmentId: null,
      students: [],
      enrolments: await listEnrolmentIds(db, remaining.map((part) => part.id), query.id), // prettier-ignore
    })
    return {
      enrolment,
      parts: rows.map((row) => `${row.description}, ${formatPeriod(row.starts_at, row.ends_at)}`),
      mails: await mailsOfRows(db, rows),
      noMail: await noMailNote(services, viewer),
      mayAddContacts: may(viewer, contactsManageArea, 'change'),
    }
  },
  title: ({ enrolment }) => `${enrolment.name} vervangen`,
  subtitle: ({ enrolment }) => enrolment.course_description,
  view: 'training/enrolment/replace',
  form: z.object({ id, contact_id: selectorId, waiver }),
  formRecords: { contact_id: 'contact' },
  submits: [{ label: 'Vervangen' }],
  save: async ({ trx, viewer, params, form }) => {
    const replaced = await replace(trx, viewer, {
      appointmentId: params.appointmentId,
      leavingId: form.id,
      comingId: form.contact_id,
      waiver: form.waiver,
    })
    return {
      changed: [
        ...replaced.partIds.map((part) => ({ type: 'appointment', id: part })),
        ...replaced.enrolmentIds.map((enrolment) => ({ type: 'enrolment', id: enrolment })),
      ],
      flash: { str: `Vervangen door ${replaced.name}`, type: 'success' },
    }
  },
  example: (story) => ({
    params: { appointmentId: story.appointments.coming },
    query: { id: String(story.contacts.anouk) },
    form: {
      contact_id: story.students.findLast(({ companyId }) => companyId === story.companies.deLinde)!.id,
    },
    foreign: { appointmentId: story.appointments.foreign },
  }),
})
