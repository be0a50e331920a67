import fc from 'fast-check'
import { type Somebody } from './list-writer.ts'

/** Writes people into running text, as customers do, among lines that are nobody. */

const fullName = ({ first, prefix, last }: Somebody) => [first, prefix, last].filter(Boolean).join(' ')
const lastFirst = ({ first, prefix, last }: Somebody) => `${last}, ${[first, prefix].filter(Boolean).join(' ')}`
const dutchDate = (born: string, mark: string) => born.split('-').reverse().join(mark)

/** The To field of a mail: names in either order, quoted or not, and people who have no address left out. */
export interface Addressing {
  separator: '; ' | ';' | ', ' | '\n' | ',\r\n'
  quoted: boolean
  familyFirst: boolean
}

export const addressings: fc.Arbitrary<Addressing> = fc.record({
  separator: fc.constantFrom('; ', ';', ', ', '\n', ',\r\n'),
  quoted: fc.boolean(),
  familyFirst: fc.boolean(),
})

export function addressesOf(people: Somebody[], { separator, quoted, familyFirst }: Addressing): string {
  const commaSeparates = separator.startsWith(',')
  return people
    .map((person) => {
      const name = familyFirst ? lastFirst(person) : fullName(person)
      return `${quoted || (commaSeparates && familyFirst) ? `"${name}"` : name} <${person.email!}>`
    })
    .join(separator)
}

/** The ways in which one person stands on a line of a mail; `born` and `mobile` are both known. */
const SHAPES: ((person: Somebody, born: string, mobile: string) => string)[] = [
  (person, born, mobile) => `- ${fullName(person)}, ${dutchDate(born, '-')}, ${mobile}`,
  (person, born, mobile) => `1. ${fullName(person)} (${dutchDate(born, '-')}) 06 ${mobile.slice(2)}`,
  (person, born, mobile) => `${fullName(person)} (geb. ${dutchDate(born, '/')}), tel. ${mobile}`,
  (person, born, mobile) => `${fullName(person)} ${dutchDate(born, '-')} ${mobile}`,
  (person, born, mobile) => `• ${lastFirst(person)}, ${dutchDate(born, '.')}, mobiel: 06-${mobile.slice(2)}`,
  (person, born, mobile) => `* ${fullName(person)} - geboren op ${dutchDate(born, '-')} - +31 6 ${mobile.slice(2)}`,
]

const BEFORE = ['Beste planner,', '', 'Hierbij de mensen voor de cursus van 12-03-2027. Lukt dat?', '']
const BETWEEN = ['', 'En uit onze ploeg in Zwolle ook nog:', 'Zij komen met de trein.', '---']
const AFTER = [
  '',
  'Met vriendelijke groet,',
  'Karin Planner-Bos',
  'Hoofd opleidingen',
  'Tel. 0570-123456',
  'K. Planner, 06-87654321',
  'karin@klant.example',
]

export interface Mail {
  text: string
  people: Somebody[]
}

/** A mail with everybody on a line of their own, each line in a shape of its own. */
export const mailOf = (people: Somebody[]): fc.Arbitrary<Mail> =>
  fc
    .array(fc.record({ shape: fc.nat(SHAPES.length - 1), noise: fc.option(fc.constantFrom(...BETWEEN)) }), {
      minLength: people.length,
      maxLength: people.length,
    })
    .map((lines) => ({
      people,
      text: [
        ...BEFORE,
        ...lines.flatMap(({ shape, noise }, i) => [
          SHAPES[shape]!(people[i]!, people[i]!.born!, people[i]!.mobile!),
          ...(noise === null ? [] : [noise]),
        ]),
        ...AFTER,
      ].join('\n'),
    }))

/** What may differ between two mails about the same people. */
export interface Manner {
  greeting: string
  announced: string
  bullet: string
  title: string
  /** Of the birth date. */
  date: string
  data: string
  quote: string
  closing: string
}

const WORDS = 'januari feb maart apr mei jun juli aug september okt november dec'.split(' ')

/** The ways of writing 1985-03-07 in a mail. */
const MAIL_DATES: Record<string, (year: string, month: string, day: string) => string> = {
  '7-3-1985': (y, m, d) => `${Number(d)}-${Number(m)}-${y}`,
  '07 03 1985': (y, m, d) => `${d} ${m} ${y}`,
  '07.03.85': (y, m, d) => `${d}.${m}.${y.slice(2)}`,
  '7 maart 1985': (y, m, d) => `${Number(d)} ${WORDS[Number(m) - 1]} ${y}`,
  '7-maart-1985': (y, m, d) => `${Number(d)}-${WORDS[Number(m) - 1]}-${y}`,
  "7 maart '85": (y, m, d) => `${Number(d)} ${WORDS[Number(m) - 1]} '${y.slice(2)}`,
  '1985-03-07': (y, m, d) => `${y}-${m}-${d}`,
}

const TITLES = ['', 'dhr. ', 'Dhr. ', 'DHR ', 'mevr. ', 'Mevr ', 'mw. ', 'de heer ', 'Mevrouw ', 'drs. ']

export const manners: fc.Arbitrary<Manner> = fc.record({
  greeting: fc.constantFrom('Beste Karin', 'Beste Karin,', 'Hoi,', 'Goedemorgen Peter,', 'L.S.'),
  announced: fc.constantFrom('Deelnemers:', 'Graag aanmelden:', 'Wil je deze mensen inschrijven?'),
  bullet: fc.constantFrom('- ', '-', '• ', '* ', '1. ', '1) ', '(1) ', '\u2013 ', ''),
  title: fc.constantFrom(...TITLES),
  date: fc.constantFrom(...Object.keys(MAIL_DATES)),
  data: fc.constantFrom(', ', ' ', ', geb. ', ' (geboortedatum: ', ' - geboren op '),
  quote: fc.constantFrom('', '> ', '>', '>> ', '> > '),
  closing: fc.constantFrom('Groet,', 'Groetjes', 'Met vriendelijke groet,', 'Mvg', 'Alvast bedankt!'),
})

/** A mail about people of whom the birth date is told, in one manner throughout. */
export function mailIn(manner: Manner, people: Somebody[]): string {
  const line = (person: Somebody) => {
    const [year, month, day] = person.born!.split('-') as [string, string, string]
    const end = manner.data.includes('(') ? ')' : ''
    return `${manner.bullet}${manner.title}${fullName(person)}${manner.data}${MAIL_DATES[manner.date]!(year, month, day)}${end}`
  }
  const lines = [manner.greeting, '', manner.announced, ...people.map(line), '', manner.closing, 'Peter']
  return lines.map((text) => `${manner.quote}${text}`).join('\n')
}
