import * as z from 'zod'
import { fieldOf } from '../../platform/fields/kinds.ts'
import { longText } from '../../platform/forms/fields.ts'

const LONGEST = 10_000

/** What a note consists of. */
export const noteFields = {
  body: fieldOf('textarea', 'Notitie', longText(LONGEST).pipe(z.string().min(1, 'Vul een :label in.')), {
    maxlength: LONGEST,
    required: true,
    personal: true,
  }),
}
