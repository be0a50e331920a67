import * as z from 'zod'
import type { ContentKind } from '../../platform/files/content-kind.ts'
import { parsersOf } from '../../platform/fields/facts.ts'
import { email, id, longText, optionalText, text, version } from '../../platform/forms/fields.ts'
import type { ReceivedFile } from '../../platform/http/receive-file.ts'
import { documentFields } from './documents.fields.ts'
import { documentTypeFields } from './types.fields.ts'

const file = z.custom<ReceivedFile>((value) => value !== undefined, 'Kies een bestand.')

export const DocumentForm = z.object({
  ...parsersOf(documentFields, 'type_id', 'external'),
  /** Empty: that of the file. */
  name: optionalText(documentFields.name.maxlength),
  file,
})
export const DocumentEditForm = z.object({ ...parsersOf(documentFields, 'name', 'type_id', 'external'), version })
export const DocumentVersionForm = z.object({ file })
export const DocumentExternalForm = z.object({ id, ...parsersOf(documentFields, 'external') })

export const DocumentSendForm = z.object({
  to: email,
  subject: text(200),
  body: longText(10_000).pipe(z.string().min(1, 'Vul een :label in.')),
})

export const TypeForm = z.object(parsersOf(documentTypeFields, 'name'))
export const TypeEditForm = z.object({ ...parsersOf(documentTypeFields, 'name', 'active'), version })

/** What the setting `documents` says; what was never set has these values. */
export const DocumentLimits = z.object({
  /** Largest file in MB (1,000,000 bytes, as the specification counts them). */
  max_megabytes: z.number().int().min(1).max(200).default(20),
  kinds: z.array(z.string()).default(['pdf', 'image', 'office', 'text']),
})

/** The kinds people choose from, with the contents each stands for. */
export const KIND_GROUPS: Record<string, readonly ContentKind[]> = {
  pdf: ['pdf'],
  image: ['jpg', 'png', 'webp', 'heic'],
  office: ['docx', 'xlsx', 'pptx', 'odt', 'ods'],
  text: ['txt'],
  archive: ['zip'],
}
