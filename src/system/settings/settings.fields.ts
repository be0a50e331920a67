import * as z from 'zod'
import { ROLE_LABELS } from '../../platform/access/roles.ts'
import type { FieldFacts } from '../../platform/fields/facts.ts'
import {
  choice,
  count,
  day,
  emailAddress,
  fieldOf,
  line,
  phoneNumber,
  optionalCount,
  optionalLine,
  paragraphs,
  reference,
  requiredLine,
  several,
  timeOfDay,
  yesNo,
} from '../../platform/fields/kinds.ts'
import { formatIban, isIban } from '../../platform/format/iban.ts'
import { compactVatId, vatIdProblem } from '../../platform/format/vat-id.ts'
import { LEAST_CONTRAST, contrast, contrastText, linear } from '../../platform/format/contrast.ts'
import { isUploadName } from '../../platform/files/uploaded-images.ts'
import { placeFields } from '../../platform/fields/address.ts'
import { chosen, id, optionalText } from '../../platform/forms/fields.ts'
import { SMTP_ENCRYPTIONS } from '../../platform/mail/servers.ts'
import { DOCUMENT_KINDS } from './definitions.ts'

/** Settings keep empty text as such: null and '' would be two ways to say the same. */
const neverNull = <P extends z.ZodType<string | null>>(field: FieldFacts<P>) => ({
  ...field,
  parse: field.parse.transform((value): string => value ?? ''),
})

const cocNumber = optionalText(20)
  .transform((value) => value.replace(/\s/g, ''))
  .refine((value) => /^(\d{8})?$/.test(value), 'Een KVK-nummer heeft 8 cijfers.')

/** Our own, so a Dutch one. */
const vatId = optionalText(20)
  .transform(compactVatId)
  .superRefine((value, ctx) => {
    const problem = value === '' ? null : vatIdProblem(value.startsWith('NL') ? value : `NL${value}`)
    if (problem) ctx.addIssue({ code: 'custom', message: problem })
  })

const crkbo = optionalText(20).refine(
  (value) => /^[A-Z\d]*$/i.test(value),
  'Een CRKBO-nummer heeft alleen letters en cijfers.',
)

const iban = optionalText(42)
  .refine((value) => value === '' || isIban(value), 'Dit is geen geldig IBAN.')
  .transform(formatIban)

const webAddress = optionalText(200).refine(
  (value) => value === '' || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
  'Een webadres begint met https:// of http://.',
)

