import { choice, count, fieldOf, oneOfMany, references, requiredLine, timeOfDay } from '../../platform/fields/kinds.ts'
import { optionalText } from '../../platform/forms/fields.ts'
import { EVERY, FORMATS } from './reports.rules.ts'

/** What a report consists of. */
export const reportFields = {
  name: requiredLine('Naam', 100),
  page: fieldOf('text', 'Lijst', optionalText(200), { maxlength: 200 }),
  query: fieldOf('text', 'Filters, kolommen en groepen', optionalText(4000), { maxlength: 4000 }),
  format: choice('Als', FORMATS, 'screen'),
  mail_every: oneOfMany('Per e-mail', EVERY, 'Niet'),
  mail_day: count('Op dag', 1, 28),
  mail_at: timeOfDay('Om'),
  user_ids: references('Aan', 'user', 20),
}
