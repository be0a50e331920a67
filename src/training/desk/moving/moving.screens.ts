import type * as z from 'zod'
import { formatDate, formatPeriod } from '../../../platform/format/format.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import { noMailNote } from '../../../platform/mail/sending.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { preview } from '../../../platform/screens/form/preview.ts'
import type { Ctx, ExampleCall } from '../../../platform/screens/screen.ts'
import type { Story } from '../../../platform/story.ts'
import { fullName } from '../../../relations/contacts/index.ts'
import { fixedReason, getAppointment, listResponsibles } from '../../planning/appointments/index.ts'
import { appointmentsArea } from '../../planning/appointments/rights.ts'
import { moveByHand } from './moving.commands.ts'
import { MoveForm, MoveQuery } from './moving.forms.ts'
import { outcomeOf, planMove } from './moving.plan.ts'

const PATH = '/calendar/move-appointment/:id'
const access = { area: appointmentsArea, record: 'appointment', right: 'change' } as const

/** A day on which the story has nothing. */
const emptyDay = () => formatDate(addDays(today(), 500))
const example = (story: Story): ExampleCall => ({
  params: { id: story.appointments.coming },
  form: { version: 1, start_datetime: `${emptyDay()} 09:00`, end_datetime: `${emptyDay()} 12:00` },
})

/** What dragging does, in words: for touch, and for who would rather type. */
export const partMove = formPopup({
  ...access,
  path: PATH,
  home: '/calendar',
  size: 'medium',
  query: MoveQuery,
  load: async ({ db, params, query: { copy, lanes = null, lane = 0 } }) => {
    const appointment = await getAppointment(db, params.id)
    const teacher =
      lanes === 'teachers'
        ? (await listResponsibles(db, [params.id])).find(({ contact_id }) => contact_id === lane)
        : undefined
    return {
      appointment,
      copy: copy !== undefined,
      lanes,
      lane,
      chosen: lane <= 0 ? [] : [{ id: lane, label: teacher ? fullName(teacher) : roomLabelOf(appointment) }],
      address: PATH.replace(':id', String(params.id)),
    }
  },
  title: ({ copy }) => (copy ? 'Onderdeel kopiëren' : 'Onderdeel verplaatsen'),
  subtitle: ({ appointment }) =>
    [
      appointment.course_description,
      `planning ${appointment.group_id}`,
      formatPeriod(appointment.starts_at, appointment.ends_at),
    ].join(' · '),
  view: 'training/moving/form',
  form: MoveForm,
  version: ({ appointment }) => appointment.version,
  submits: ({ copy }) => [{ label: copy ? 'Kopiëren' : 'Verplaatsen' }],
  refusal: ({ appointment, copy }) => (copy ? undefined : (fixedReason(appointment.status) ?? undefined)),
  save: async ({ trx, params, form, services }) => {
    const { id, done } = await moveByHand(trx, services.registry, params.id, form)
    return { changed: [{ type: 'appointment', id }], flash: { str: done, type: 'success' } }
  },
  example,
})

const roomLabelOf = ({
  establishment_name,
  room_name,
}: {
  establishment_name: string | null
  room_name: string | null
}) => [establishment_name, room_name].filter(Boolean).join(', ')

type Asking = Pick<Ctx<{ id: number }, object>, 'db' | 'params' | 'services' | 'viewer'> & {
  form: z.output<typeof MoveForm>
}

async function shownOutcome({ db, params, form, services, viewer }: Asking) {
  const plan = await planMove(db, services.registry, params.id, form, form.confirm_conflicts)
  return outcomeOf(plan, plan.mails > 0 ? await noMailNote(services, viewer) : null)
}

/** What would come of it, for the agenda while something is dragged. */
export const moveOutcome = preview({
  ...access,
  path: `${PATH}/outcome`,
  form: MoveForm,
  load: shownOutcome,
  example,
})

/** The same below the form. */
export const moveOutcomeText = preview({
  ...access,
  path: `${PATH}/outcome/text`,
  form: MoveForm,
  view: 'training/moving/outcome',
  load: async (ctx) => ({ outcome: await shownOutcome(ctx) }),
  example,
})
