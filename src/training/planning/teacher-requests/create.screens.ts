import { HttpError, Invalid } from '../../../platform/errors.ts'
import { may, type Viewer, viewerScope } from '../../../platform/access/viewer.ts'
import { formatCount, formatDateTime, formatPeriod, hueOf, initialsOf } from '../../../platform/format/format.ts'
import { noMailNote } from '../../../platform/mail/sending.ts'
import { action, fragment } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { getAppointment } from '../appointments/index.ts'
import { answer } from './answering.commands.ts'
import { listApplications } from './applications.queries.ts'
import { teacherRequestsArea, teacherSearchArea } from './rights.ts'
import { askAgain, stopSearch, whyNoSearch, withdrawRequest } from './searching.commands.ts'
import { AnswerForm, StopForm } from './teacher-requests.forms.ts'
import {
  type TeacherRequest,
  getRequest,
  getSearch,
  getSearchPart,
  listRequests,
  listSearchParts,
  listSearches,
} from './teacher-requests.queries.ts'
import { lacking, whyOver } from './teacher-requests.rules.ts'
import { aboutPart, applicationLine, neededText, requestLine } from './words.rules.ts'

const HOME = '/calendar'
const planning = { area: teacherSearchArea, home: HOME } as const

const changed = (partId: number, requestIds: number[] = []) => [
  { type: 'appointment', id: partId },
  ...requestIds.map((id) => ({ type: 'teacher-request', id })),
]

const person = (contactId: number, name: string) => ({
  contactId,
  name,
  initials: initialsOf(name),
  hue: hueOf(contactId),
})

/** Who was asked for a planning, part by part, and who applied; in the popup of each of its parts. */
export const teachersTab = fragment({
  area: teacherSearchArea,
  record: 'appointment',
  fieldsOf: 'teacher-request',
  right: 'view',
  path: '/calendar/:id/teachers',
  pageAddress: '/calendar/view-appointment/:id?item=teachers',
  view: 'training/teacher-requests/tab',
  load: async ({ db, params, viewer }) => {
    const now = new Date()
    const { group_id } = await getAppointment(db, params.id)
    const parts = await listSearchParts(db, group_id)
    const ids = parts.map(({ id }) => id)
    const searches = await listSearches(db, ids)
    const requests = Map.groupBy(
      await listRequests(
        db,
        searches.map(({ id }) => id),
      ),
      ({ search_id }) => search_id,
    )
    const applications = Map.groupBy(await listApplications(db, ids), ({ appointment_id }) => appointment_id)
    const changes = may(viewer, teacherSearchArea, 'change')
    return {
      changes,
      parts: parts
        .filter(({ status }) => status !== 'cancelled' || searches.length > 0)
        .map((part) => {
          const own = searches.filter(({ appointment_id }) => appointment_id === part.id)
          const open = own.find(({ state }) => state === 'open')
          return {
            id: part.id,
            title: part.description,
            period: formatPeriod(part.starts_at, part.ends_at),
            needed: neededText(part),
            isFull: lacking(part.needed, part.there) === 0,
            asks: changes && whyNoSearch(part, open !== undefined, now) === null,
            open: open
              ? {
                  id: open.id,
                  text: `${open.way === 'in_order' ? 'Op volgorde' : 'Allemaal tegelijk'}, antwoord binnen ${formatCount(open.answer_hours, 'werkuur', 'werkuren')}`,
                }
              : null,
            ended: open || !own[0] ? null : own[0].why,
            rows: own.flatMap((search) =>
              (requests.get(search.id) ?? []).map((request) => ({
                id: request.id,
                ...person(request.contact_id, request.name),
                ...requestLine(request),
                answers: changes && request.state === 'asked',
                withdraws: changes && request.state === 'waiting',
                again:
                  changes &&
                  ['no', 'lapsed', 'withdrawn'].includes(request.state) &&
                  (open === undefined || open.id === search.id) &&
                  whyOver(part, now) === null &&
                  lacking(part.needed, part.there) > 0,
              })),
            ),
            applications: (applications.get(part.id) ?? []).map((one) => ({
              id: one.id,
              ...person(one.contact_id, one.name),
              ...applicationLine(one),
              decides: changes && one.state === 'open',
            })),
          }
        }),
    }
  },
  example: (story) => ({ params: { id: story.appointments.coming } }),
})

