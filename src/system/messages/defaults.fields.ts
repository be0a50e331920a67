import { requiredLine } from '../../platform/fields/kinds.ts'
import { messageFields } from './messages.fields.ts'

/** What a default message consists of. */
export const defaultMessageFields = {
  name: requiredLine('Naam', 100),
  ...messageFields,
}
