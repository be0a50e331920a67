import {
  count,
  day,
  fieldOf,
  optionalMoment,
  reference,
  requiredLine,
  requiredReference,
  wholeNumber,
  yesNo,
} from '../../../platform/fields/kinds.ts'
import { textOrNull } from '../../../platform/forms/fields.ts'

/** An online course of the supplier. */
export const eLearningCourseFields = {
  code: requiredLine('Code', 60),
  description: requiredLine('Naam', 200),
  expiry_days: count('Geldig (dagen)', 1, 3650, { unit: 'dagen' }),
  product_id: reference('Product', 'product'),
  course_id: reference('Hoort bij opleiding', 'course'),
  active: yesNo('In gebruik'),
}

/** A licence by which somebody follows it. */
export const licenseFields = {
  contact_id: requiredReference('Cursist', 'contact'),
  e_learning_course_id: requiredReference('E-learning', 'e_learning_course'),
  group_id: reference('Planning', 'appointment'),
  active: yesNo('Actief'),
  expires_on: day('Geldig tot'),
  progress: wholeNumber('Voortgang', 0, 100, { unit: '%' }),
  completed_at: optionalMoment('Afgerond op'),
  grade: fieldOf('text', 'Cijfer', textOrNull(6)),
  link_sent_at: optionalMoment('Link verstuurd op'),
}
