import { sql } from 'kysely'
import * as z from 'zod'
import { Invalid } from '../../../platform/errors.ts'
import { escapeHtml } from '../../../platform/format/escape.ts'
import { formatPeriod } from '../../../platform/format/format.ts'
import { noMailNote } from '../../../platform/mail/sending.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import type { PopupAction } from '../../../platform/screens/popup/popup-actions.ts'
import { tellingOf } from '../../../system/messages/index.ts'
import { PLANNING_MENUS, getAppointment, listParts, lockParts, setStatus } from '../../planning/appointments/index.ts'
import { appointmentsArea } from '../../planning/appointments/rights.ts'
import { followEnrolments, listEverOf } from '../../money/ordering/index.ts'
import { courseAudience } from '../../messages/audiences/index.ts'
import { foreseeCancelled } from '../../messages/moments/index.ts'
import { TOLD_KINDS, TellForm, tellOfChange } from './notices.mails.ts'

const PATH = '/calendar/cancel'
const OVER = ['cancelled', 'done']

/** What stands in the message until somebody writes something else. */
const PROPOSED = {
  subject: 'Geannuleerd: {{ planning.cursus }} op {{ planning.datum }}',
  content:
    '<p>Beste {{ ontvanger.voornaam }},</p><p>Helaas gaat {{ planning.cursus }} op {{ planning.datum }} (planning {{ planning.nummer }}) niet door.</p><p>{% if andere_datums != blank %}</p><p>Op deze datums is er nog plaats:</p><p>{% for datum in andere_datums %}</p><p>{{ datum.opleiding }}: {{ datum.datum }} om {{ datum.begintijd }} uur{% if datum.plaats != blank %}, {{ datum.plaats }}{% endif %} ({{ datum.vrij }} vrij)</p><p>{% endfor %}</p><p>Laat ons weten welke u kiest, door dit bericht te beantwoorden.</p><p>{% else %}</p><p>Hebt u vragen, of wilt u op een andere datum komen? Neem dan contact met ons op.</p><p>{% endif %}</p><p>Met vriendelijke groet,<br>{{ afzender.naam }}</p>',
}

/** The same where nobody is told who could come to another one. */
const PROPOSED_WITHOUT_STUDENTS = {
  subject: PROPOSED.subject,
  content:
    '<p>Beste {{ ontvanger.voornaam }},</p><p>Helaas gaat {{ planning.cursus }} op {{ planning.datum }} (planning {{ planning.nummer }}) niet door.</p><p>Hebt u vragen? Neem dan contact met ons op.</p><p>Met vriendelijke groet,<br>{{ afzender.naam }}</p>',
}
const COMING = ['students', 'supervisors']

/** The same of one part: which one, and that the others go on where some are to come. What is text to a template stays text. */
const proposedFor = (part: { description: string; starts_at: Date; ends_at: Date }, othersCome: boolean) => {
  const name = part.description.replace(/[{}%]/g, '')
  const when = formatPeriod(part.starts_at, part.ends_at)
  return {
    subject: `Geannuleerd: ${name} van {{ planning.cursus }}`,
    content: `<p>Beste {{ ontvanger.voornaam }},</p><p>Helaas gaat ${escapeHtml(name)} op ${when} van {{ planning.cursus }} (planning {{ planning.nummer }}) niet door.${othersCome ? ' De andere onderdelen gaan wel door.' : ''}</p><p>Hebt u vragen? Neem dan contact met ons op.</p><p>Met vriendelijke groet,<br>{{ afzender.naam }}</p>`,
  }
}

/** All that is still to come of the planning, or the part that was opened alone. */
const What = z.object({ what: z.enum(['all', 'part']).catch('all') })

/** What goes when this is cancelled. */
const leaving = <Part extends { id: number; status: string }>(
  parts: Part[],
  { id, what }: { id: number; what: 'all' | 'part' },
): Part[] => parts.filter((part) => !OVER.includes(part.status) && (what === 'all' || part.id === id))

/** Whether something of the planning is still to come beside this part. */
const othersCome = (parts: { id: number; status: string; ends_at: Date }[], id: number): boolean =>
  parts.some((part) => part.id !== id && !OVER.includes(part.status) && part.ends_at > new Date())

const OVER_ALREADY = {
  all: 'Deze planning is al geannuleerd of afgerond.',
  part: 'Dit onderdeel is al geannuleerd of afgerond.',
}

