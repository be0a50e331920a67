import { fieldOf, requiredLine } from '../../platform/fields/kinds.ts'
import { longText } from '../../platform/forms/fields.ts'
import { cleanHtml, plainText } from './html.rules.ts'
import { isVisible } from './template.rules.ts'

/** What the editor sends: HTML, of which only what a message may hold is kept. */
const html = longText(100_000)
  .transform(cleanHtml)
  .refine((content) => plainText(content) !== '', 'Vul een :label in.')

const subject = requiredLine('Onderwerp', 200)

/** What a message consists of. */
export const messageFields = {
  subject: { ...subject, parse: subject.parse.refine(isVisible, 'Vul een :label in.') },
  content: fieldOf('textarea', 'Bericht', html, { required: true }),
}