/** Asks nobody any more for a part. */
export const teachersStop = formPopup({
  ...planning,
  record: 'teacher-search',
  right: 'change',
  path: '/teacher-requests/stop/:id',
  size: 'small',
  back: 'question',
  load: async ({ db, params, viewer, services }) => {
    const search = await getSearch(db, params.id)
    const asked = (await listRequests(db, [params.id])).filter(({ state }) => state === 'asked').length
    const noMail = asked > 0 ? await noMailNote(services, viewer) : null
    return { search, part: await getSearchPart(db, search.appointment_id), asked, noMail }
  },
  title: 'Stoppen met vragen',
  subtitle: ({ part }) => aboutPart(part),
  view: 'training/teacher-requests/stop',
  form: StopForm,
  refusal: ({ search }) => (search.state === 'open' ? undefined : 'Er worden geen docenten meer gevraagd.'),
  submits: ({ asked }) => [
    { label: asked === 0 ? 'Stoppen' : `${formatCount(asked, 'aanvraag', 'aanvragen')} intrekken`, danger: true },
  ],
  save: async ({ trx, params, form, services }) => {
    const partId = await stopSearch(trx, services, params.id, form.why)
    return { changed: changed(partId), flash: { str: 'Er worden geen docenten meer gevraagd', type: 'success' } }
  },
  example: (story) => ({ params: { id: story.teaching.search }, form: { why: 'Het kan ook met één docent' } }),
})

const planner = (viewer: Viewer) => viewerScope(viewer, teacherRequestsArea, 'change') === 'all'

const OUTCOMES = { yes: 'geeft dit onderdeel', no: 'kan niet', moved: '' } as const

/** What a teacher answers: the own, or by a planner what was said on the phone; or the request is withdrawn. */
export const requestAnswer = formPopup({
  area: teacherRequestsArea,
  record: 'teacher-request',
  right: 'change',
  path: '/teacher-requests/answer/:id',
  home: HOME,
  size: 'small',
  load: async ({ db, params, viewer }) => {
    const request = await getRequest(db, params.id)
    const part = await getSearchPart(db, request.appointment_id)
    return { request, part, plans: planner(viewer), until: request.expires_at && formatDateTime(request.expires_at) }
  },
  title: ({ request, plans }) => (plans ? `Antwoord van ${request.name}` : 'Kunt u dit geven?'),
  subtitle: ({ part }) => aboutPart(part),
  view: 'training/teacher-requests/answer',
  form: AnswerForm,
  refusal: ({ request, plans }) =>
    request.state === 'asked' || (plans && request.state === 'waiting') ? undefined : 'Deze aanvraag loopt niet meer.',
  // A teacher has a button per answer, as behind the link.
  submits: ({ plans }) =>
    plans
      ? [{ label: 'Opslaan' }]
      : [
          { label: 'Ik geef dit onderdeel', name: 'answer', value: 'yes' },
          { label: 'Nee, ik kan niet', name: 'answer', value: 'no' },
        ],
  save: async ({ trx, viewer, params, form, services }) => {
    if (form.answer === 'withdraw') {
      if (!planner(viewer)) throw new Invalid({ answer: ['Maak een keuze'] })
      const request = await withdrawRequest(trx, services, params.id, form.why || 'De aanvraag is ingetrokken')
      return {
        changed: changed(request.appointment_id, [params.id]),
        flash: { str: `Aanvraag aan ${request.name} ingetrokken`, type: 'success' },
      }
    }
    const request = await getRequest(trx, params.id)
    const outcome = await answer(trx, services, params.id, {
      reply: form.answer,
      actorId: viewer.id,
      reason: form.why,
    }).catch((error: unknown) => {
      if (error instanceof Invalid) throw new Invalid({ _form: Object.values(error.fields).flat() })
      throw error
    })
    if (outcome.kind === 'over' || outcome.kind === 'busy') throw new HttpError(409, `${outcome.why}.`)
    if (outcome.kind === 'moved') throw new HttpError(409, 'Dit onderdeel is zojuist verplaatst.')
    return {
      changed: changed(request.appointment_id, [params.id]),
      flash: {
        str: planner(viewer) ? `${request.name} ${OUTCOMES[outcome.kind]}` : 'Antwoord opgeslagen',
        type: 'success',
      },
    }
  },
  example: (story) => ({
    params: { id: story.teaching.asked },
    form: { answer: 'no' },
    foreign: { id: story.teaching.askedOther },
  }),
})

/** Asks somebody once more. */
export const requestAgain = action({
  area: teacherSearchArea,
  record: 'teacher-request',
  right: 'change',
  path: '/teacher-requests/again/:id',
  save: async ({ trx, params, services }) => {
    const request: TeacherRequest = await askAgain(trx, services, params.id)
    return {
      changed: changed(request.appointment_id, [params.id]),
      flash: { str: `${request.name} wordt opnieuw gevraagd`, type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.teaching.declined } }),
})
