import * as z from 'zod'
import { fieldOf } from '../../../platform/fields/kinds.ts'
import { time } from '../../../platform/forms/fields.ts'

const timeOrNull = z.union([z.literal('').transform(() => null), time], ':label is geen geldige tijd (uu:mm).').default(null) // prettier-ignore

/** When a customer can be visited at its address; empty: as the settings say. */
export const visitingHoursFields = {
  visit_from: fieldOf('time', 'Bezoektijd van', timeOrNull),
  visit_until: fieldOf('time', 'Bezoektijd tot', timeOrNull),
}
