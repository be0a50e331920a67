import * as z from 'zod'
import { Invalid } from '../../../../platform/errors.ts'
import { id } from '../../../../platform/forms/fields.ts'
import { formatCount, formatPeriod } from '../../../../platform/format/format.ts'
import { noMailNote } from '../../../../platform/mail/sending.ts'
import { type PlanCtx, bulkAction } from '../../../../platform/screens/table/bulk.ts'
import type { BulkPlan } from '../../../../platform/screens/table/bulk-plan.ts'
import { formPopup } from '../../../../platform/screens/form/form-popup.ts'
import type { OwnExample, SaveCtx } from '../../../../platform/screens/screen.ts'
import { listParts } from '../../../planning/appointments/index.ts'
import { costsChosen, costsOfEnding } from './costs.plan.ts'
import { CancelForm, UnsubscribeForm, students } from '../enrolment.forms.ts'
import { lockTogether } from '../enrolment.queries.ts'
import { type Unsubscribed, unsubscribe } from './unsubscribing.commands.ts'
import { type Chosen, enrolmentsBeside, getChosen, getEnrolment } from './unsubscribing.queries.ts'
import {
  type UnsubscribingPlan,
  mailsOfOne,
  planUnsubscribing,
  promisesMails,
  unsubscribingWords,
} from './unsubscribing.plan.ts'
import { enrolmentArea } from '../../../rights.ts'

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

const Selection = UnsubscribeForm.extend({ ids: students })
type Form = z.output<typeof Selection>
type UnsubscribeCtx = Pick<SaveCtx<object, object, Form>, 'trx' | 'viewer' | 'form'>
type Asking = Pick<PlanCtx<object, Form>, 'db' | 'viewer' | 'form'>

const askedBy = ({ students: people, enrolments, ids, ...form }: Form, appointmentId: number | null) => ({
  appointmentId,
  students: people,
  enrolments: enrolments.length > 0 ? enrolments : ids,
  fromAll: form.remove_from_all_appointments,
})

/** Those chosen, in the rows that the question is about. @throws Invalid when there are none */
async function chosenRows({ db, viewer, form }: Asking, appointmentId: number | null): Promise<Chosen[]> {
  const rows = await getChosen(db, viewer, askedBy(form, appointmentId))
  if (rows.length === 0) throw new Invalid({ students: [NOBODY] })
  return rows
}

/** All of them or nobody, for a program that saw no preview. */
async function saveUnseen({ trx, viewer, form }: UnsubscribeCtx, appointmentId: number | null) {
  const rows = await chosenRows({ db: trx, viewer, form }, appointmentId)
  const selection = rows.map((row) => ({ appointmentId: row.appointment_id, contactId: row.contact_id }))
  const costs = costsChosen(viewer, form)
  return outcomeOf(await unsubscribe(trx, viewer, { selection, fromAll: form.remove_from_all_appointments, ...(costs ? { costs } : {}) })) // prettier-ignore
}

