import * as z from 'zod'
import { emailList } from '../../platform/forms/email-list.ts'
import { everyParserOf } from '../../platform/fields/facts.ts'
import { checkbox, email, id, idList, version } from '../../platform/forms/fields.ts'
import { defaultMessageFields } from './defaults.fields.ts'
import { messageFields } from './messages.fields.ts'

const written = everyParserOf(messageFields)

export const DefaultMessageForm = z.object(everyParserOf(defaultMessageFields))
export const DefaultMessageEditForm = DefaultMessageForm.extend({ version })

/** People who were chosen one by one. */
const chosen = idList(20_000)

/** Whom a message is written to, in the query of the popup; beside this the record whose people they are. */
export const WriteQuery = z.object({ ids: chosen, template: id.optional() })

export const WriteForm = z.object({
  ...written,
  recipients: chosen,
  kinds: z
    .union([z.string(), z.array(z.string())])
    .default([])
    .transform((value) => [value].flat()),
  /** The recipient that the preview and the test are made for. */
  preview: z.coerce.number<string>().int().catch(0),
  test: checkbox,
})

export const ResendForm = z.object({ to: email, cc: emailList(), bcc: emailList() })
export const BulkResendForm = z.object({
  cc: emailList(),
  bcc: emailList(),
  messages: idList(200).pipe(z.array(z.number()).min(1, 'Kies minimaal één bericht.')),
})
/** What a person found out about a mail of which nobody knew whether it arrived. */
export const SettleForm = z.object({ state: z.enum(['sent', 'bounced'], 'Kies wat er met het bericht is gebeurd.') })
