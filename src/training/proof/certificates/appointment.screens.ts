import { ROLE } from '../../../platform/access/roles.ts'
import { Invalid, HttpError, NotFound } from '../../../platform/errors.ts'
import { formatCount, formatDate } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { parseForm } from '../../../platform/forms/invalid.ts'
import { may } from '../../../platform/access/viewer.ts'
import { file, fragment } from '../../../platform/screens/call/calls.ts'
import type { Saved } from '../../../platform/screens/form/save.ts'
import type { OwnExample } from '../../../platform/screens/screen.ts'
import { wizard } from '../../../platform/screens/form/wizard.ts'
import { MAIL_STATES } from '../../../system/messages/index.ts'
import { getAppointment } from '../../planning/appointments/index.ts'
import { issueCertificates } from './certificates.commands.ts'
import { drawnFile, certificatesPdf } from './certificates.files.ts'
import { CertificateForm, CertificatesFileQuery, ChosenFileQuery, LayoutStep } from './certificates.forms.ts'
import { getCertificate, listCertificateLayouts, listCounting, listIdsByName } from './certificates.queries.ts'
import { NOBODY, issueDateProblem } from './certificates.rules.ts'
import { issuerProblem } from './issue.queries.ts'
import { certificatesArea } from './rights.ts'
import { mailedOf, heldNumbers, planningOf, planningSubtitle } from './planning.queries.ts'

const access = { area: certificatesArea, record: 'appointment', fieldsOf: 'certificate' } as const

const finished: OwnExample = (story) => ({
  params: { id: story.appointments.finished },
  foreign: { id: story.appointments.foreign },
})

/** Layouts, then students; the final POST issues. It opens only when there is somebody to give a certificate to. */
export const certificateWizard = wizard({
  ...access,
  right: 'change',
  path: '/certificate/getCertificateWizard/:id',
  noUndo: 'number given',
  home: '/calendar',
  load: async ({ db, params, viewer }) => {
    const planning = await planningOf(db, viewer, params.id)
    if (planning.students.length === 0) throw new HttpError(409, NOBODY)
    const problem = await issuerProblem(db, viewer)
    if (problem !== null) throw new HttpError(409, problem)
    return { ...planning, layouts: await listCertificateLayouts(db) }
  },
  title: 'Certificaten maken',
  subtitle: ({ appointment }) => planningSubtitle(appointment),
  steps: [
    {
      key: 'layout',
      label: 'Layout',
      view: 'training/certificates/wizard-layout',
      check: LayoutStep,
      load: (_ctx, { days }) => ({
        // The day on which the last part was held, as far as that day has come.
        issuedOn: formatDate([days.at(-1)!, today()].sort()[0]),
      }),
    },
    {
      key: 'students',
      label: 'Cursisten',
      view: 'training/certificates/wizard-students',
      load: async ({ db }, { appointment, layouts, students }, fields) => {
        const chosen = parseForm(LayoutStep, fields).layouts
        const held = await heldNumbers(db, appointment.group_id)
        const columns = layouts.filter(({ id }) => chosen.includes(id))
        return {
          columns,
          rows: students.map(({ contactId, name, company }) => {
            const numbers = columns.map(({ id }) => held.get(`${contactId}-${id}`) ?? null)
            return { contactId, name, company, numbers, complete: numbers.every((number) => number !== null) }
          }),
        }
      },
    },
  ],
  form: CertificateForm,
  submits: [{ label: 'Certificaten maken' }],
  save: async ({ trx, params, viewer, form, services }): Promise<Saved> => {
    const { appointment, days, students } = await planningOf(trx, viewer, params.id)
    if (students.length === 0) return { flash: { str: NOBODY, type: 'warning' } }
    const problem = issueDateProblem(form.issued_on, { firstDay: days[0]!, today: today() })
    if (problem !== null) throw new Invalid({ issued_on: [problem] })
    const issued: number[] = []
    for (const layoutId of form.layouts.sort((a, b) => a - b)) {
      const { students: contactIds, issued_on: issuedOn, letters_seen: seen } = form
      const input = { planningId: appointment.group_id, contactIds, layoutId, issuedOn, seen }
      issued.push(...(await issueCertificates(trx, viewer, input, services)))
    }
    if (issued.length === 0)
      return { flash: { str: 'De gekozen cursisten hebben dit certificaat al.', type: 'info' }, body: { ids: [] } }
    return {
      // The planning did not change, but its popup shows what can be downloaded now.
      changed: [...issued.map((id) => ({ type: 'certificate', id })), { type: 'appointment', id: params.id }],
      flash: { str: `${formatCount(issued.length, 'certificaat', 'certificaten')} gemaakt`, type: 'success' },
      body: { ids: issued },
    }
  },
  example: (story, role) => ({
    ...finished(story, role),
    first: [
      { path: `/certificate/withdraw/${story.certificates.anouk}`, form: { reason: 'Naam verkeerd', version: 1 } },
    ],
    form: { 'students[]': story.contacts.anouk },
  }),
})

