import type { Trx } from '../../../platform/database/types.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Flash } from '../../../platform/screens/models.ts'
import { formatCount } from '../../../platform/format/format.ts'
import { sentFlash } from '../../../platform/mail/sending.ts'
import type { Services } from '../../../platform/services.ts'
import { WriteForm, tell } from '../../../system/messages/index.ts'
import type { Audience } from '../../../system/messages/points.ts'

/** Who has to know whether a planning is held. */
export const TOLD_KINDS = ['students', 'supervisors', 'responsibles']

/** What is sent along with a change of a planning: the text, and to which kinds of its people. */
export const TellForm = WriteForm.pick({ subject: true, content: true, kinds: true }).extend({
  kinds: WriteForm.shape.kinds.refine((kinds) => kinds.every((kind) => TOLD_KINDS.includes(kind))),
})

interface Telling {
  /** A part of the planning. */
  of: number
  audience: Audience
  form: { kinds: string[]; subject: string; content: string }
  /** What was done, which the flash says. */
  done: string
}

/** Tells the people of a planning of what is done to it, where somebody is ticked; answers what the flash says. */
export async function tellOfChange(
  trx: Trx,
  services: Services,
  viewer: Viewer,
  { of, audience, form, done }: Telling,
): Promise<Flash> {
  const { queued } =
    form.kinds.length === 0 ? { queued: 0 } : await tell(trx, services, viewer, audience, { of, ...form })
  if (queued === 0) return { str: done, type: 'success' }
  const sent = `${done}; het bericht staat klaar voor ${formatCount(queued, 'persoon', 'personen')}`
  return sentFlash(services, sent, { mails: queued, done: `${done}.` })
}
