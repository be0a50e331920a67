import * as z from 'zod'
import { everyParserOf } from '../../platform/fields/facts.ts'
import { placeFields } from '../../platform/fields/address.ts'
import {
  day,
  emailAddress,
  fieldOf,
  line,
  list,
  optionalCount,
  optionalLine,
  requiredDay,
  requiredLine,
  requiredReference,
  yesNo,
} from '../../platform/fields/kinds.ts'
import { awayFields } from '../occupations/index.ts'
import { selectorId, wholeNumberOrNull } from '../../platform/forms/fields.ts'

/** When the doors are open. The times are judged of an open day alone: what stands in those of a closed one is nothing. */
const clock = z
  .string()
  .default('')
  .transform((value) => value.trim())
const hourFields = {
  open: yesNo('Open'),
  opens: fieldOf('time', 'Openingstijd', clock),
  closes: fieldOf('time', 'Sluitingstijd', clock),
}

/** What an establishment consists of. */
export const establishmentFields = {
  name: requiredLine('Naam', 120),
  ...placeFields,
  email: emailAddress('E-mailadres'),
  active: yesNo('In gebruik'),
  travel: list(
    'Reistijden',
    {
      other_id: requiredReference('Andere vestiging', 'establishment'),
      minutes: optionalCount('Reistijd', 1, 600, { unit: 'minuten' }),
    },
    200,
  ),
  days: fieldOf('list', 'Openingstijden', z.array(z.object(everyParserOf(hourFields))), { items: hourFields }),
}

/** What a day consists of on which an establishment has other hours, or none. */
export const specialDayFields = {
  day: requiredDay('Dag'),
  description: optionalLine('Omschrijving', 120),
  ...hourFields,
}

/** What a room consists of. */
export const roomFields = {
  establishment_id: fieldOf('selector', 'Vestiging', selectorId, { record: 'establishment', required: true }),
  name: requiredLine('Naam', 120),
  capacity: fieldOf('number', 'Plaatsen', wholeNumberOrNull(1, 1000), { min: 1, max: 1000 }),
  active: yesNo('In gebruik'),
  hired: yesNo('Gehuurd'),
  ...placeFields,
  hire_contact: line('Contact', 200, { personal: true }),
  option_until: day('Optie tot en met'),
  hire_confirmed: yesNo('Huur bevestigd'),
}

/** What a time consists of in which a room is closed, as for maintenance. */
export const roomClosureFields = {
  room_id: requiredReference('Lokaal', 'room'),
  description: requiredLine('Omschrijving', 120),
  ...awayFields,
}
