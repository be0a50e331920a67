import { ROLE } from '../../platform/access/roles.ts'
const person = (
  id: number,
  [first_name, last_name_prefix, last_name]: [string, string, string],
  more: {
    roles: number[]
    company_id: number | null
    birth_date: string
    gender: 'm' | 'f'
    email: string
    client_id?: number
    supervisor_for_all?: boolean
    job_title?: string
  },
) => ({
  id,
  first_name,
  initials: `${first_name[0]}.`,
  last_name_prefix,
  last_name,
  mobile_phone: `06 1234 ${5500 + id}`,
  street: 'Lindelaan',
  street_no: String(id),
  postal_code: '8011 AB',
  city: 'Zwolle',
  client_id: null,
  supervisor_for_all: false,
  job_title: null,
  ...more,
})

/** People the story tells by name: staff 1–9, people the story is about 10–21. */
export const PEOPLE = [
  person(1, ['Marieke', 'de', 'Boer'], {
    roles: [ROLE.administrator],
    company_id: 1,
    birth_date: '1984-02-11',
    gender: 'f',
    email: 'm.deboer@noordkaap.example',
  }),
  person(2, ['Sanne', '', 'Willems'], {
    roles: [ROLE.scheduler],
    company_id: 1,
    birth_date: '1991-07-30',
    gender: 'f',
    email: 's.willems@noordkaap.example',
  }),
  person(3, ['Jeroen', 'van', 'Dijk'], {
    roles: [ROLE.teacher],
    company_id: 1,
    birth_date: '1979-05-04',
    gender: 'm',
    email: 'j.vandijk@noordkaap.example',
  }),
  person(4, ['Ingrid', '', 'Bosman'], {
    roles: [ROLE.teacher],
    company_id: 1,
    birth_date: '1975-10-19',
    gender: 'f',
    email: 'i.bosman@noordkaap.example',
  }),
  person(6, ['Olaf', '', 'Meijer'], {
    roles: [ROLE.lotus],
    company_id: 1,
    birth_date: '1988-12-01',
    gender: 'm',
    email: 'o.meijer@noordkaap.example',
  }),
  person(7, ['Rachid', 'el', 'Amrani'], {
    roles: [ROLE.teacher],
    company_id: 1,
    birth_date: '1982-03-23',
    gender: 'm',
    email: 'r.elamrani@noordkaap.example',
  }),
  person(10, ['Anouk', 'van der', 'Linden'], {
    roles: [ROLE.student],
    company_id: 2,
    birth_date: '1988-01-14',
    gender: 'f',
    email: 'a.vanderlinden@delinde.example',
    job_title: 'Teamleider facilitair',
  }),
  person(11, ['Bram', 'ter', 'Linde'], {
    roles: [ROLE.student],
    company_id: null,
    client_id: 20_117,
    birth_date: '1990-06-02',
    gender: 'm',
    email: 'b.terlinde@post.example',
  }),
  person(12, ['Fenna', '', 'Dijkstra'], {
    roles: [ROLE.student, ROLE.supervisor],
    company_id: 2,
    birth_date: '1983-09-27',
    gender: 'f',
    email: 'f.dijkstra@delinde.example',
    supervisor_for_all: true,
    job_title: 'Hoofd BHV',
  }),
  person(13, ['Hanneke', '', 'Visser'], {
    roles: [ROLE.student],
    company_id: 2,
    birth_date: '1995-04-08',
    gender: 'f',
    email: 'h.visser@delinde.example',
  }),
  person(14, ['Gerrit', '', 'Bakker'], {
    roles: [ROLE.student],
    company_id: 4,
    birth_date: '1968-11-15',
    gender: 'm',
    email: 'g.bakker@vanloon.example',
  }),
  person(15, ['Ibrahim', '', 'Haddad'], {
    roles: [ROLE.student],
    company_id: 5,
    birth_date: '1999-08-20',
    gender: 'm',
    email: 'i.haddad@kuipers.example',
  }),
  person(16, ['Jolanda', '', 'Smit'], {
    roles: [ROLE.student, ROLE.supervisor],
    company_id: 6,
    birth_date: '1977-01-29',
    gender: 'f',
    email: 'j.smit@metaaltwente.example',
  }),
  person(17, ['Karel', '', 'Wiersma'], {
    roles: [ROLE.student],
    company_id: 6,
    birth_date: '1986-05-17',
    gender: 'm',
    email: 'k.wiersma@metaaltwente.example',
  }),
  person(18, ['Carlijn', '', 'Postma'], {
    roles: [ROLE.student],
    company_id: 7,
    birth_date: '1993-03-03',
    gender: 'f',
    email: 'c.postma@goudenleeuw.example',
  }),
  person(19, ['Dennis', '', 'Oosterhuis'], {
    roles: [ROLE.student],
    company_id: 8,
    birth_date: '1981-07-07',
    gender: 'm',
    email: 'd.oosterhuis@vermeer.example',
  }),
  person(20, ['Nienke', '', 'Kok'], {
    roles: [ROLE.student],
    company_id: 9,
    birth_date: '1997-02-22',
    gender: 'f',
    email: 'n.kok@delindeboom.example',
  }),
  person(21, ['Petra', '', 'Veenstra'], {
    roles: [ROLE.student],
    company_id: 2,
    birth_date: '1972-12-30',
    gender: 'f',
    email: 'p.veenstra@delinde.example',
  }),
]

