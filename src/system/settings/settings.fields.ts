import * as z from 'zod'
import { ROLE_LABELS } from '../../platform/access/roles.ts'
import type { FieldFacts } from '../../platform/fields/facts.ts'
import {
  choice,
  count,
  emailAddress,
  fieldOf,
  line,
  phoneNumber,
  optionalCount,
  requiredLine,
  several,
  timeOfDay,
  yesNo,
} from '../../platform/fields/kinds.ts'
import { isUploadName } from '../../platform/files/uploaded-images.ts'
import { placeFields } from '../../platform/forms/address.ts'
import { chosen, optionalText } from '../../platform/forms/fields.ts'
import { DOCUMENT_KINDS } from './settings.list.ts'
import { formatIban, isIban } from './settings.rules.ts'

/** Settings keep empty text as such: null and '' would be two ways to say the same. */
const neverNull = <P extends z.ZodType<string | null>>(field: FieldFacts<P>) => ({
  ...field,
  parse: field.parse.transform((value): string => value ?? ''),
})

const cocNumber = optionalText(20)
  .transform((value) => value.replace(/\s/g, ''))
  .refine((value) => /^(\d{8})?$/.test(value), 'Een KVK-nummer heeft 8 cijfers.')

const vatId = optionalText(20)
  .transform((value) => value.replace(/[\s.]/g, '').toUpperCase())
  .refine((value) => /^(NL\d{9}B\d{2})?$/.test(value), 'Een btw-id ziet eruit als NL123456789B01.')

const iban = optionalText(42)
  .refine((value) => value === '' || isIban(value), 'Dit is geen geldig IBAN.')
  .transform(formatIban)

const webAddress = optionalText(200).refine(
  (value) => value === '' || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
  'Een webadres begint met https:// of http://.',
)

const picture = optionalText(60).refine((name) => name === '' || isUploadName(name), 'Kies de foto opnieuw.')

const kinds = chosen(z.enum(Object.keys(DOCUMENT_KINDS) as (keyof typeof DOCUMENT_KINDS)[]))

const { street, street_no, street_no_adding, postal_code, city } = placeFields

/** What the settings consist of: of the organisation, documents, holidays, signing in, mail, the waiting list and registers. */
export const settingFields = {
  name: requiredLine('Naam', 120),
  street: neverNull(street),
  street_no: neverNull(street_no),
  street_no_adding: neverNull(street_no_adding),
  postal_code: neverNull(postal_code),
  city: neverNull(city),
  phone: neverNull(phoneNumber('Telefoon')),
  email: neverNull(emailAddress('E-mail')),
  website: { ...line('Website', 200), parse: webAddress },
  coc_no: { ...line('KVK-nummer', 20), parse: cocNumber },
  vat_id: { ...line('Btw-id', 20), parse: vatId },
  iban: { ...line('IBAN', 42), parse: iban },
  welcome_picture: fieldOf('file', 'Welkomstfoto', picture),
  manual_url: { ...line('Eigen handleiding', 200), parse: webAddress },
  max_megabytes: count('Grootste bestand', 1, 100, { unit: 'MB' }),
  kinds: fieldOf(
    'checkbox',
    'Toegestane bestanden',
    kinds.refine((some) => some.length > 0, 'Vink minimaal één soort bestand aan.'),
    { options: DOCUMENT_KINDS },
  ),
  liberation_day: choice(
    'Bevrijdingsdag',
    { always: 'Elk jaar vrij', lustrum: 'Eens in de vijf jaar vrij', never: 'Niet vrij' },
    'always',
  ),
  good_friday: yesNo('Goede Vrijdag is vrij'),
  roles: several('Verplicht voor', ROLE_LABELS),
  sender_name: neverNull(line('Naam van de afzender', 120)),
  reply_to: neverNull(emailAddress('Antwoorden naar')),
  undo_seconds: count('Wachten met versturen', 0, 120, { unit: 's' }),
  answer_hours: count('Tijd voor een antwoord', 1, 100, { unit: 'werkuren' }),
  day_from: timeOfDay('Werkdag begint'),
  day_until: timeOfDay('Werkdag eindigt'),
  weekdays: several('Werkdagen', {
    1: 'Maandag',
    2: 'Dinsdag',
    3: 'Woensdag',
    4: 'Donderdag',
    5: 'Vrijdag',
    6: 'Zaterdag',
    7: 'Zondag',
  }),
  company_quota: optionalCount('Plaatsen per bedrijf', 1, 1000),
  hok_enabled: yesNo('Geslaagde cursisten doorgeven aan Het Oranje Kruis'),
}
