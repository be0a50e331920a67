import * as z from 'zod'
import { Invalid } from '../../platform/errors.ts'
import { id } from '../../platform/forms/fields.ts'
import { formatCount, formatPeriod } from '../../platform/format/format.ts'
import { formPopup } from '../../platform/screens/form-popup.ts'
import type { OwnExample, SaveCtx } from '../../platform/screens/screen.ts'
import { listParts } from '../appointments/index.ts'
import { CancelForm, UnsubscribeForm, students } from './enrolment.forms.ts'
import { whoText } from './enrolment.rules.ts'
import { type Unsubscribed, unsubscribe } from './unsubscribing.commands.ts'
import { type Chosen, getChosen, getEnrolment } from './unsubscribing.queries.ts'
import { enrolmentArea } from './rights.ts'

const access = { area: enrolmentArea, record: 'appointment', right: 'change', home: '/calendar' } as const
const NOBODY = 'Vink minimaal één cursist aan.'
/** Asked when the ticked rows belong to different parts (T-169). */
const SEVERAL_MOMENTS = 'Uw selectie bevat verschillende contactmomenten. Weet u zeker dat u wilt doorgaan?'

const outcomeOf = ({ people, partIds, enrolmentIds }: Unsubscribed) => ({
  changed: [
    ...partIds.map((part) => ({ type: 'appointment', id: part })),
    ...enrolmentIds.map((enrolment) => ({ type: 'enrolment', id: enrolment })),
  ],
  flash: { str: `${formatCount(people, 'cursist', 'cursisten')} uitgeschreven`, type: 'success' as const },
})

/** What the confirmation says: who, from what, and whether the planning has more parts. */
async function screenOf(rows: Chosen[], partsOf: (planningId: number) => Promise<{ id: number }[]>) {
  if (rows.length === 0) throw new Invalid({ students: [NOBODY] })
  const planningIds = [...new Set(rows.map(({ group_id }) => group_id))]
  const parts = await Promise.all(planningIds.map(partsOf))
  const moments = [...new Map(rows.map((row) => [row.appointment_id, row])).values()]
  return {
    who: whoText([...new Set(rows.map(({ name }) => name))]),
    moments: moments.map(
      (row) => `${row.course_description}: ${row.description}, ${formatPeriod(row.starts_at, row.ends_at)}`,
    ),
    question: moments.length > 1 ? SEVERAL_MOMENTS : null,
    severalParts: parts.some((list) => list.length > 1),
    students: [...new Set(rows.map(({ contact_id }) => contact_id))].join(','),
    enrolments: rows.map((row) => row.id).join(','),
  }
}

const Query = z.object({ students, ids: students })
type UnsubscribeCtx = Pick<SaveCtx<object, object, z.output<typeof UnsubscribeForm>>, 'trx' | 'viewer' | 'form'>

async function saveUnsubscribe({ trx, viewer, form }: UnsubscribeCtx, appointmentId: number | null) {
  const rows = await getChosen(trx, viewer, { ...form, appointmentId })
  if (rows.length === 0) throw new Invalid({ students: [NOBODY] })
  const selection = rows.map((row) => ({ appointmentId: row.appointment_id, contactId: row.contact_id }))
  return outcomeOf(await unsubscribe(trx, viewer, { selection, fromAll: form.remove_from_all_appointments }))
}

const frame = {
  title: 'Uitschrijven',
  size: 'small',
  view: 'training/enrolment/unsubscribe',
  form: UnsubscribeForm,
  query: Query,
} as const

/** Unsubscribe students of one part, named by `students` or by the ticked rows `ids`. */
export const unsubscribePopup = formPopup({
  ...access,
  ...frame,
  submits: [{ label: 'Uitschrijven' }],
  path: '/calendar/unsubscribeStudents/:id',
  load: async ({ db, viewer, params, query }) => {
    const asked = { appointmentId: params.id, students: query.students, enrolments: query.ids }
    return screenOf(await getChosen(db, viewer, asked), (planningId) => listParts(db, planningId))
  },
  save: (ctx) => saveUnsubscribe(ctx, ctx.params.id),
  example: (story) => ({
    params: { id: story.appointments.coming },
    query: { students: String(story.contacts.anouk) },
    foreign: { id: story.appointments.foreign },
  }),
})

/** The same for rows ticked in a table, which may be of several parts. */
export const unsubscribeSelection = formPopup({
  ...access,
  ...frame,
  submits: [{ label: 'Uitschrijven' }],
  recordParam: null,
  path: '/calendar/unsubscribeStudents',
  load: async ({ db, viewer, query }) => {
    const asked = { appointmentId: null, students: [], enrolments: query.ids }
    return screenOf(await getChosen(db, viewer, asked), (planningId) => listParts(db, planningId))
  },
  confirm: ({ question }) => question,
  save: (ctx) => saveUnsubscribe(ctx, null),
  // Enrolments 1 and 2 are Anouk's, in both parts of the course that is coming.
  // The enrolments of Anouk and of Gerrit in the coming planning.
  example: () => ({ query: { ids: '1' }, foreign: { ids: 9, enrolments: 9 } }),
})

const cancelExample: OwnExample = (story) => ({
  params: { appointmentId: story.appointments.coming },
  query: { id: String(story.contacts.anouk) },
  foreign: { appointmentId: story.appointments.foreign },
})

/** Cancel one enrolment: all parts where there is one, else all or only this one (T-128, T-129, T-188). */
export const cancelEnrolment = formPopup({
  ...access,
  path: '/calendar/cancelEnrollment/:appointmentId',
  query: z.object({ id: id.optional() }),
  size: 'small',
  load: async ({ db, viewer, params, query }) => {
    if (query.id === undefined) throw new Invalid({ id: [NOBODY] })
    const enrolment = await getEnrolment(db, viewer, params.appointmentId, query.id)
    return { enrolment, period: formatPeriod(enrolment.starts_at, enrolment.ends_at) }
  },
  title: 'Uitschrijven',
  view: 'training/enrolment/cancel',
  form: CancelForm,
  submits: [{ label: 'Ja, uitschrijven' }],
  save: async ({ trx, viewer, params, form }) => {
    const { parts } = await getEnrolment(trx, viewer, params.appointmentId, form.id)
    const selection = [{ appointmentId: params.appointmentId, contactId: form.id }]
    return outcomeOf(await unsubscribe(trx, viewer, { selection, fromAll: form.all || parts.length === 1 }))
  },
  example: cancelExample,
})
