import { OTHER_LANGUAGES } from '../../platform/format/languages.ts'
import { addressFields } from '../../platform/fields/address.ts'
import {
  day,
  emailAddress,
  fieldOf,
  line,
  oneOf,
  oneOfMany,
  optionalLine,
  paragraphs,
  phoneNumber,
  reference,
  requiredLine,
  several,
  wholeNumber,
  yesNo,
} from '../../platform/fields/kinds.ts'
import { dateOrNull, idList } from '../../platform/forms/fields.ts'
import { today } from '../../platform/format/zone.ts'
import { ROLE_LABELS } from '../../system/accounts/index.ts'

const personal = true

/** Nobody is born before it (the database says so too), or in the future. */
const FIRST_BIRTH_DATE = '1900-01-01'
const birthDateOrNull = dateOrNull.refine(
  (date) => date === null || (date >= FIRST_BIRTH_DATE && date <= today()),
  ':label moet tussen 01-01-1900 en vandaag liggen.',
)

/** What a contact consists of. */
export const contactFields = {
  first_name: optionalLine('Voornaam', 100, { personal }),
  initials: optionalLine('Voorletters', 20, { personal }),
  last_name_prefix: optionalLine('Tussenvoegsel', 30, { personal }),
  last_name: requiredLine('Achternaam', 100, { personal }),
  gender: oneOf('Geslacht', { m: 'Man', f: 'Vrouw', x: 'Anders' }, { personal }),
  birth_date: { ...day('Geboortedatum', { personal }), parse: birthDateOrNull },
  /** In which they follow a course. */
  language: oneOfMany('Lestaal', OTHER_LANGUAGES, 'Nederlands', { personal }),
  email: emailAddress('E-mail', { personal }),
  mobile_phone: phoneNumber('Mobiel', { personal }),
  phone: phoneNumber('Telefoon', { personal }),
  ...addressFields,
  job_title: line('Functie', 120, { personal }),
  company_id: reference('Bedrijf', 'company'),
  client_id: wholeNumber('Debiteurnummer', 1, 2_000_000_000),
  roles: several('Rollen', ROLE_LABELS),
  gets_account: yesNo('Krijgt een account'),
  teacher_may_apply: yesNo('Mag zich aanmelden voor planningen'),
  hok_teacher_number: line('HOK-nummer', 30, { personal }),
  supervisor_for_all: yesNo('Leidinggevende van iedereen in het bedrijf'),
  skills: fieldOf('selector', 'Vaardigheden', idList(100), { record: 'skill' }),
  active: yesNo('Actief'),
  note: paragraphs('Opmerking', { personal }),
}