/** The question about those who were chosen, of one part or of several. */
const asking = (partOf: (params: { id?: number }) => number | null) => ({
  words: unsubscribingWords,
  danger: true,
  form: Selection,
  initial: { remove_from_all_appointments: true, costs: 'course' as const },
  choices: {
    view: 'training/enrolment/unsubscribe',
    load: async (ctx: PlanCtx<{ id?: number }, Form>) => {
      const rows = await chosenRows(ctx, partOf(ctx.params))
      const planningIds = [...new Set(rows.map(({ group_id }) => group_id))]
      const parts = await Promise.all(planningIds.map((planningId) => listParts(ctx.db, planningId)))
      const ending = rows.map((row) => row.id)
      const all = await enrolmentsBeside(ctx.db, ending)
      return {
        severalParts: parts.some((list) => list.length > 1),
        costs: await costsOfEnding(ctx.db, ctx.viewer, all),
      }
    },
  },
  hidden: async (ctx: PlanCtx<{ id?: number }, Form>) => {
    const rows = await chosenRows(ctx, partOf(ctx.params))
    return {
      students: [...new Set(rows.map(({ contact_id }) => contact_id))],
      enrolments: rows.map(({ id: enrolment }) => enrolment),
    }
  },
  plan: async ({ db, viewer, params, form }: PlanCtx<{ id?: number }, Form>) =>
    planUnsubscribing(db, viewer, { ...askedBy(form, partOf(params)), costs: form }),
  lock: async ({ trx, viewer, params, form }: SaveCtx<{ id?: number }, object, Form>) => {
    const rows = await chosenRows({ db: trx, viewer, form }, partOf(params))
    const parts = rows.map(({ appointment_id }) => appointment_id)
    await lockTogether(trx, [...new Set(parts)], form.remove_from_all_appointments ? 'all' : 'this')
  },
  unseen: (ctx: SaveCtx<{ id?: number }, object, Form>) => saveUnseen(ctx, partOf(ctx.params)),
  carryOut: async ({ trx, viewer, form }: UnsubscribeCtx, plan: BulkPlan) => {
    const { selection } = plan as UnsubscribingPlan
    const costs = costsChosen(viewer, form)
    const { flash: _flash, ...saved } = outcomeOf(
      await unsubscribe(trx, viewer, { selection, fromAll: false, ...(costs ? { costs } : {}) }),
    )
    return saved
  },
})

/** Unsubscribe students of one part, named by `students` or by the ticked rows `ids`. */
export const [unsubscribePopup, unsubscribePreview] = bulkAction({
  ...access,
  ...asking(({ id: part }) => part ?? null),
  path: '/calendar/unsubscribeStudents/:id',
  previewPath: '/calendar/unsubscribeStudents/:id/preview',
  example: (story) => ({
    params: { id: story.appointments.coming },
    query: { students: String(story.contacts.anouk) },
    foreign: { id: story.appointments.foreign },
  }),
})

/** The same for rows ticked in a table, which may be of several parts. */
export const [unsubscribeSelection, unsubscribeSelectionPreview] = bulkAction({
  ...access,
  ...asking(() => null),
  recordParam: null,
  path: '/calendar/unsubscribeStudents',
  previewPath: '/calendar/unsubscribeStudents/preview',
  confirm: async (ctx) => {
    const rows = await chosenRows(ctx, null)
    return new Set(rows.map(({ appointment_id }) => appointment_id)).size > 1 ? SEVERAL_MOMENTS : null
  },
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
  load: async ({ db, viewer, params, query, services }) => {
    if (query.id === undefined) throw new Invalid({ id: [NOBODY] })
    const enrolment = await getEnrolment(db, viewer, params.appointmentId, query.id)
    const period = formatPeriod(enrolment.starts_at, enrolment.ends_at)
    const costs = await costsOfEnding(db, viewer, await enrolmentsBeside(db, [enrolment.id]))
    const mails = await mailsOfOne(db, viewer, enrolment)
    return { enrolment, period, costs, mails, noMail: promisesMails(mails) ? await noMailNote(services, viewer) : null }
  },
  title: ({ enrolment }) => `${enrolment.name} uitschrijven`,
  view: 'training/enrolment/cancel',
  form: CancelForm,
  back: 'question',
  footnote: 'U kunt dit 24 uur ongedaan maken.',
  submits: [{ label: '1 cursist uitschrijven', danger: true }],
  save: async ({ trx, viewer, params, form }) => {
    const { parts } = await getEnrolment(trx, viewer, params.appointmentId, form.id)
    const selection = [{ appointmentId: params.appointmentId, contactId: form.id }]
    const costs = costsChosen(viewer, form)
    return outcomeOf(
      await unsubscribe(trx, viewer, {
        selection,
        fromAll: form.all || parts.length === 1,
        ...(costs ? { costs } : {}),
      }),
    )
  },
  example: cancelExample,
})
