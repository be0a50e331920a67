import * as z from 'zod'
import { HttpError } from '../../../platform/errors.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { id } from '../../../platform/forms/fields.ts'
import { parseForm } from '../../../platform/forms/invalid.ts'
import { noMailNote } from '../../../platform/mail/sending.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { wizard } from '../../../platform/screens/form/wizard.ts'
import { getAppointment } from '../../planning/appointments/index.ts'
import { SendCertificatesStep, SendContactsStep, SendForm } from './certificates.forms.ts'
import { countByIssueDate, listCertificateLayouts } from './certificates.queries.ts'
import { NOBODY } from './certificates.rules.ts'
import { certificatesArea } from './rights.ts'
import { heldNumbers, planningOf, planningSubtitle } from './planning.queries.ts'
import { lettersModel } from './recipients.queries.ts'
import { sendCertificates, toldOf } from './sending.commands.ts'

const access = { area: certificatesArea, record: 'appointment', fieldsOf: 'certificate', home: '/calendar' } as const
const idsOf = (students: { contactId: number }[]) => students.map(({ contactId }) => contactId)

/** Who is asked for, where not everybody who passed the planning is. */
const Asked = z.object({ contact_id: id.optional().catch(undefined) })

/** The planning with who passed it, or with that one of them who is asked for. */
async function passedOf(db: Db | Trx, viewer: Viewer, partId: number, { contact_id }: z.output<typeof Asked>) {
  const planning = await planningOf(db, viewer, partId)
  const students = planning.students.filter(({ contactId }) => contact_id === undefined || contactId === contact_id)
  return { ...planning, students }
}

/** Which certificates, to whom, and with what message; the final POST makes what is missing and sends it (T-028). */
export const certificateSendWizard = wizard({
  ...access,
  right: 'change',
  path: '/certificate/getCertificateSendWizard/:id',
  query: Asked,
  load: async ({ db, params, viewer, query }) => {
    const planning = await passedOf(db, viewer, params.id, query)
    if (planning.students.length === 0) throw new HttpError(409, NOBODY)
    return planning
  },
  title: 'Certificaten versturen',
  subtitle: ({ appointment }) => planningSubtitle(appointment),
  steps: [
    {
      key: 'certificates',
      label: 'Certificaten',
      view: 'training/certificates/send-certificates',
      check: SendCertificatesStep,
      load: async ({ db }, { appointment, days, students }) => {
        const held = await heldNumbers(db, appointment.group_id)
        const layouts = await listCertificateLayouts(db)
        return {
          layouts: layouts.map((layout) => {
            const missing = students.filter(({ contactId }) => !held.has(`${contactId}-${layout.id}`)).length
            return { ...layout, missing, chosen: layouts.length === 1 }
          }),
          issuedOn: formatDate([days.at(-1)!, today()].sort()[0]),
        }
      },
    },
    {
      key: 'contacts',
      label: 'Contacten',
      view: 'training/certificates/send-contacts',
      check: SendContactsStep,
      load: async ({ db }, { students }, fields) => {
        parseForm(SendCertificatesStep, fields)
        return lettersModel(db, students)
      },
    },
    {
      key: 'send',
      label: 'Versturen',
      view: 'training/certificates/send-messages',
      load: async ({ viewer, services }, { appointment }, fields) => {
        const { students, supervisors } = parseForm(SendContactsStep, fields)
        return {
          noMail: await noMailNote(services, viewer),
          course: appointment.course_description,
          toStudents: students.length,
          toSupervisors: supervisors.length,
        }
      },
    },
  ],
  form: SendForm,
  submits: [{ label: 'Certificaten versturen' }],
  save: async ({ trx, params, query, viewer, form, services }) => {
    const { appointment, days, students } = await passedOf(trx, viewer, params.id, query)
    const planning = { planningId: appointment.group_id, firstDay: days[0]!, studentIds: idsOf(students) }
    const { issued, mails } = await sendCertificates(trx, viewer, planning, form, services)
    return {
      changed: [...issued.map((id) => ({ type: 'certificate', id })), { type: 'appointment', id: params.id }],
      flash: await toldOf(services, issued.length, mails),
      body: { issued, mails },
    }
  },
  example: (story) => ({
    params: { id: story.appointments.finished },
    form: { 'students[]': story.contacts.anouk },
  }),
})

/** Downloads what was issued on one day; the day has to be given (T-029, T-159). */
export const certificatesDownloadScreen = popup({
  ...access,
  right: 'view',
  path: '/certificate/getCertificatesDownloadScreen/:id',
  size: 'small',
  load: async ({ db, params, viewer }) => {
    const appointment = await getAppointment(db, params.id)
    return {
      appointment,
      action: `/certificate/getFromAppointment/${params.id}`,
      dates: await countByIssueDate(db, viewer, appointment.group_id),
    }
  },
  title: 'Certificaten downloaden',
  subtitle: ({ appointment }) => appointment.course_description,
  view: 'training/certificates/download',
  example: (story) => ({
    params: { id: story.appointments.finished },
    foreign: { id: story.appointments.foreign },
  }),
})