/** The tab of a planning: its certificates, their file, and the wizard for who may issue. */
export const certificatesOfAppointment = fragment({
  ...access,
  right: 'view',
  path: '/certificate/forAppointment/:id',
  pageAddress: '/calendar/view-appointment/:id?item=certificates',
  view: 'training/certificates/appointment-tab',
  load: async ({ db, params, viewer }) => {
    const { group_id } = await getAppointment(db, params.id)
    const ids = await listIdsByName(db, viewer, { planningId: group_id, contactIds: [], layoutIds: [] })
    // The wizards refuse to open for nobody; the empty list below says for whom certificates are made.
    const issues =
      may(viewer, certificatesArea, 'change') && (await planningOf(db, viewer, params.id)).students.length > 0
    const problem = issues ? await issuerProblem(db, viewer) : null
    const mailed = may(viewer, certificatesArea, 'change') ? await mailedOf(db, group_id) : null
    return {
      appointmentId: params.id,
      planningId: group_id,
      count: ids.length,
      issues,
      problem,
      mailed,
      states: MAIL_STATES,
    }
  },
  example: finished,
})

/** The issued certificates of a planning as one file, drawn while it is sent (T-209). */
export const certificatesFile = file({
  ...access,
  right: 'view',
  path: '/certificate/getFromAppointment/:id',
  query: CertificatesFileQuery,
  open: async ({ db, params, query, viewer, services }) => {
    const { group_id } = await getAppointment(db, params.id)
    const choice = {
      planningId: group_id,
      contactIds: query.students,
      layoutIds: query.layouts,
      issuedOn: query.issued_at,
    }
    const ids = await listIdsByName(db, viewer, choice)
    if (ids.length === 0) throw new NotFound('Certificaten')
    return {
      name: `certificaten-${group_id}.pdf`,
      mimeType: 'application/pdf',
      content: certificatesPdf(services, `Certificaten planning ${group_id}`, ids),
      inline: query.stream,
    }
  },
  example: finished,
})

/** Chosen certificates as one file; of one that was withdrawn nobody hands out another. */
export const chosenFile = file({
  area: certificatesArea,
  record: 'certificate',
  recordParam: null,
  right: 'view',
  path: '/certificates/file',
  query: ChosenFileQuery,
  open: async ({ db, query, viewer, services }) => {
    await services.registry.assertVisible(db, viewer, 'certificate', ...query.ids)
    const ids = await listCounting(db, query.ids)
    if (ids.length === 0)
      throw new HttpError(409, 'Ingetrokken certificaten, en die van een register, worden niet gedownload.')
    return {
      name: 'certificaten.pdf',
      mimeType: 'application/pdf',
      content: certificatesPdf(services, 'Certificaten', ids),
    }
  },
  example: (story, role) => ({
    query: { ids: String(role === ROLE.student ? story.certificates.student : story.certificates.anouk) },
    foreign: null,
  }),
})

/** The file of one person. */
export const certificateFile = file({
  area: certificatesArea,
  record: 'certificate',
  right: 'view',
  path: '/certificate/file/:id',
  query: CertificatesFileQuery.pick({ stream: true }),
  open: async ({ db, params, query, viewer, services }) => {
    const certificate = await getCertificate(db, params.id)
    if (certificate.issuer !== null) throw new HttpError(409, `Dit certificaat is afgegeven door ${certificate.issuer}; het bestand staat daar.`) // prettier-ignore
    if (certificate.state === 'withdrawn' && !may(viewer, certificatesArea, 'change')) throw new NotFound('Certificaat')
    return {
      name: `certificaat-${certificate.number}.pdf`,
      mimeType: 'application/pdf',
      content: await services.files.open(await drawnFile(services, params.id)),
      inline: query.stream,
    }
  },
  example: (story, role) => ({
    params: { id: role === ROLE.student ? story.certificates.student : story.certificates.anouk },
    foreign: { id: story.certificates.foreign },
  }),
})
