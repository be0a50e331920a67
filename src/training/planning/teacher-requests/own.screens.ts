import { formatDateTime, formatDayAndHours, formatPeriod } from '../../../platform/format/format.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import { Forbidden, NotFound } from '../../../platform/errors.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { page } from '../../../platform/screens/page.ts'
import { partTitle } from '../appointments/index.ts'
import { applyFor, decide, withdrawApplication } from './applying.commands.ts'
import { getApplication, listOpenParts, listOwnApplications } from './applications.queries.ts'
import { listOwnRequests } from './own.queries.ts'
import { ownRequestsArea, teacherSearchArea } from './rights.ts'
import { ApplyForm, DecideForm } from './teacher-requests.forms.ts'
import { applicationLine, requestLine } from './words.rules.ts'

const HOME = '/my-requests'

/** The contact that the viewer is. @throws Forbidden for an account without one */
function ownContact({ contactId }: Viewer): number {
  if (contactId === null) throw new Forbidden()
  return contactId
}

const titleOf = ({ course, description }: { course: string; description: string }): string =>
  partTitle(course, description)

/** What a teacher is asked, what they can apply for and what they applied for. */
export const ownRequests = page({
  area: ownRequestsArea,
  // Its rows are the viewer's own.
  record: null,
  right: 'view',
  path: HOME,
  title: 'Aanvragen',
  view: 'training/teacher-requests/own',
  load: async ({ db, viewer, services }) => {
    const me = viewer.contactId
    // Who helps, or has an account and no contact yet, has the menu of a teacher, and nothing is asked of them.
    if (me === null) return { asked: [], answered: [], applications: [], open: [], isTeacher: false }
    const [requests, applications, open] = [
      await listOwnRequests(db, me),
      await listOwnApplications(db, me),
      await listOpenParts(db, services.registry, me),
    ]
    const told = (part: { starts_at: Date; ends_at: Date; course: string; description: string }) => {
      const [day, hours] = formatDayAndHours(part.starts_at, part.ends_at)
      return { title: titleOf(part), day, hours }
    }
    return {
      asked: requests
        .filter(({ state }) => state === 'asked')
        .map((one) => ({
          id: one.id,
          ...told(one),
          address: one.address,
          until: formatDateTime(one.expires_at),
          message: one.message,
        })),
      answered: requests
        .filter(({ state }) => state !== 'asked')
        .map((one) => ({ id: one.id, ...told(one), ...requestLine(one) })),
      applications: applications.map((one) => ({
        id: one.id,
        ...told(one),
        ...applicationLine(one),
        isOpen: one.state === 'open',
      })),
      open: open.map((one) => ({ id: one.id, ...told(one), address: one.address || (one.online ? 'Online' : '') })),
      isTeacher: true,
    }
  },
})

/** Applying for a part that is open: it is not the teacher's own yet, so what is open to them decides. */
export const applicationAdd = formPopup({
  area: ownRequestsArea,
  record: 'teacher-application',
  recordParam: null,
  right: 'change',
  path: '/my-requests/apply/:id',
  home: HOME,
  size: 'small',
  load: async ({ db, params, viewer, services }) => {
    const [part] = await listOpenParts(db, services.registry, ownContact(viewer), params.id)
    if (!part) throw new NotFound('Onderdeel')
    return { part }
  },
  title: 'Aanmelden',
  subtitle: ({ part }) => `${titleOf(part)} · ${formatPeriod(part.starts_at, part.ends_at)}`,
  view: 'training/teacher-requests/apply',
  form: ApplyForm,
  submits: [{ label: 'Aanmelden' }],
  save: async ({ trx, params, form, viewer, services }) => {
    const id = await applyFor(trx, services, params.id, { contactId: ownContact(viewer), ...form })
    return {
      changed: [
        { type: 'teacher-application', id },
        { type: 'appointment', id: params.id },
      ],
      flash: { str: 'U bent aangemeld; u hoort het van de planner', type: 'success' },
    }
  },
  example: (story) => ({
    params: { id: story.teaching.openToTeacher },
    form: { note: 'Graag' },
    foreign: { id: story.appointments.coming },
  }),
})

/** Takes an own application back. */
export const applicationWithdraw = action({
  area: ownRequestsArea,
  record: 'teacher-application',
  right: 'change',
  path: '/my-requests/withdraw/:id',
  save: async ({ trx, params }) => {
    const partId = await withdrawApplication(trx, params.id)
    return {
      changed: [
        { type: 'teacher-application', id: params.id },
        { type: 'appointment', id: partId },
      ],
      flash: { str: 'Aanmelding ingetrokken', type: 'success' },
    }
  },
  example: (story) => ({
    params: { id: story.teaching.application },
    foreign: { id: story.teaching.applicationOther },
  }),
})

/** What a planner says to who applied. */
export const applicationDecide = formPopup({
  area: teacherSearchArea,
  record: 'teacher-application',
  right: 'change',
  path: '/teacher-requests/application/:id',
  home: '/calendar',
  size: 'small',
  load: async ({ db, params }) => ({ application: await getApplication(db, params.id) }),
  title: ({ application }) => `Aanmelding van ${application.name}`,
  subtitle: ({ application }) =>
    `${titleOf(application)} · ${formatPeriod(application.starts_at, application.ends_at)}`,
  view: 'training/teacher-requests/decide',
  form: DecideForm,
  refusal: ({ application }) => (application.state === 'open' ? undefined : 'Deze aanmelding is al beantwoord.'),
  save: async ({ trx, params, form, viewer, services }) => {
    const application = await decide(trx, services, params.id, { ...form, actorId: viewer.id })
    return {
      changed: [
        { type: 'appointment', id: application.appointment_id },
        { type: 'teacher-application', id: params.id },
      ],
      flash: {
        str:
          form.answer === 'accepted'
            ? `${application.name} geeft dit onderdeel`
            : `Aanmelding van ${application.name} afgewezen`,
        type: 'success',
      },
    }
  },
  example: (story) => ({ params: { id: story.teaching.application }, form: { answer: 'refused' } }),
})
