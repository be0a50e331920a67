import { MORE_COMPANIES } from './story-more-companies.ts'
import { ROLE } from '../../platform/access/roles.ts'
import { localPart } from './story-named-people.ts'

const WOMEN =
  'Aaltje Annelies Bente Chantal Diede Esra Froukje Geertje Hilde Imke Jantine Karin Liesbeth Marloes Naomi Oumaima ' +
  'Pleun Rianne Sofie Trijntje Ursula Wendy'
const MEN =
  'Arjan Bas Cor Dirk Erwin Floris Gijs Harm Ilyas Jelle Klaas Lars Marnix Noah Otto Pim Reinier Stefan Teun Umut ' +
  'Vincent Wietse Yusuf'
const GIVEN = [
  ...WOMEN.split(' ').map((name) => ({ name, gender: 'f' })),
  ...MEN.split(' ').map((name) => ({ name, gender: 'm' })),
]

/** Prefix and last name. */
const FAMILIES: [string, string][] = [
  ['', 'Aalbers'],
  ['van', 'Beek'],
  ['', 'Bouwmeester'],
  ['ten', 'Cate'],
  ['', 'Demir'],
  ['van', 'Driel'],
  ['', 'Eshuis'],
  ['', 'Feenstra'],
  ['van der', 'Gaag'],
  ['', 'Grootenhuis'],
  ['te', 'Hennepe'],
  ['', 'Hoekstra'],
  ['', 'Idrissi'],
  ['', 'Jurriëns'],
  ['', 'Kamphuis'],
  ['', 'Lubbers'],
  ['van de', 'Maat'],
  ['', 'Nijland'],
  ['', 'Oldenhof'],
  ['', 'Pasman'],
  ['', 'Reinders'],
  ['', 'Stegeman'],
  ['', 'Timmerman'],
  ['van', 'Uffelen'],
  ['', 'Verhoeven'],
  ['', 'Wesselink'],
  ['ter', 'Wolbeek'],
  ['', 'Zandbergen'],
  ['', 'Zijlstra'],
]

export const HOMES: [street: string, postalCode: string, city: string][] = [
  ['Esweg', '7731 GH', 'Ommen'],
  ['Rozenhof', '8012 KM', 'Zwolle'],
  ['Marslanden', '7771 PB', 'Hardenberg'],
  ['Brouwersgracht', '8261 DS', 'Kampen'],
  ['Twentepad', '7551 WL', 'Hengelo'],
  ['Zandweerd', '7417 RN', 'Deventer'],
  ['Koningslaan', '7311 MJ', 'Apeldoorn'],
]

const JOBS = [
  'Medewerker',
  'Teamleider',
  'Bedrijfshulpverlener',
  'Planner',
  'Monteur',
  'Preventiemedewerker',
  null,
  null,
]

const FIRST_ID = 100
const COUNT = 530
/** Every so many is a private person; the others work at the companies in turn. */
const PRIVATE_EVERY = 11

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/**
 * The many people beside those with a name in the story, the same at every start; no name occurs twice. The first of a
 * company leads it.
 */
export const CROWD = Array.from({ length: COUNT }, (_, i) => {
  const { name: first_name, gender } = GIVEN[i % GIVEN.length]!
  const [last_name_prefix, last_name] = FAMILIES[(i + Math.floor(i / GIVEN.length)) % FAMILIES.length]!
  const leads = i < MORE_COMPANIES.length
  const company = leads || i % PRIVATE_EVERY !== 0 ? MORE_COMPANIES[i % MORE_COMPANIES.length]! : null
  const [street, postal_code, city] = HOMES[i % HOMES.length]!
  const jobTitle = leads ? 'Hoofd BHV' : JOBS[i % JOBS.length]!
  return {
    id: FIRST_ID + i,
    first_name,
    initials: `${first_name[0]}.`,
    last_name_prefix,
    last_name,
    gender,
    roles: leads ? [ROLE.supervisor, ROLE.student] : [ROLE.student],
    supervisor_for_all: leads,
    birth_date: `${1960 + ((i * 7) % 46)}-${twoDigits(1 + ((i * 5) % 12))}-${twoDigits(1 + ((i * 17) % 28))}`,
    email: `${localPart(first_name[0]!, last_name_prefix, last_name)}${i}@${company?.email.split('@')[1] ?? 'post.example'}`,
    mobile_phone: `06 1234 ${6000 + i}`,
    job_title: company && jobTitle,
    company_id: company?.id ?? null,
    client_id: company === null ? 20_400 + i : null,
    street,
    street_no: String(1 + ((i * 3) % 140)),
    postal_code,
    city,
    active: i % 41 !== 40,
  }
})
