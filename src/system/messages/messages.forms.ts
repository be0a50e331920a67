import * as z from 'zod'
import { emailList } from '../../platform/forms/email-list.ts'
import { checkbox, email, id, idList, longText, text, version } from '../../platform/forms/fields.ts'
import { cleanHtml, plainText } from './html.rules.ts'
import { isVisible } from './template.rules.ts'

/** What the editor sends: HTML, of which only what a message may hold is kept. */
const content = longText(100_000)
  .transform(cleanHtml)
  .refine((html) => plainText(html) !== '', 'Vul een :label in.')

const subject = text(200).refine(isVisible, 'Vul een :label in.')

export const DefaultMessageForm = z.object({ name: text(100), subject, content })
export const DefaultMessageEditForm = z.object({ name: text(100), subject, content, version })

/** Whom a message is written to, in the query of the popup. */
export const WriteQuery = z.object({
  ids: idList(20_000),
  contact_id: id.optional(),
  appointment_id: id.optional(),
  template: id.optional(),
})

export const WriteForm = z.object({
  subject,
  content,
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
