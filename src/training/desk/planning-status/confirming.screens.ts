import { sql } from 'kysely'
import { Invalid } from '../../../platform/errors.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { noMailNote } from '../../../platform/mail/sending.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import type { PopupAction } from '../../../platform/screens/popup/popup-actions.ts'
import { tellingOf } from '../../../system/messages/index.ts'
import type { Audience } from '../../../system/messages/points.ts'
import { getAppointment, listParts, lockParts, setStatus } from '../../planning/appointments/index.ts'
import { appointmentsArea } from '../../planning/appointments/rights.ts'
import { courseAudience } from '../../messages/audiences/index.ts'
import { foreseeConfirmed } from '../../messages/moments/index.ts'
import { TOLD_KINDS, TellForm, tellOfChange } from './notices.mails.ts'

const PATH = '/calendar/confirm'
/** States that come before a planning is certain. */
const UNCERTAIN = ['option', 'planned']
const CERTAIN_ALREADY = 'Deze planning is al bevestigd.'

/** What stands in the message until somebody writes something else. */
const PROPOSED = {
  subject: 'Gaat door: {{ planning.cursus }} op {{ planning.datum }}',
  content:
    '<p>Beste {{ ontvanger.voornaam }},</p><p>{{ planning.cursus }} (planning {{ planning.nummer }}) gaat door:</p><p>{% for onderdeel in onderdelen %}</p><p>{{ onderdeel.omschrijving }}: {{ onderdeel.datum }} van {{ onderdeel.begintijd }} tot {{ onderdeel.eindtijd }} uur{% if onderdeel.plaats != blank %}, {{ onderdeel.plaats }}{% endif %}</p><p>{% endfor %}</p><p>Met vriendelijke groet,<br>{{ afzender.naam }}</p>',
}

/**
 * Whom confirming tells: the people of the planning, but for who reads of their enrolment by itself once it is certain,
 * with when and where, so that nobody gets two mails of one thing.
 */
async function toTell(db: Db | Trx, planningId: number) {
  const byItself = await foreseeConfirmed(db, planningId)
  const told = [...new Set(byItself.flatMap(({ readers }) => readers))]
  const audience: Audience = {
    ...courseAudience,
    people: (viewer, ids, kinds) => sql`
      select * from (${courseAudience.people(viewer, ids, kinds)}) one where one.id <> all(${told}::integer[])`,
  }
  return { audience, byItself: byItself.map(({ template, readers }) => ({ template, mails: readers.length })) }
}

/** Confirms every part of a planning that was not certain yet, and tells who has to know; shows first whom, and their text. */
export const planningConfirm = formPopup({
  area: appointmentsArea,
  record: 'appointment',
  fieldsOf: 'message',
  right: 'change',
  path: `${PATH}/:id`,
  home: '/calendar',
  load: async ({ db, params, viewer, services }) => {
    const appointment = await getAppointment(db, params.id)
    const parts = (await listParts(db, appointment.group_id)).filter(({ status }) => UNCERTAIN.includes(status))
    const { audience, byItself } = await toTell(db, appointment.group_id)
    const telling = await tellingOf(db, viewer, audience, [params.id], TOLD_KINDS)
    const noMail = await noMailNote(services, viewer)
    const address = `appointment_id=${params.id}`
    return { appointment, parts, ...telling, byItself, message: PROPOSED, noMail, address }
  },
  title: ({ appointment }) => `Planning ${appointment.group_id} bevestigen`,
  subtitle: ({ appointment }) => `${appointment.course_description} · planning ${appointment.group_id}`,
  view: 'training/planning/confirm',
  form: TellForm,
  back: 'form',
  footnote: 'U kunt dit 24 uur ongedaan maken.',
  submits: [{ label: 'Planning bevestigen' }],
  refusal: ({ parts }) => (parts.length === 0 ? CERTAIN_ALREADY : undefined),
  save: async ({ trx, params, form, viewer, services }) => {
    const { group_id } = await getAppointment(trx, params.id)
    const parts = await lockParts(
      trx,
      (await listParts(trx, group_id)).map(({ id }) => id),
    )
    const uncertain = parts.filter(({ status }) => UNCERTAIN.includes(status)).map(({ id }) => id)
    if (uncertain.length === 0) throw new Invalid({ _form: [CERTAIN_ALREADY] })
    const done = `Planning ${group_id} bevestigd`
    const { audience } = await toTell(trx, group_id)
    const flash = await tellOfChange(trx, services, viewer, { of: params.id, audience, form, done })
    const changed = await setStatus(trx, uncertain, 'confirmed')
    return {
      changed: [...changed.map((id) => ({ type: 'appointment', id })), { type: 'message', id: 0 }],
      done,
      flash,
    }
  },
  example: (story) => ({
    params: { id: story.appointments.option },
    form: { ...PROPOSED, kinds: 'students' },
    foreign: null,
  }),
})

/** Confirming, which an option waits for. */
export const confirmStep: PopupAction = {
  record: 'appointment',
  place: 'step',
  order: 10,
  area: appointmentsArea,
  right: 'change',
  action: ({ id }) => ({ label: 'Bevestigen', icon: 'circle-check', kind: 'popup', url: `${PATH}/${id}` }),
  when: (_viewer, id) => sql`exists (select 1 from appointments where id = ${id} and status = any(${UNCERTAIN}))`,
  next: (_viewer, id) => sql`exists (select 1 from appointments where id = ${id} and status = 'option')`,
}
