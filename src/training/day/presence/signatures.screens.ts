import * as z from 'zod'
import { formatPeriod } from '../../../platform/format/format.ts'
import { offsetOf, wallClock } from '../../../platform/format/zone.ts'
import { action, file } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import type { Story } from '../../../platform/story.ts'
import { getAppointment } from '../../planning/appointments/index.ts'
import { LATE_MINUTES, inTimeUntil, listCountedParts } from '../../planning/code95/index.ts'
import { resultsArea } from '../../rights.ts'
import { getSignature, getSigner, listNextSigners } from './presence.queries.ts'
import type { SigningAt } from './presence.rules.ts'
import { keepArrival, keepSignature } from './signatures.commands.ts'
import { ArrivalForm, MomentQuery, SignatureForm } from './signatures.forms.ts'

/** Whoever takes presence in a part takes the signatures too. */
const access = {
  area: resultsArea,
  record: 'appointment',
  recordParam: null,
  alsoRecords: { appointmentId: 'appointment' },
} as const
const PATH = '/calendar/signatureInterface/:appointmentId/:contactId'

/** An image of one pixel. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
/** Where a student signs; on leaving it is another address, so that a phone keeps both apart. */
const padOf = ({ appointmentId, contactId, moment }: SigningAt) =>
  `/calendar/signatureInterface/${appointmentId}/${contactId}${moment === 'end' ? '?moment=end' : ''}`

const aboutText = (name: string, moment: SigningAt['moment']): string =>
  moment === 'end'
    ? `${name} vertrekt en tekent hieronder met vinger, pen of muis.`
    : `${name} was aanwezig bij deze opleiding en tekent hieronder met vinger, pen of muis.`

/** Where it counts when somebody comes: the day of the part, the last time that is not too late, and what is known. */
function arrivingOf(startsAt: Date, arrivedAt: Date | null) {
  const { day } = wallClock(startsAt)
  const last = wallClock(inTimeUntil(startsAt))
  return {
    day,
    offset: offsetOf(startsAt),
    // A time that is typed is one of that day.
    inTimeUntil: last.day === day ? last.time : '23:59',
    lateMinutes: LATE_MINUTES,
    arrived: arrivedAt === null ? '' : wallClock(arrivedAt).time,
  }
}

const signing = (story: Story) => ({
  params: { appointmentId: story.appointments.coming, contactId: story.contacts.anouk },
  form: { signature: `data:image/png;base64,${DOT}` },
  foreign: { appointmentId: story.appointments.foreign, contactId: story.contacts.anouk },
})

/** Where a student signs for being there. It has no record: a change notice must not wipe what is being drawn. */
export const signatureInterface = popup({
  ...access,
  right: 'view',
  path: PATH,
  home: '/calendar',
  size: 'medium',
  query: MomentQuery,
  load: async ({ db, viewer, params, query: { moment } }) => {
    const at = { ...params, moment }
    const appointment = await getAppointment(db, params.appointmentId)
    const signer = await getSigner(db, at)
    const after = await listNextSigners(db, viewer, at)
    const counted = await listCountedParts(db, [params.appointmentId])
    // Whose turn it is without asking for it: the phone goes from hand to hand where there is no network too.
    const line = after.map(({ contactId, name }) => ({
      name,
      action: padOf({ ...at, contactId }),
      about: aboutText(name, moment),
    }))
    return {
      appointment,
      signer,
      next: line[0] ?? null,
      line,
      moment,
      about: aboutText(signer.name, moment),
      action: padOf(at),
      arriving:
        moment === 'start' && counted.has(params.appointmentId)
          ? arrivingOf(appointment.starts_at, signer.arrivedAt)
          : null,
    }
  },
  title: ({ signer }) => `Handtekening van ${signer.name}`,
  subtitle: ({ appointment }) =>
    [appointment.course_description, formatPeriod(appointment.starts_at, appointment.ends_at)].join(' · '),
  view: 'training/presence/signature',
  example: signing,
})

export const signatureSave = action({
  ...access,
  right: 'change',
  path: PATH,
  form: SignatureForm,
  save: async ({ trx, viewer, params, form, services }) => {
    const id = await keepSignature(trx, services, params, form)
    const at = { ...params, moment: form.moment }
    const [next] = form.next ? await listNextSigners(trx, viewer, at) : []
    return {
      changed: [
        { type: 'enrolment', id },
        { type: 'appointment', id: params.appointmentId },
      ],
      flash: { str: 'Handtekening opgeslagen', type: 'success' },
      close: true,
      ...(next ? { open: padOf({ ...at, contactId: next.contactId }) } : {}),
    }
  },
  example: signing,
})

/** When a student came, where that counts; kept where there is no network, as a signature is. */
export const arrivalEdit = formPopup({
  ...access,
  right: 'change',
  path: '/calendar/arrival/:appointmentId/:contactId',
  home: '/calendar',
  size: 'small',
  form: ArrivalForm,
  load: async ({ db, params }) => {
    const appointment = await getAppointment(db, params.appointmentId)
    const signer = await getSigner(db, { ...params, moment: 'start' })
    return { appointment, signer, arriving: arrivingOf(appointment.starts_at, signer.arrivedAt) }
  },
  title: ({ signer }) => `Aankomst van ${signer.name}`,
  subtitle: ({ appointment }) =>
    [appointment.course_description, formatPeriod(appointment.starts_at, appointment.ends_at)].join(' · '),
  view: 'training/presence/arrival',
  kept: ({ signer }) => `Aankomst van ${signer.name}`,
  save: async ({ trx, params, form }) => ({
    changed: [
      { type: 'enrolment', id: await keepArrival(trx, params, form.arrived) },
      { type: 'appointment', id: params.appointmentId },
    ],
    flash: { str: 'Aankomst opgeslagen', type: 'success' },
  }),
  example: (story) => ({
    params: { appointmentId: story.code95.coming, contactId: story.code95.drivers[0]! },
    form: { arrived: '08:25' },
    foreign: { appointmentId: story.appointments.foreign, contactId: story.contacts.anouk },
  }),
})

/** The image of a signature; `at` only makes the address of a newer one another. */
export const signatureImage = file({
  ...access,
  right: 'view',
  path: '/calendar/signature/:appointmentId/:contactId',
  query: MomentQuery.extend({ at: z.string().max(20).optional() }),
  open: async ({ db, params, query, services }) => {
    const { storage_key, mime_type } = await getSignature(db, { ...params, moment: query.moment })
    return {
      name: `handtekening-${params.appointmentId}-${params.contactId}.${mime_type.slice('image/'.length)}`,
      mimeType: mime_type,
      content: await services.files.open(storage_key),
      inline: true,
    }
  },
  // Nobody in the story has signed yet.
  example: (story) => {
    const { params, form, foreign } = signing(story)
    return {
      params,
      foreign,
      first: [{ path: padOf({ ...params, moment: 'start' }), form }],
    }
  },
})