/** White stands on it, and it stands on white. */
const accent = optionalText(7)
  .transform((value) => value.toLowerCase())
  .pipe(z.string().regex(/^(#[\da-f]{6})?$/, { error: 'Vul een kleur in als #2353cf.', abort: true }))
  .superRefine((value, ctx) => {
    const reached = value === '' ? LEAST_CONTRAST : contrast(linear(value), [1, 1, 1])
    if (reached < LEAST_CONTRAST)
      ctx.addIssue({
        code: 'custom',
        message: `Wit op deze kleur is niet goed leesbaar: het contrast is ${contrastText(reached)} en moet ${contrastText(LEAST_CONTRAST)} zijn. Kies een donkerdere kleur.`,
      })
  })

const picture = optionalText(60).refine((name) => name === '' || isUploadName(name), 'Kies de foto opnieuw.')

const logo = optionalText(60).refine(
  (name) => name === '' || (isUploadName(name) && /\.(png|jpg)$/.test(name)),
  'Kies een logo als PNG of JPG.',
)

const kinds = chosen(z.enum(Object.keys(DOCUMENT_KINDS) as (keyof typeof DOCUMENT_KINDS)[]))

const defaultMessage = (label: string) => fieldOf('select', label, id, { required: true, record: 'default-message' })

/** What stands above or below the lines of a document. */
const TEXT = { maxlength: 2000 }

const { street, street_no, street_no_adding, postal_code, city } = placeFields

/** Rules that no register is known to have, which an organisation switches on for itself. */
const REGISTER_RULES = {
  email: 'Elke cursist heeft een e-mailadres',
  own_email: 'Het e-mailadres is van de cursist zelf, niet van het bedrijf of van een ander',
  real_name: 'De naam is die van een persoon: geen cijfers, geen ‘cursist 1’',
  initials: 'Voorletters en voornaam passen bij elkaar',
  place: 'Elk onderdeel heeft een plaats',
  group_size: 'Er zijn niet meer cursisten dan de opleiding toelaat',
} as const

const keysOf = <K extends string>(options: Record<K, string>) => Object.keys(options) as [K, ...K[]]

/** What the settings consist of: of the organisation, its administration, documents, holidays, signing in, mail, the waiting list, messages, reminders and registers. */
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
  offer_color: { ...line('Kleur van het aanbod', 7), parse: accent },
  coc_no: { ...line('KVK-nummer', 20), parse: cocNumber },
  vat_id: { ...line('Btw-id', 20), parse: vatId },
  iban: { ...line('IBAN', 42), parse: iban },
  legal_name: neverNull(line('Statutaire naam', 120)),
  iban_name: neverNull(line('Ten name van', 70)),
  crkbo_no: { ...line('CRKBO-nummer', 20), parse: crkbo },
  closed_until: neverNull(day('Afgesloten tot en met')),
  order_when_accepted: yesNo('Een geaccepteerde offerte wordt vanzelf een order'),
  look_up_places: yesNo('Plaats van orders vanzelf opzoeken'),
  free_product_id: reference('Product voor vrije regels', 'product'),
  ubl_format: choice('UBL voor klanten', { peppol: 'Peppol BIS 3', nlcius: 'NLCIUS' }, 'peppol'),
  own_company_id: reference('Eigen onderneming', 'company'),
  approved_product_id: reference('Product bij goedkeuren', 'product'),
  installed_product_id: reference('Product bij plaatsen', 'product'),
  days_ahead: count('Orders van contracten vooruit maken', 0, 180, { unit: 'dagen' }),
  visit_minutes: count('Duur van een eerste bezoek', 5, 600, { unit: 'minuten' }),
  visit_from: timeOfDay('Bezoektijd van'),
  visit_until: timeOfDay('Bezoektijd tot'),
  travel_factor: count('Rijafstand ten opzichte van hemelsbreed', 100, 300, { unit: '%' }),
  travel_speed: count('Gemiddelde rijsnelheid', 10, 120, { unit: 'km/u' }),
  visit_preparation: neverNull(paragraphs('Wat de klant klaarzet voor een bezoek', TEXT)),
  show_welcome: count('Welkomstscherm sluit na', 2, 120, { unit: 'seconden' }),
  show_close: count('‘Niet gevonden’ sluit na', 2, 120, { unit: 'seconden' }),
  reset: count('Vragen of iemand er nog is na', 10, 600, { unit: 'seconden' }),
  cancel_reset: count('Opnieuw beginnen na die vraag', 5, 120, { unit: 'seconden' }),
  welcome_note: neverNull(line('Tekst op het welkomstscherm', 120)),
  journal: requiredLine('Verkoopdagboek', 8),
  book_certain: yesNo('Zekere betalingen meteen boeken'),
  skips: line('Altijd overslaan', 250),
  payment_difference: count('Verschil dat wordt afgeboekt', 0, 500, { unit: 'cent' }),
  payment_key: optionalLine('API-sleutel', 200),
  payment_token: optionalLine('Organisatietoken', 200),
  quotation_header: neverNull(paragraphs('Boven de regels van een offerte', TEXT)),
  quotation_footer: neverNull(paragraphs('Onder de regels van een offerte', TEXT)),
  order_header: neverNull(paragraphs('Boven de regels van een order', TEXT)),
  order_footer: neverNull(paragraphs('Onder de regels van een order', TEXT)),
  invoice_header: neverNull(paragraphs('Boven de regels van een factuur', TEXT)),
  invoice_footer: neverNull(paragraphs('Onder de regels van een factuur', TEXT)),
  payment_text: neverNull(paragraphs('Over het betalen', TEXT)),
  welcome_picture: fieldOf('file', 'Welkomstfoto', picture),
  logo: fieldOf('file', 'Logo', logo),
  first_room: neverNull(line('Lokaal op dit adres', 120)),
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
  modules: fieldOf('checkbox', 'In gebruik', chosen(z.string().max(40))),
  roles: several('Verplicht voor', ROLE_LABELS),
  sender_name: neverNull(line('Naam van de afzender', 120)),
  reply_to: neverNull(emailAddress('Antwoorden naar')),
  undo_seconds: count('Wachten met versturen', 0, 120, { unit: 's' }),
  smtp_host: requiredLine('Mailserver', 200),
  smtp_port: count('Poort', 1, 65_535),
  smtp_encryption: choice('Versleuteling', SMTP_ENCRYPTIONS, 'starttls'),
  smtp_username: optionalLine('Gebruikersnaam', 200),
  smtp_address: emailAddress('Afzenderadres'),
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
  to_replacing: defaultMessage('Aan wie invalt'),
  to_replaced: defaultMessage('Aan wie er niet is'),
  to_students: defaultMessage('Aan de cursisten'),
  invoice_message: defaultMessage('Bij een factuur'),
  quotation_message: defaultMessage('Bij een offerte'),
  first_days: count('Herinnering na de vervaldatum', 1, 90, { unit: 'dagen' }),
  next_days: count('Volgende brief na de herinnering', 1, 90, { unit: 'dagen' }),
  notice_days: count('Aanmaning na de 14-dagenbrief', 15, 90, { unit: 'dagen' }),
  collection_days: count('Overdragen na de aanmaning', 1, 90, { unit: 'dagen' }),
  charges_interest: yesNo('Wettelijke rente vragen in een aanmaning'),
  charges_costs_vat: yesNo('Btw vragen over de incassokosten'),
  automatic_steps: fieldOf(
    'checkbox',
    'Vanzelf versturen op werkdagen',
    chosen(z.enum(['reminder', 'notice', 'final'])),
    {
      options: { reminder: 'Herinneringen', notice: '14-dagenbrieven', final: 'Aanmaningen' },
    },
  ),
  reminder_message: defaultMessage('Bij een herinnering'),
  notice_message: defaultMessage('Bij een 14-dagenbrief'),
  final_message: defaultMessage('Bij een aanmaning'),
  statement_message: defaultMessage('Bij een rekeningoverzicht'),
  report_message: defaultMessage('Bij een keuringsrapport'),
  hok_enabled: yesNo('Geslaagde cursisten doorgeven aan Het Oranje Kruis'),
  register_rules: fieldOf('checkbox', 'Eigen regels', chosen(z.enum(keysOf(REGISTER_RULES))), {
    options: REGISTER_RULES,
  }),
  url: requiredLine('Adres', 200),
  username: requiredLine('Gebruikersnaam', 100),
  password: optionalLine('Wachtwoord', 200),
  trainer_uuid: line('Docent bij NIBHV', 36),
  contact_user_uuid: line('Contactpersoon', 36),
}
