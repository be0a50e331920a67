import fc from 'fast-check'
import { type PersonFields } from '../../../src/training/places/participant-lists/index.ts'

/** Writes lists as customers do: generated people in a generated layout. What the reader must give back is known. */

export interface Somebody {
  first: string
  prefix: string
  last: string
  /** YYYY-MM-DD. */
  born: string | null
  email: string | null
  /** Ten digits. */
  mobile: string | null
}

const FIRST =
  'Anna,Björn,Chloé,Daan,Désirée,Emre,Fatima,Guusje,Hidde,Inès,Jan-Willem,Jürgen,Karel,Lotte,Maaike,Mohamed,Nanda,Noor,Piet,Sevda,Renée,Sjoerd,Tjeerd,Usha,Wout,Wouter,Xander,Zoë'
const PREFIX = ",,,,,de,van,van de,van der,van den,van 't,'t,ter,op den,von,d'"
const LAST =
  'Bakker,Bakker-de Vries,Beek,Berg,Boer,Bos,Brouwer,Camp,Dekker,Dijkstra,Groot,Hart,Hendriks,Jansen,Kowalski,Meijer,Mulder,Muñoz,O,Özdemir,Peters,Smit,Veer,Visser,Vries'

const people = fc.record({
  first: fc.constantFrom(...FIRST.split(',')),
  prefix: fc.constantFrom(...PREFIX.split(',')),
  last: fc.constantFrom(...LAST.split(',')),
  born: fc
    .date({ min: new Date('1940-01-01'), max: new Date('2008-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  without: fc.constantFrom('', '', '', '', 'born', 'email', 'mobile'),
  mobile: fc.noBias(fc.integer({ min: 10_000_000, max: 99_999_999 })).map((digits) => `06${digits}`),
})

function letters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}

/** Different people: no two with one name, so that a missing birth date never leaves open who is meant. */
export const somebodies = (length: { minLength: number; maxLength: number }): fc.Arbitrary<Somebody[]> =>
  fc
    .uniqueArray(people, { ...length, selector: ({ first, prefix, last }) => letters(first + prefix + last) })
    .map((list) =>
      list.map(({ without, ...person }) => ({
        ...person,
        born: without === 'born' ? null : person.born,
        email:
          without === 'email'
            ? null
            : `${letters(person.first)[0]}.${letters(person.prefix + person.last)}@klant.example`,
        mobile: without === 'mobile' ? null : person.mobile,
      })),
    )

const MONTHS = 'januari februari maart april mei juni juli augustus september oktober november december'.split(' ')

/** The ways to write 1985-03-07; a day number needs a heading to be told from a personnel number. */
export const DATE_NOTATIONS: Record<string, (year: string, month: string, day: string) => string> = {
  'dd-mm-yyyy': (y, m, d) => `${d}-${m}-${y}`,
  'd/m/yyyy': (y, m, d) => `${Number(d)}/${Number(m)}/${y}`,
  'dd-mm-yy': (y, m, d) => `${d}-${m}-${y.slice(2)}`,
  'yyyy-mm-dd': (y, m, d) => `${y}-${m}-${d}`,
  'dd.mm.yyyy': (y, m, d) => `${d}.${m}.${y}`,
  'd month yyyy': (y, m, d) => `${Number(d)} ${MONTHS[Number(m) - 1]} ${y}`,
  'dd-mm-yyyy 00:00': (y, m, d) => `${d}-${m}-${y} 00:00`,
  serial: (y, m, d) => String((Date.UTC(Number(y), Number(m) - 1, Number(d)) - Date.UTC(1899, 11, 30)) / 86_400_000),
}

export const PHONE_NOTATIONS: Record<string, (digits: string) => string> = {
  plain: (digits) => digits,
  dashed: (digits) => `06-${digits.slice(2)}`,
  spaced: (digits) => `06 ${digits.slice(2, 6)} ${digits.slice(6)}`,
  plus: (digits) => `+31 6 ${digits.slice(2)}`,
  zeroes: (digits) => `0031-6${digits.slice(2)}`,
  bracketed: (digits) => `+31 (0)6 ${digits.slice(2)}`,
  'lost zero': (digits) => digits.slice(1),
}

const HEADINGS = {
  first: ['Voornaam', 'Roepnaam', 'First name', 'VOORNAAM', 'Voornaam cursist', 'Given name'],
  prefix: ['Tussenvoegsel', 'Tussenv.', 'tv', 'Infix', 'Voorvoegsel(s)', 'Tussenvoegsels'],
  last: ['Achternaam', 'Familienaam', 'Last name', 'Surname', 'Achternaam deelnemer'],
  full: ['Naam', 'Naam medewerker', 'Volledige naam', 'Deelnemer', 'Full name', 'Naam cursist'],
  born: [
    'Geboortedatum',
    'Geb.datum',
    'Geb. datum',
    'Date of birth',
    'DOB',
    'Geboortedatum (dd-mm-jjjj)',
    'Geboren',
    'geboorte-datum',
  ],
  email: ['E-mail', 'E-mailadres', 'Mailadres', 'Email', 'Work e-mail', 'e-mail adres'],
  mobile: ['Mobiel', 'Telefoon', '06-nummer', 'Tel.', 'Mobile phone', 'GSM', 'Telefoonnummer'],
  number: ['Personeelsnr', 'Nr.', 'Employee ID', '#'],
  city: ['Woonplaats', 'City', 'Geboorteplaats'],
  note: ['Opmerking', 'Opmerkingen', 'Bijzonderheden', 'Notes', 'Remarks'],
}
type Column = keyof typeof HEADINGS

const NAME_STYLES: Record<string, Column[]> = {
  'first | prefix | last': ['first', 'prefix', 'last'],
  'first | prefix last': ['first', 'last'],
  'First prefix last': ['full'],
  'Last, First prefix': ['full'],
}

export interface Layout {
  nameStyle: string
  dates: string
  phones: string
  columns: Column[]
  /** Null for a list without headings. */
  headings: Record<Column, string> | null
  titles: number
  blanks: boolean
  doubled: boolean
  total: boolean
  headingTwice: boolean
}

const COLUMNS = Object.keys(HEADINGS) as Column[]
const oneOf = (column: Column) => fc.constantFrom(...HEADINGS[column])

/** Without headings the values must speak for themselves: no day numbers, no personnel numbers, no city. */
export const layouts: fc.Arbitrary<Layout> = fc
  .record({
    nameStyle: fc.constantFrom(...Object.keys(NAME_STYLES)),
    dates: fc.constantFrom(...Object.keys(DATE_NOTATIONS)),
    phones: fc.constantFrom(...Object.keys(PHONE_NOTATIONS)),
    order: fc.shuffledSubarray(COLUMNS, { minLength: COLUMNS.length }),
    words: fc.record({
      first: oneOf('first'),
      prefix: oneOf('prefix'),
      last: oneOf('last'),
      full: oneOf('full'),
      born: oneOf('born'),
      email: oneOf('email'),
      mobile: oneOf('mobile'),
      number: oneOf('number'),
      city: oneOf('city'),
      note: oneOf('note'),
    }),
    withHeadings: fc.boolean(),
    extras: fc.subarray<Column>(['number', 'city', 'note']),
    withEmail: fc.boolean(),
    titles: fc.integer({ min: 0, max: 2 }),
    blanks: fc.boolean(),
    doubled: fc.boolean(),
    total: fc.boolean(),
    headingTwice: fc.boolean(),
  })
  .map(({ order, words, withHeadings, extras, withEmail, ...layout }) => {
    const used: Column[] = [
      ...NAME_STYLES[layout.nameStyle]!,
      'born',
      'mobile',
      ...(withEmail ? (['email'] as const) : []),
      ...(withHeadings ? extras : []),
    ]
    const columns = order.filter((column) => used.includes(column))
    return {
      ...layout,
      dates: !withHeadings && layout.dates === 'serial' ? 'dd-mm-yyyy' : layout.dates,
      columns: withHeadings || withEmail ? columns : firstNamesFirst(columns),
      headings: withHeadings ? words : null,
    }
  })

/** With nothing else to go by, people write the first name before the last name. */
function firstNamesFirst(columns: Column[]): Column[] {
  const [first, last] = [columns.indexOf('first'), columns.indexOf('last')]
  return first <= last ? columns : columns.with(first, 'last').with(last, 'first')
}

/** The cells of the list: titles, headings, people, and what else customers leave in. */
export function rowsOf(list: Somebody[], layout: Layout): string[][] {
  const { columns, headings } = layout
  const titles = [['Deelnemers BHV herhaling 12 maart'], ['']].slice(0, layout.titles)
  const heading = headings === null ? [] : [columns.map((column) => headings[column])]
  const rows = list.flatMap((person, i) => {
    const row = columns.map((column) => cellOf(person, i, column, layout))
    // Halfway through: the same line again, and once more without its phone number.
    const poorer = columns.map((column, at) => (column === 'mobile' ? '' : row[at]!))
    const again = layout.doubled && i === 1 ? [row, poorer] : []
    const blank = layout.blanks && i % 3 === 2 ? [columns.map(() => '')] : []
    return [row, ...again, ...blank, ...(layout.headingTwice && i === 2 ? heading : [])]
  })
  return [
    ...titles,
    ...heading,
    ...rows,
    ...(layout.total ? [[`Totaal: ${list.length}`]] : []),
    ...(layout.blanks ? [columns.map(() => '')] : []),
  ]
}

function cellOf(
  person: Somebody,
  index: number,
  column: Column,
  { nameStyle, dates, phones, columns }: Layout,
): string {
  const { first, prefix, last } = person
  const written: Record<Column, string> = {
    first,
    prefix,
    last: columns.includes('prefix') ? last : [prefix, last].filter(Boolean).join(' '),
    full: nameStyle.includes(',')
      ? `${last}, ${first} ${prefix}`.trim()
      : [first, prefix, last].filter(Boolean).join(' '),
    born: person.born === null ? '' : DATE_NOTATIONS[dates]!(...(person.born.split('-') as [string, string, string])),
    email: person.email ?? '',
    mobile: person.mobile === null ? '' : PHONE_NOTATIONS[phones]!(person.mobile),
    number: String(index + 1).padStart(5, '0'),
    city: ['Enschede', 'Den Haag', "'s-Hertogenbosch"][index % 3]!,
    note: noteOf(person),
  }
  return written[column]
}

const NOTES = [
  '',
  'Lunch: halal',
  '"leest moeilijk", graag extra tijd',
  'ochtend; geen maandag',
  'regel een\nregel twee',
]

function noteOf({ first, last }: Somebody): string {
  return NOTES[(first.length + last.length) % NOTES.length]!
}

/** What must come back, whatever the layout. */
export function expected(person: Somebody, { columns }: Layout): string {
  const { first, prefix, last, born, email, mobile } = person
  const address = columns.includes('email') ? email : null
  const note = columns.includes('note') ? noteOf(person) : ''
  return [first, prefix, last, born, address, mobile === null ? null : `06-${mobile.slice(2)}`, note].join('|')
}

export function received(fields: PersonFields): string {
  const { first_name, last_name_prefix, last_name, birth_date, email, mobile_phone, note } = fields
  return [first_name, last_name_prefix, last_name, birth_date, email, mobile_phone, note].join('|')
}

export function toCsv(rows: string[][], separator: string, lineEnd: string, quoteAll: boolean): string {
  const needsQuotes = (cell: string) => quoteAll || /["\r\n;,\t]/.test(cell)
  const write = (cell: string) => (needsQuotes(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  return rows.map((row) => row.map(write).join(separator)).join(lineEnd) + lineEnd
}

export type FileEncoding = 'utf-8' | 'utf-8 with mark' | 'utf-16le' | 'windows-1252'

export function encode(text: string, encoding: FileEncoding): Uint8Array {
  if (encoding === 'windows-1252') return Uint8Array.from(Array.from(text, windows1252))
  if (encoding === 'utf-16le') return Buffer.from(`\uFEFF${text}`, 'utf16le')
  return Buffer.from(encoding === 'utf-8' ? text : `\uFEFF${text}`)
}

/** The 27 characters that Windows-1252 has and Latin-1 has not, at 0x80 and on; 0 for the five it leaves open. */
const ABOVE_127 = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ'

/** As Windows does it: a character that does not exist there becomes a question mark. */
function windows1252(char: string): number {
  const code = char.codePointAt(0)!
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code
  const at = ABOVE_127.indexOf(char)
  return at === -1 ? 0x3f : 0x80 + at
}
