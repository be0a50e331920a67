import * as z from 'zod'
import { formatPeriod } from '../../platform/format/format.ts'
import { action, file } from '../../platform/screens/calls.ts'
import { popup } from '../../platform/screens/popup.ts'
import type { Story } from '../../platform/story.ts'
import { getAppointment } from '../appointments/index.ts'
import { resultsArea } from '../results/rights.ts'
import { getSignature, getSigner, listNextSigners } from './presence.queries.ts'
import { keepSignature } from './signatures.commands.ts'
import { SignatureForm } from './signatures.forms.ts'

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
/** Where a student signs. */
const padOf = (at: { appointmentId: number; contactId: number }) =>
  `/calendar/signatureInterface/${at.appointmentId}/${at.contactId}`

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
  load: async ({ db, viewer, params }) => {
    const appointment = await getAppointment(db, params.appointmentId)
    const signer = await getSigner(db, params)
    const after = await listNextSigners(db, viewer, params)
    // Whose turn it is without asking for it: the phone goes from hand to hand where there is no network too.
    const line = after.map(({ contactId, name }) => ({ name, action: padOf({ ...params, contactId }) }))
    return { appointment, signer, next: line[0] ?? null, line, action: padOf(params) }
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
    const id = await keepSignature(trx, services, params, form.signature)
    const [next] = form.next ? await listNextSigners(trx, viewer, params) : []
    return {
      changed: [
        { type: 'enrolment', id },
        { type: 'appointment', id: params.appointmentId },
      ],
      flash: { str: 'Handtekening opgeslagen', type: 'success' },
      close: true,
      ...(next ? { open: padOf({ ...params, contactId: next.contactId }) } : {}),
    }
  },
  example: signing,
})

/** The image of a signature; `at` only makes the address of a newer one another. */
export const signatureImage = file({
  ...access,
  right: 'view',
  path: '/calendar/signature/:appointmentId/:contactId',
  query: z.object({ at: z.string().max(20).optional() }),
  open: async ({ db, params, services }) => {
    const { storage_key, mime_type } = await getSignature(db, params)
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
      first: [{ path: padOf(params), form }],
    }
  },
})
