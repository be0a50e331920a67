import * as z from 'zod'
import { MAX_ID, checkbox } from '../../../platform/forms/fields.ts'
import { formatCount, formatDate } from '../../../platform/format/format.ts'
import { sentFlash } from '../../../platform/mail/sending.ts'
import { bulkAction } from '../../../platform/screens/table/bulk.ts'
import { bulkFlash } from '../../../platform/screens/table/bulk-plan.ts'
import { lockTogether, move } from '../../places/enrolment/index.ts'
import { type Goal, MOVING_WORDS, type MovingPlan, listGoals, planMovingAll } from './moving-all.plan.ts'
import { decisionsArea } from './rights.ts'

const MovingForm = z.object({
  planning: z.coerce.number<string>('Kies een planning.').int().min(0).max(MAX_ID).nullable().default(null),
  tell: checkbox,
})

/** 'VCA VOL, 01-12-2026, planning 20444, 6 plaatsen vrij, zonder Praktijk'. */
const goalText = ({ isOther, course, starts_at, id, free, lacks }: Goal): string =>
  [
    ...(isOther ? [course] : []),
    formatDate(starts_at),
    `planning ${id}`,
    `${formatCount(free, 'plaats', 'plaatsen')} vrij`,
    ...(lacks.length > 0 ? [`zonder ${lacks.join(' en ')}`] : []),
  ].join(', ')

/** Everybody of a planning that does not go on goes to others: it shows first who where, who not and which mails go. */
export const [movingAll, movingAllPreview] = bulkAction({
  area: decisionsArea,
  record: 'appointment',
  right: 'change',
  path: '/decisions/move/:id',
  previewPath: '/decisions/move/:id/preview',
  home: '/decisions',
  size: 'medium',
  words: MOVING_WORDS,
  form: MovingForm,
  initial: { planning: 0, tell: true },
  asks: ({ planning }) => (planning === null ? 'Kies een planning.' : null),
  choices: {
    view: 'training/decisions/move',
    load: async ({ db, viewer, params }) => ({
      options: (await listGoals(db, viewer, params.id)).map((opening) => ({
        isOther: opening.isOther,
        value: String(opening.id),
        label: goalText(opening),
      })),
    }),
  },
  plan: ({ db, viewer, params, form }) => planMovingAll(db, viewer, { ...form, appointmentId: params.id }),
  lock: async ({ trx, viewer, params, form }) => {
    const { going } = await planMovingAll(trx, viewer, { ...form, appointmentId: params.id })
    await lockTogether(trx, [params.id, ...going.map(({ target }) => target)], 'all')
  },
  carryOut: async ({ trx, viewer, services, params, form }, plan) => {
    const { going } = plan as MovingPlan
    const changed: { type: string; id: number }[] = []
    let mails = 0
    for (const { target, contactIds } of going) {
      const moved = await move(
        trx,
        viewer,
        {
          appointmentId: params.id,
          contactIds,
          targetId: target,
          whatAppointments: 'all',
          historical: false,
          sendMessage: form.tell,
          waiver: '',
        },
        services,
      )
      mails += form.tell ? contactIds.length : 0
      changed.push(...moved.partIds.map((id) => ({ type: 'appointment', id })))
      changed.push(...moved.enrolmentIds.map((id) => ({ type: 'enrolment', id })))
    }
    const done = bulkFlash(plan, MOVING_WORDS)
    return {
      changed,
      flash:
        mails === 0 ? { str: done, type: 'success' } : await sentFlash(services, done, { mails, done: `${done}.` }),
    }
  },
  example: (story) => ({ params: { id: story.appointments.coming }, form: { planning: 0 } }),
})
