import {
  oneOf,
  optionalMoment,
  paragraphs,
  reference,
  requiredDay,
  requiredLine,
  yesNo,
} from '../../platform/fields/kinds.ts'
import { KINDS } from './tasks.rules.ts'

/** What a task consists of. */
export const taskFields = {
  title: requiredLine('Taak', 200, { personal: true }),
  day: requiredDay('Voor'),
  /** Null: of whoever keeps the office. */
  user_id: reference('Voor wie', 'user'),
  kind: oneOf('Soort', KINDS),
  note: paragraphs('Toelichting', { maxlength: 4000, personal: true }),
  done: yesNo('Gedaan'),
  done_at: optionalMoment('Gedaan op'),
  done_by: reference('Gedaan door', 'user'),
}
