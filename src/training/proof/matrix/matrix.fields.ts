import { optionalCount, optionalLine, requiredReference } from '../../../platform/fields/kinds.ts'
import { optionalText } from '../../../platform/forms/fields.ts'

/** What a company needs of a certificate. */
export const needFields = {
  company_id: requiredReference('Bedrijf', 'company'),
  course_id: requiredReference('Certificaat van', 'course'),
  /** Empty: of all functions. */
  job_title: { ...optionalLine('Functie', 100), parse: optionalText(100) },
  /** Empty: each of them. */
  needed: optionalCount('Aantal nodig', 1, 1000),
}
