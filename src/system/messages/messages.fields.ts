import { fieldOf, requiredLine } from '../../platform/fields/kinds.ts'
import { longText } from '../../platform/forms/fields.ts'
import { cleanHtml, plainText } from './html.rules.ts'

/** What the editor sends: HTML, of which only what a message may hold is kept. */
const html = longText(100_000)
  .transform(cleanHtml)
  .refine((content) => plainText(content) !== '', 'Vul een :label in.')

/** What a message consists of. */
export const messageFields = {
  subject: requiredLine('Onderwerp', 200),
  content: fieldOf('textarea', 'Bericht', html, { required: true }),
}
