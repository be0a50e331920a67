import * as z from 'zod'
import { LANGUAGES } from '../../../platform/format/languages.ts'
import { REPEAT_UNITS } from '../../../platform/format/repeats.ts'
import { everyParserOf } from '../../../platform/fields/facts.ts'
import {
  choice,
  count,
  day,
  duration,
  fieldOf,
  line,
  paragraphs,
  price,
  optionalCount,
  oneOfMany,
  reference,
  references,
  requiredLine,
  requiredReference,
  timeOfDay,
  yesNo,
} from '../../../platform/fields/kinds.ts'
import { idList, selectorIdOrNull, textOrNull, wholeNumberOrNull } from '../../../platform/forms/fields.ts'
import { DURATION, ORDER_BY, VALIDITY_BASES } from './courses.rules.ts'

/** What a component of a course consists of. */
const componentFields = {
  description: requiredLine('Omschrijving', 120),
  duration_minutes: duration('Duur', DURATION.min, DURATION.max),
  default_start: timeOfDay('Begintijd'),
  days_after_previous: {
    ...optionalCount('Dagen na de vorige', 0, 366),
    parse: wholeNumberOrNull(0, 366).transform((days) => days ?? 0),
  },
  optional: yesNo('Optioneel'),
  /** How many teachers give it, unless a part of a planning says otherwise. */
  teacher_application_count: {
    ...optionalCount('Docenten nodig', 0, 20),
    parse: wholeNumberOrNull(0, 20).transform((count) => count ?? 1),
  },
  max_per_teacher: optionalCount('Max. per docent', 1, 1000),
  max_per_lotus: optionalCount('Max. per lotus', 1, 1000),
  skills: references('Vaardigheden van de docent', 'skill', 50),
}

const component = z.object({ id: selectorIdOrNull, ...everyParserOf(componentFields) })

const components = z
  .array(component, 'Voeg minimaal één onderdeel toe.')
  .min(1, 'Voeg minimaal één onderdeel toe.')
  .max(50, 'Een opleiding heeft hooguit 50 onderdelen.')

/** From how many days before the begin who leaves pays which part of the price. */
const costFields = {
  days: count('Dagen voor aanvang', 0, 365),
  percentage: count('Deel van de prijs', 1, 100, { unit: '%' }),
}

const costs = z
  .array(z.object(everyParserOf(costFields)), 'Voeg een regel toe.')
  .max(10, 'Een opleiding heeft hooguit 10 regels voor annuleringskosten.')
  .default([])
  .refine((steps) => new Set(steps.map(({ days }) => days)).size === steps.length, 'Noem elk aantal dagen één keer.')

/** What a course consists of. */
export const courseFields = {
  description: requiredLine('Omschrijving', 200),
  code: requiredLine('Code', 30),
  online: yesNo('Online'),
  max_count: count('Max. cursisten', 1, 1000),
  validity_months: optionalCount('Geldigheid', 1, 600, { unit: 'maanden' }),
  validity_basis: choice('Geldigheid telt', VALIDITY_BASES, 'issue_date'),
  /** How long after its end a certificate can still be renewed by the refresher. */
  grace_months: {
    ...optionalCount('Uitlooptermijn', 0, 24, { unit: 'maanden' }),
    parse: wholeNumberOrNull(0, 24).transform((months) => months ?? 0),
  },
  /** Where the refresher is due at another time than the end of the certificate. */
  repeat_after: optionalCount('Herhalen na', 1, 600),
  repeat_unit: choice('Termijn in', REPEAT_UNITS, 'years'),
  /** Whether people are reminded of the refresher that leads to this course. */
  reminds: yesNo('Herinneren aan de herhaling'),
  /** Whether its students are told when another teacher takes over. */
  tells_replacement: yesNo('Cursisten een andere docent melden'),
  /** None, the course itself, or another. */
  refresher_course_id: fieldOf('selector', 'Herhaling', z.union([z.literal('same'), selectorIdOrNull]), {
    record: 'course',
  }),
  /** What a teacher shows with a certificate of this course: one that expired counts no more. */
  proves_skill_id: reference('Bewijst vaardigheid', 'skill'),
  /** Whoever is enrolled holds one of these on the first day of the planning. */
  required_courses: references('Geldig certificaat nodig', 'course', 20),
  /** In which it is given; who is enrolled follows that one. Empty: none is asked. */
  language: oneOfMany('Lestaal', LANGUAGES, 'Niet gevraagd'),
  minimum_age: optionalCount('Minimumleeftijd', 1, 99, { unit: 'jaar' }),
  /** Whoever is enrolled finished an e-learning of this course. */
  asks_e_learning: yesNo('E-learning afgerond'),
  /** How long supervisors let somebody else take the place of one of their people; empty: never. */
  replace_days: optionalCount('Vervangen tot zoveel werkdagen voor aanvang', 0, 60),
  /** What people bring along, as they read it on their own page. */
  bring: paragraphs('Meenemen', { maxlength: 500 }),
  /** Under which the CBR recognises it for professional drivers; empty: it does not. */
  code95_code: {
    ...line('Code 95-code', 20),
    parse: textOrNull(20).transform((code) => code?.toUpperCase() ?? null),
  },
  code95_hours: optionalCount('Uren voor code 95', 1, 35),
  /** Of these hours those that are not in class. */
  code95_elearning_hours: {
    ...optionalCount('Waarvan e-learning', 0, 12, { unit: 'uur' }),
    parse: wholeNumberOrNull(0, 12).transform((hours) => hours ?? 0),
  },
  code95_practice: yesNo('Telt als praktijk'),
  code95_certified_until: day('Gecertificeerd door het CBR tot en met'),
  /** As what a place in it is sold. */
  product_id: reference('Product per persoon', 'product'),
  /** Of a new course, for which a product is made along with it. */
  place_price: price('Prijs per persoon'),
  place_tax_type_id: reference('Btw', 'tax_type'),
  /** As what it is sold to a company that comes together, for at most so many people and with a price for each more. */
  group_product_id: reference('Product per groep', 'product'),
  group_max_count: optionalCount('Personen in de groepsprijs', 1, 1000),
  group_extra_price: price('Prijs per extra persoon'),
  /** Whether who is enrolled comes onto an order of the customer, unless the planning says otherwise. */
  order_by: choice('Orders bij inschrijven', ORDER_BY, 'none'),
  /** As what leaving late is sold, and which part of the price that is from how many days before the begin. */
  no_show_product_id: reference('Product annuleringskosten', 'product'),
  cancellation_costs: fieldOf('list', 'Annuleringskosten', costs, { items: costFields, min: 0, max: 10 }),
  /** Asked at each part of its plannings. */
  checklist_id: reference('Checklist', 'checklist'),
  components: fieldOf('list', 'Onderdelen', components, { items: componentFields, min: 1, max: 50 }),
  active: yesNo('Actief'),
  /** A course that can take its place; it has any number of them. */
  alternative_id: requiredReference('Alternatief', 'course'),
  /** Several of them, as they are added. */
  alternatives: fieldOf(
    'selector',
    'Alternatieven',
    idList(20).refine((chosen) => chosen.length > 0, 'Kies minimaal één opleiding.'),
    { record: 'course', required: true },
  ),
}
