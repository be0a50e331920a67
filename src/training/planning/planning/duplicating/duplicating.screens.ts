import { sql } from 'kysely'
import { formPopup } from '../../../../platform/screens/form/form-popup.ts'
import type { PopupAction } from '../../../../platform/screens/popup/popup-actions.ts'
import { fullName } from '../../../../relations/contacts/index.ts'
import { closedDays } from '../../../../system/holidays/index.ts'
import { getAppointment, judgeStored, listResponsibles } from '../../appointments/index.ts'
import { appointmentsArea } from '../../appointments/rights.ts'
import { duplicatePlanning } from './duplicating.commands.ts'
import { DuplicateForm } from './duplicating.forms.ts'
import { heldParts } from './duplicating.queries.ts'
import { datesAgain, duplicatedText } from './duplicating.rules.ts'

const PATH = '/calendar/duplicate'

/** Plans a course once more: the dates are asked, all else comes along as far as it is free. */
export const planningDuplicate = formPopup({
  area: appointmentsArea,
  record: 'appointment',
  right: 'change',
  fieldsOf: 'appointment_group',
  path: `${PATH}/:id`,
  home: '/calendar',
  size: 'medium',
  load: async ({ db, params }) => {
    const source = await getAppointment(db, params.id)
    const parts = await heldParts(db, source.group_id)
    const people = await listResponsibles(
      db,
      parts.map(({ id }) => id),
    )
    const { isClosed } = await closedDays(db)
    return {
      source,
      parts: datesAgain(parts, new Date(), isClosed).map((part) => ({
        ...part,
        comes: [
          ...(part.room_id === null ? [] : [part.room_name]),
          ...people.filter(({ appointment_id }) => appointment_id === part.id).map(fullName),
        ],
      })),
    }
  },
  title: 'Planning dupliceren',
  subtitle: ({ source }) => `${source.course_description} · planning ${source.group_id}`,
  view: 'training/planning/duplicate',
  form: DuplicateForm,
  submits: [{ label: 'Planning toevoegen' }],
  save: async ({ trx, params, form, services }) => {
    const { planningId, partIds, left } = await duplicatePlanning(trx, services.registry, params.id, form)
    const firstPart = partIds[0]!
    const found = [...(await judgeStored(trx, services.registry, partIds)).values()].flat()
    return {
      changed: partIds.map((id) => ({ type: 'appointment', id })),
      flash: {
        str: duplicatedText(
          planningId,
          left,
          found.map(({ text }) => text),
        ),
        type: 'success',
      },
      open: `/calendar/view-appointment/${firstPart}`,
      body: { id: firstPart },
    }
  },
  example: (story) => ({ params: { id: story.appointments.foreign }, foreign: null }),
})

const again = { record: 'appointment', area: appointmentsArea, right: 'change' } as const

export const duplicateActions: PopupAction[] = [
  {
    ...again,
    place: 'menu',
    order: 6,
    action: ({ id }) => ({
      label: 'Dupliceren',
      icon: 'copy',
      kind: 'popup',
      url: `${PATH}/${id}`,
      synonyms: ['kopiëren', 'opnieuw'],
    }),
  },
  {
    ...again,
    place: 'step',
    order: 25,
    action: ({ id }) => ({ label: 'Tweede planning maken', icon: 'copy-plus', kind: 'popup', url: `${PATH}/${id}` }),
    when: (_viewer, id) => isFull(id),
    next: (_viewer, id) => isFull(id),
  },
]

/** Whether nobody more can come, while people may still want to. */
const isFull = (id: number) => sql`exists (select 1 from appointments where id = ${id}
  and status in ('planned', 'confirmed') and enrolled_count + reserved_count >= max_count and starts_at::date > now()::date)`
