import { HttpError } from '../../platform/errors.ts'
import type { Trx } from '../../platform/database/types.ts'
import { formatCount } from '../../platform/format/format.ts'
import { messagesArea } from '../../platform/mail/rights.ts'
import { sentFlash } from '../../platform/mail/sending.ts'
import { action } from '../../platform/screens/call/calls.ts'
import { getMail } from './messages.queries.ts'
import { sendPlanned, withdrawPlanned } from './planned.commands.ts'

const access = { area: messagesArea, record: 'message', right: 'change', noUndo: 'left the house' } as const

/** The mailing of a mail: what is planned leaves, or is taken back, for all who get it. */
async function mailingOf(trx: Trx, id: number): Promise<number> {
  const { mailing_id } = await getMail(trx, id)
  if (mailing_id === null) throw new HttpError(409, 'Dit bericht is niet gepland.')
  return mailing_id
}

export const plannedSend = action({
  ...access,
  path: '/messages/planned/send/:id',
  save: async ({ trx, params, services }) => {
    const people = await sendPlanned(trx, services, await mailingOf(trx, params.id))
    return {
      changed: [{ type: 'message', id: params.id }],
      flash: await sentFlash(services, `Het bericht gaat nu naar ${formatCount(people, 'persoon', 'personen')}`, {
        mails: people,
      }),
    }
  },
  example: (story) => ({ params: { id: story.plannedMessage } }),
})

/** Opens the writer with what was taken back: nothing that somebody wrote is lost. */
export const plannedWithdraw = action({
  ...access,
  path: '/messages/planned/withdraw/:id',
  save: async ({ trx, params, services }) => {
    const { people, writer } = await withdrawPlanned(trx, services, await mailingOf(trx, params.id))
    return {
      changed: [{ type: 'message', id: params.id }],
      flash: {
        str: `Het bericht aan ${formatCount(people, 'persoon', 'personen')} is teruggehaald`,
        type: 'success',
      },
      close: true,
      open: writer,
    }
  },
  example: (story) => ({ params: { id: story.plannedMessage } }),
})
