import { fieldOf, requiredLine } from '../../platform/fields/kinds.ts'
import { htmlText } from './html.forms.ts'
import { plainText } from './html.rules.ts'

/** A message that says something. */
const html = htmlText.refine((content) => plainText(content) !== '', 'Vul een :label in.')

/** What a message consists of. */
export const messageFields = {
  subject: requiredLine('Onderwerp', 200),
  content: fieldOf('textarea', 'Bericht', html, { required: true }),
}
