import * as z from 'zod'
import { count, fieldOf, yesNo } from '../../platform/fields/kinds.ts'
import { id, selectorIdOrNull, time } from '../../platform/forms/fields.ts'

const keyOr = (missing: string) => z.string(missing).min(1, missing).max(60)
const listOfKeys = z.preprocess((given) => [given ?? []].flat(), z.array(z.string().max(60)).max(20))
const timeOrNull = z.union([z.literal('').transform(() => null), time], 'Vul een tijd in, zoals 09:00.').default(null)

/** What a message that is sent at a moment consists of; what there is to choose from, the kinds of moments say. */
export const momentFields = {
  kind: fieldOf('select', 'Moment', keyOr('Kies een moment.'), { required: true }),
  days: count('Dagen ervoor of erna', 0, 365),
  at: fieldOf('time', 'Tijdstip', timeOrNull),
  recipients: fieldOf('select', 'Aan', keyOr('Kies aan wie het bericht gaat.'), { required: true }),
  template_id: fieldOf('select', 'Standaardbericht', id, { required: true, record: 'default-message' }),
  object_id: fieldOf('selector', 'Geldt voor', selectorIdOrNull),
  conditions: fieldOf('checkbox', 'Voorwaarden', listOfKeys),
  active: yesNo('Actief'),
}
