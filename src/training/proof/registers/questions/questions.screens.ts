import * as z from 'zod'
import { idList } from '../../../../platform/forms/fields.ts'
import { formatCount } from '../../../../platform/format/format.ts'
import { action } from '../../../../platform/screens/call/calls.ts'
import { getAppointment } from '../../../planning/appointments/index.ts'
import { registerSendArea } from '../rights.ts'
import { askStudents, withdrawQuestion } from './questions.commands.ts'

const access = { area: registerSendArea, record: 'appointment', right: 'change' } as const

/** Mails students of a planning a link by which they mend what a register will not take. */
export const questionsAsk = action({
  ...access,
  path: '/calendar/:id/registers/ask',
  noUndo: 'left the house',
  form: z.object({ contacts: idList(1000) }),
  formRecords: { contacts: 'contact' },
  save: async ({ trx, params, form: { contacts }, services }) => {
    const { group_id } = await getAppointment(trx, params.id)
    const asked = await askStudents(trx, services, group_id, [...new Set(contacts)])
    return {
      changed: [{ type: 'appointment', id: params.id }],
      flash: { str: `${formatCount(asked, 'cursist', 'cursisten')} gevraagd`, type: 'success' },
    }
  },
  example: (story) => ({
    params: { id: story.registerRequests.refused.part },
    form: { contacts: String(story.registerRequests.refused.contact) },
    foreign: { id: story.appointments.foreign },
  }),
})

export const questionWithdraw = action({
  ...access,
  path: '/calendar/:id/registers/withdraw/:contact_id',
  noUndo: 'account, right or secret',
  save: async ({ trx, params }) => {
    const { group_id } = await getAppointment(trx, params.id)
    await withdrawQuestion(trx, group_id, params.contact_id)
    return {
      changed: [{ type: 'appointment', id: params.id }],
      flash: { str: 'De link werkt niet meer', type: 'success' },
    }
  },
  example: (story) => ({
    params: { id: story.registerRequests.refused.part, contact_id: story.registerRequests.refused.contact },
    foreign: { id: story.appointments.foreign, contact_id: story.registerRequests.refused.contact },
  }),
})
