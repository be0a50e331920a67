import * as z from 'zod'
import { idList } from '../../../platform/forms/fields.ts'
import { formatCount } from '../../../platform/format/format.ts'
import { action, json } from '../../../platform/screens/call/calls.ts'
import { getAppointment } from '../../planning/appointments/index.ts'
import { sendNow, validate } from './registers.commands.ts'
import type { RegisterKey } from './requests.rules.ts'
import { registerSendArea, registersArea } from './rights.ts'

/** Whether students of a planning can be passed on to a register, and what keeps them from it (T-170). */
export const validationOf = (register: RegisterKey) =>
  json({
    area: registersArea,
    record: 'appointment',
    right: 'view',
    path: `/${register}/validateAppointment/:id` as const,
    query: z.object({ students: idList(1000) }),
    answer: async ({ db, params, query, services }) => {
      const { group_id: planningId } = await getAppointment(db, params.id)
      const errors = await validate(services, register, { planningId, students: query.students })
      return { success: errors.length === 0, errors }
    },
    example: (story) => ({ params: { id: story.appointments.toFinish } }),
  })

/** All that waits for a register, or was tried often enough, is sent now. */
export const sendingTo = (register: RegisterKey) =>
  action({
    area: registerSendArea,
    record: 'register-request',
    right: 'change',
    recordParam: null,
    path: `/${register}/run` as const,
    noUndo: 'accepted by an outside system',
    save: async ({ trx, services }) => {
      const count = await sendNow(trx, services, { register })
      const str =
        count === 0
          ? 'Er wacht niets op verzending'
          : `${formatCount(count, 'cursist wordt', 'cursisten worden')} verstuurd`
      return { changed: [{ type: 'register-request', id: 0 }], flash: { str, type: 'success' } }
    },
    example: () => ({}),
  })
