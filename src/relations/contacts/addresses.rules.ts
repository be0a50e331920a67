import { cityLine, streetLine } from '../../platform/fields/address.ts'
import { countryName } from '../../platform/format/country.ts'

export interface Addressed {
  name: string
  /** Whose address it is, where it is that of the company; empty for one's own. */
  company: string
  street: string | null
  street_no: string | null
  street_no_adding: string | null
  postal_code: string | null
  city: string | null
  country_code: string
}

/** Post within the country says nothing of it. */
const HOME = 'NL'

/** An address as it stands on an envelope: at home, or at the company for the attention of somebody. */
export const envelopeLines = (to: Addressed): string[] =>
  [
    ...(to.company === '' ? [to.name] : [to.company, `t.a.v. ${to.name}`]),
    streetLine(to),
    cityLine(to),
    to.country_code === HOME ? '' : (countryName(to.country_code)?.toUpperCase() ?? ''),
  ]
    .map((line) => line.trim())
    .filter((line) => line !== '')
