import * as z from 'zod'
import { Invalid } from '../../../platform/errors.ts'
import { MAX_ID, id } from '../../../platform/forms/fields.ts'
import { formatCount, formatDate } from '../../../platform/format/format.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { listOpenings, lockTogether } from '../../places/enrolment/index.ts'
import { type AgainInput, listMissed, planAgain } from './again.plan.ts'
import { enrolAgain, setAside } from './retakes.commands.ts'
import { outcomeText } from './retakes.rules.ts'
import { rescheduleArea } from './rights.ts'

const HOME = '/courses/retakes'
const access = { area: rescheduleArea, record: 'enrolment' } as const
/** What is kept as the reason where somebody lets it be. */
const DROPPED = 'Laten vervallen'

const RescheduleForm = z.object({
  again: z.enum(['this', 'all'], 'Maak een keuze').default('this'),
  /** 0: the first that has a place. */
  planning: z.coerce
    .number<string>('Kies een planning.')
    .int('Kies een planning.')
    .min(0, 'Kies een planning.')
    .max(MAX_ID, 'Kies een planning.'),
})

const inputOf = (enrolment: number, course: number, form: z.output<typeof RescheduleForm>): AgainInput => ({
  enrolments: [enrolment],
  again: form.again,
  plannings: form.planning === 0 ? new Map() : new Map([[course, form.planning]]),
})

/** Somebody who has to take a part again, by the enrolment that was missed or failed: where they go, or that they do not. */
export const rescheduleView = formPopup({
  ...access,
  right: 'change',
  path: '/reschedule/view/:id',
  home: HOME,
  size: 'medium',
  load: async ({ db, viewer, params }) => {
    const [row] = await listMissed(db, [params.id])
    const openings = await listOpenings(db, viewer, [row!.course_id], [row!.contact_id])
    return {
      row: row!,
      why: `${outcomeText(row!.lacking)}: ${row!.lacking.map(({ description }) => description).join(', ')}, ${formatDate(row!.starts_at)}`,
      options: openings.map(({ id: planning, starts_at, free }) => ({
        value: String(planning),
        label: `${formatDate(starts_at)}, planning ${planning}`,
        sub: free === 0 ? 'vol' : `${formatCount(free, 'plaats', 'plaatsen')} vrij`,
        isFull: free === 0,
      })),
    }
  },
  title: ({ row }) => `${row.name} opnieuw inplannen`,
  subtitle: ({ row }) =>
    `${row.company_name ?? 'Particulier'} · ${row.course_description} van ${formatDate(row.starts_at)}`,
  actions: ({ row }) => [
    {
      label: DROPPED,
      icon: 'archive',
      kind: 'post',
      url: '/reschedule/delete',
      fields: { id: String(row.id) },
      confirm: `Weet u zeker dat u ${row.name} niet opnieuw wilt inplannen?`,
      area: rescheduleArea,
      right: 'change',
    },
  ],
  view: 'training/retakes/reschedule',
  form: RescheduleForm,
  submits: [{ label: 'Inplannen' }],
  refusal: ({ options }) =>
    options.some(({ isFull }) => !isFull) ? undefined : 'Er is nog geen planning met een plaats.',
  save: async ({ trx, viewer, params, form }) => {
    const [row] = await listMissed(trx, [params.id])
    const input = inputOf(params.id, row!.course_id, form)
    const parts = (await planAgain(trx, viewer, input)).going.flatMap((one) => one.parts)
    if (parts.length > 0) await lockTogether(trx, [...new Set(parts)], 'all')
    const { going, stays, contactIds } = await planAgain(trx, viewer, input)
    if (stays.length > 0) throw new Invalid({ planning: [`${row!.name} ${stays[0]!.why}.`] })
    const { partIds, enrolmentIds } = await enrolAgain(trx, viewer, going)
    return {
      changed: [
        ...[...new Set(partIds)].map((part) => ({ type: 'appointment', id: part })),
        ...[...enrolmentIds, params.id].map((enrolment) => ({ type: 'enrolment', id: enrolment })),
        ...contactIds.map((contact) => ({ type: 'contact', id: contact })),
      ],
      flash: { str: `${row!.name} opnieuw ingepland`, type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.retakes.open }, form: { again: 'all', planning: 0 } }),
})

/** Nobody plans them again: it sets aside. */
export const rescheduleDelete = action({
  ...access,
  recordParam: null,
  right: 'change',
  path: '/reschedule/delete',
  form: z.object({ id }),
  formRecords: { id: 'enrolment' },
  save: async ({ trx, form }) => {
    const rows = await listMissed(trx, [form.id])
    await setAside(trx, rows, DROPPED)
    return {
      changed: rows.flatMap((row) => [
        { type: 'enrolment', id: row.id },
        { type: 'contact', id: row.contact_id },
      ]),
      flash: { str: `${rows[0]!.name} wordt niet opnieuw ingepland`, type: 'success' },
      close: true,
    }
  },
  example: (story) => ({ form: { id: story.retakes.open } }),
})
