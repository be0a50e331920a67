import * as z from 'zod'
import { idList } from '../../../platform/forms/fields.ts'
import { WriteForm } from '../../../system/messages/index.ts'

/** What is said when an invitation cannot be sent. */
export const SENDING_FAILED = 'Er ging iets mis bij het verzenden.'
/** What is said when it cannot because of addresses. */
export const WRONG_EMAILS = 'Niet alle geadresseerden hebben een correct e-mail adres.'

const MOST = 5000
export const InvitationsQuery = z.object({ ids: idList(MOST) })

const refreshers = idList(MOST).refine((chosen) => chosen.length > 0, 'Kies minimaal één herhaling.')
const recipients = idList(MOST).refine((chosen) => chosen.length > 0, 'Kies minimaal één ontvanger.')

export const RefreshersStep = z.object({ refreshers })
export const PeopleStep = z.object({ recipients })

const all = z
  .object({ refreshers, recipients })
  .extend(WriteForm.pick({ subject: true, content: true, preview: true }).shape)
export type InvitationInput = z.output<typeof all>

/** What is wrong with an invitation is told where it is, and of the whole as the specification says (T-165, T-166). */
export const InvitationForm = z.unknown().transform((sent, ctx): InvitationInput => {
  const read = all.safeParse(sent)
  if (read.success) return read.data
  for (const { path, message } of read.error.issues) ctx.addIssue({ code: 'custom', path, message })
  ctx.addIssue({ code: 'custom', path: ['_form'], message: SENDING_FAILED })
  return z.NEVER
})

/** The text as far as it is written, for its preview. */
export const PreviewForm = z
  .object({ refreshers: idList(MOST) })
  .extend(WriteForm.pick({ subject: true, content: true, preview: true }).shape)
