import * as z from 'zod'
import { emailList } from '../../platform/forms/email-list.ts'
import { moment } from '../../platform/forms/moment.ts'
import { everyParserOf } from '../../platform/fields/facts.ts'
import { checkbox, email, id, idList, optionalText, version } from '../../platform/forms/fields.ts'
import type { ReceivedFile, UploadRule } from '../../platform/http/receive-file.ts'
import { defaultMessageFields } from './defaults.fields.ts'
import { htmlText } from './html.forms.ts'
import { messageFields } from './messages.fields.ts'

const written = everyParserOf(messageFields)

/** People who were chosen one by one. */
const chosen = idList(20_000)

/** What can go along with a message: most mail servers take about 10 MB in all. */
export const WRITE_UPLOAD = {
  field: 'files',
  folder: 'uploads',
  maxBytes: 10_000_000,
  most: 5,
  kinds: ['pdf', 'jpg', 'png', 'webp', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'txt'],
} as const satisfies UploadRule

/** What the upload received (`WRITE_UPLOAD`); elsewhere a form has none. */
const files = z.custom<ReceivedFile[]>().default([])

export const DefaultMessageForm = z.object({
  ...everyParserOf(defaultMessageFields),
  files,
  /** Its files that stay. */
  keep: idList(20),
})
export const DefaultMessageEditForm = DefaultMessageForm.extend({ version })

/** What the field for files says and takes. */
export const FILES = {
  max: WRITE_UPLOAD.maxBytes,
  hint: `PDF, Office, afbeeldingen of tekst; hooguit ${WRITE_UPLOAD.most} bestanden, samen 10 MB.`,
}

/** A message is planned at most so far ahead. */
const YEAR_MS = 366 * 86_400_000

/** Whom a message is written to, in the query of the popup; beside this the record whose people they are. */
export const WriteQuery = z.object({
  ids: chosen,
  template: id.optional(),
  /** What was written before and is written anew. */
  mailing: id.optional(),
  /** The kinds of people that are ticked when it opens. */
  to: z.string().max(200).default(''),
  /** It is shown while it is written: what is missing stands in no way yet. */
  live: checkbox,
  /** It goes with a paper, and sending that makes the links that are not there yet. */
  sends: checkbox,
})

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
  /** Says in the calendars of its readers when they are expected. */
  calendar: checkbox,
  /** In whose name it goes. */
  sender: z
    .string()
    .regex(/^(own|house|establishment-\d{1,9})$/, 'Maak een keuze')
    .default('own'),
  files,
  /** Files of the message that is written anew, or of a default message, which go along. */
  keep: idList(20),
  /** When it leaves; empty: at once. */
  send_at: moment.orNull
    .refine((at) => at === null || at > new Date(), 'Kies een tijdstip dat nog komt.')
    .refine((at) => at === null || at.getTime() < Date.now() + YEAR_MS, 'Kies een tijdstip binnen een jaar.'),
})

/** The same while it is written. */
export const LiveForm = WriteForm.extend({
  subject: optionalText(200).transform((subject) => subject || 'Nog geen onderwerp'),
  content: htmlText,
  send_at: z
    .unknown()
    .optional()
    .transform(() => null),
})

export const ResendForm = z.object({ to: email, cc: emailList(), bcc: emailList() })
export const BulkResendForm = z.object({
  cc: emailList(),
  bcc: emailList(),
  messages: idList(200).pipe(z.array(z.number()).min(1, 'Kies minimaal één bericht.')),
})
/** What a person found out about a mail of which nobody knew whether it arrived. */
export const SettleForm = z.object({ state: z.enum(['sent', 'bounced'], 'Kies wat er met het bericht is gebeurd.') })
