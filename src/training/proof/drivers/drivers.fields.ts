import { duration, requiredDay, requiredLine, requiredReference } from '../../../platform/fields/kinds.ts'
import { courseFields } from '../../catalogue/courses/index.ts'

/** What is known of the code 95 of a driver. */
export const driverFields = {
  contact_id: requiredReference('Chauffeur', 'contact'),
  valid_until: requiredDay('Code 95 geldig tot en met', { personal: true }),
}

/** What a driver got for a course, of here or of elsewhere. */
export const creditFields = {
  contact_id: requiredReference('Chauffeur', 'contact'),
  description: requiredLine('Opleiding', 200),
  code: courseFields.code95_code,
  minutes: duration('Uren', 1, 35 * 60),
  practice: courseFields.code95_practice,
  counted_on: requiredDay('Gevolgd op'),
}