export const FIRST_NAMES: [string, 'm' | 'f'][] = [
  ['Emre', 'm'],
  ['Lotte', 'f'],
  ['Mohamed', 'm'],
  ['Quinten', 'm'],
  ['Zoë', 'f'],
  ['Thijs', 'm'],
  ['Wouter', 'm'],
  ['Fatima', 'f'],
  ['Sjoerd', 'm'],
  ['Maaike', 'f'],
  ['Łukasz', 'm'],
  ['Özlem', 'f'],
  ['Daan', 'm'],
  ['Roos', 'f'],
  ['Bjørn', 'm'],
  ['Eva', 'f'],
  ['Ruben', 'm'],
  ['Iris', 'f'],
  ['Hugo', 'm'],
  ['Femke', 'f'],
  ['Niels', 'm'],
  ['Saskia', 'f'],
  ['Joost', 'm'],
  ['Tessa', 'f'],
]

export const LAST_NAMES: [string, string][] = [
  ['', 'Yıldız'],
  ['', 'Hendriks'],
  ['', 'Aziz'],
  ['de', 'Wit'],
  ['van den', 'Berg'],
  ['', 'Jansen'],
  ['ter', 'Beek'],
  ['', 'Kowalski'],
  ['van', 'Leeuwen'],
  ['', 'Mulder'],
  ["'t", 'Hart'],
  ['op den', 'Camp'],
  ['', 'Brouwer'],
  ['de', 'Groot'],
  ['', 'Özdemir'],
  ['van der', 'Veen'],
  ['', 'Peters'],
  ['', 'Vos'],
  ["van 't", 'Veer'],
  ['', 'Nguyễn'],
  ['', 'Schouten'],
  ['van', 'Dam'],
  ['de', 'Jong'],
]

export const STREETS: [string, string, string][] = [
  ['Molenweg', '8012 AB', 'Zwolle'],
  ['Kerkstraat', '7411 CD', 'Deventer'],
  ['Dorpsstraat', '7731 EG', 'Ommen'],
  ['Stationsweg', '7311 GH', 'Apeldoorn'],
  ['Hoofdstraat', '7941 JK', 'Meppel'],
  ['Parallelweg', '7551 LM', 'Hengelo'],
]

/** What stands before the @: 'Zoë', 'van', 'Leeuwen' → 'zoe.vanleeuwen'. */
export const localPart = (first: string, prefix: string, last: string): string =>
  `${first}.${prefix}${last}`
    .normalize('NFD')
    .replace(/[^a-zA-Z.]/g, '')
    .toLowerCase()
