import { Invalid, NotFound } from '../../platform/errors.ts'
import { messagesArea } from '../../platform/mail/rights.ts'
import type { RecordType } from '../../platform/manifest.ts'
import { ownerRecords } from '../../platform/screens/form/carried.ts'
import { preview } from '../../platform/screens/form/preview.ts'
import type { Ctx } from '../../platform/screens/screen.ts'
import {
  type Form,
  type Query,
  addressed,
  formFor,
  messageFor,
  queryOf,
  reachedBy,
  recipientsOf,
  writeExample,
} from './written.queries.ts'

type Shown = Pick<Ctx<{ type: string }, Query>, 'db' | 'viewer' | 'params' | 'query' | 'services'> & { form: Form }

async function shown({ db, viewer, params, query, services, form }: Shown) {
  const to = await addressed(services, params.type, query, form)
  if (!to) throw new NotFound()
  return messageFor(db, viewer, to, form, { config: services.config, foresees: query.sends })
}

/** Who of those that are chosen now gets it and who does not, for the form that it is written in. */
async function reach({ db, viewer, params, query, services, form }: Shown) {
  if (!query.live || query.sends) return null
  const ids = query.ids.length > 0 ? query.ids : form.recipients
  const to = await recipientsOf(services, params.type, { ...query, ids })
  return to && reachedBy(db, services, viewer, { ...to, kinds: form.kinds })
}

/** How the message looks for one recipient; nothing is kept. */
export const messagePreview = (types: readonly RecordType[]) =>
  preview({
    area: messagesArea,
    record: 'message',
    recordParam: null,
    alsoRecords: ownerRecords(types),
    right: 'view',
    path: '/messages/preview/:type(word)',
    query: queryOf(types),
    form: formFor,
    view: 'system/messages/preview',
    load: async (ctx) => {
      const { query, form, params } = ctx
      // While somebody writes, what is not right yet is said where the message will stand.
      const message = await shown(ctx).catch((error: unknown) => {
        if (!query.live || !(error instanceof Invalid)) throw error
        return { problem: Object.values(error.fields).flat()[0] ?? null }
      })
      const told = { reach: await reach(ctx) }
      if ('problem' in message) return { ...message, ...told, choice: [], address: null }
      // Whom the message goes to by its address stands in the form already, to be chosen from.
      const choice = query.ids.length === 0 && form.recipients.length > 1 ? message.people : []
      return { ...message, ...told, choice, problem: null, address: `/messages/preview/${params.type}` }
    },
    example: writeExample,
  })