/** Cancels what is still to come of a planning, or one part of it, and tells who has to know; shows first whom, and their text. */
export const planningCancel = formPopup({
  area: appointmentsArea,
  record: 'appointment',
  fieldsOf: 'message',
  right: 'change',
  path: `${PATH}/:id`,
  home: '/calendar',
  query: What,
  load: async ({ db, params, query: { what }, viewer, services }) => {
    const appointment = await getAppointment(db, params.id)
    const all = await listParts(db, appointment.group_id)
    const parts = leaving(all, { id: params.id, what })
    const telling = await tellingOf(db, viewer, courseAudience, [params.id], TOLD_KINDS)
    const isComing = telling.kinds.some(({ key }) => COMING.includes(key))
    const whole = isComing ? PROPOSED : PROPOSED_WITHOUT_STUDENTS
    const message = what === 'part' ? proposedFor(appointment, othersCome(all, params.id)) : whole
    const otherwise = await foreseeCancelled(
      db,
      parts.map(({ id }) => id),
    )
    const noMail = await noMailNote(services, viewer)
    return { appointment, what, parts, ...telling, otherwise, message, noMail, address: `appointment_id=${params.id}` }
  },
  title: ({ appointment, what }) =>
    what === 'part' ? `${appointment.description} annuleren` : `Planning ${appointment.group_id} annuleren`,
  subtitle: ({ appointment }) => `${appointment.course_description} · planning ${appointment.group_id}`,
  view: 'training/planning/cancel',
  form: TellForm,
  back: 'form',
  footnote: 'U kunt dit 24 uur ongedaan maken.',
  submits: ({ what }) => [{ label: what === 'part' ? 'Onderdeel annuleren' : 'Planning annuleren', danger: true }],
  refusal: ({ parts, what }) => (parts.length === 0 ? OVER_ALREADY[what] : undefined),
  save: async ({ trx, params, query: { what }, form, viewer, services }) => {
    const { group_id, description } = await getAppointment(trx, params.id)
    const parts = await lockParts(
      trx,
      (await listParts(trx, group_id)).map(({ id }) => id),
    )
    const left = leaving(parts, { id: params.id, what }).map(({ id }) => id)
    if (left.length === 0) throw new Invalid({ _form: [OVER_ALREADY[what]] })
    const done = what === 'part' ? `${description} geannuleerd` : `Planning ${group_id} geannuleerd`
    const flash = await tellOfChange(trx, services, viewer, { of: params.id, audience: courseAudience, form, done })
    await setStatus(trx, left, 'cancelled')
    await followEnrolments(trx, group_id, await listEverOf(trx, group_id))
    return { changed: [...left.map((id) => ({ type: 'appointment', id })), { type: 'message', id: 0 }], done, flash }
  },
  example: (story) => ({
    params: { id: story.appointments.coming },
    form: { ...PROPOSED, kinds: 'students' },
    foreign: null,
  }),
})

const cancels = { record: 'appointment', place: 'menu', area: appointmentsArea, right: 'change' } as const

/** In the menu of a planning of which something is still to come; its part alone where others go on. */
export const cancelActions: PopupAction[] = [
  {
    ...cancels,
    order: 48,
    action: ({ id }) => ({
      label: 'Alleen dit onderdeel annuleren',
      icon: 'calendar-minus',
      kind: 'popup',
      url: `${PATH}/${id}?what=part`,
      danger: true,
      synonyms: ['afzeggen', 'vervalt'],
      under: PLANNING_MENUS.leave,
    }),
    when: (_viewer, id) => sql`exists (select 1 from appointments chosen where chosen.id = ${id}
      and chosen.status <> all(${OVER}) and exists (select 1 from appointments part
        where part.group_id = chosen.group_id and part.id <> chosen.id and part.status <> all(${OVER})))`,
  },
  {
    ...cancels,
    order: 49,
    action: ({ id }) => ({
      label: 'Annuleren',
      icon: 'calendar-x',
      kind: 'popup',
      url: `${PATH}/${id}`,
      danger: true,
      synonyms: ['afzeggen', 'afgelasten', 'gaat niet door'],
      under: PLANNING_MENUS.leave,
    }),
    when: (_viewer, id) => sql`exists (select 1 from appointments part
      join appointments chosen on chosen.group_id = part.group_id
      where chosen.id = ${id} and part.status <> all(${OVER}))`,
  },
]
