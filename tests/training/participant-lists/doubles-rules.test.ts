import { describe, expect, it } from 'vitest'
import { type ColumnRole, type ListedPerson, readPeople } from '../../../src/training/places/participant-lists/index.ts'
import { TODAY } from './reading.ts'

const COLUMNS: ColumnRole[] = ['full_name', 'birth_date', 'email', 'phone', 'company', 'note']

/** The people of a list without headings; cells of a line are separated by bars. */
const read = (...lines: string[]) =>
  readPeople(lines.map((line) => line.split('|').map((cell) => cell.trim())), { header: null, columns: COLUMNS }, TODAY).people // prettier-ignore
const values = ({ fields }: ListedPerson) =>
  [fields.birth_date, fields.email, fields.phone, fields.mobile_phone, fields.company, fields.note].map((value) => value ?? '-').join(' ') // prettier-ignore
const remarks = (person: ListedPerson) => person.remarks.map(({ field, text }) => `${field}: ${text}`)
const lines = (people: ListedPerson[]) => people.map(({ lineNumbers }) => lineNumbers)

const JOINED = 'line: Regels 1 en 2 zijn dezelfde persoon en zijn samengevoegd.'

describe('one person on two lines', () => {
  it('is one, whose empty fields are filled by the second line, in whatever column it stands', () => {
    const [person, ...others] = read(
      'Jan Bos | 01-02-1980 | | 038 1234567 | Kuipers |',
      'BOS, JAN | 1-2-1980 | jan@bos.nl | 0612345678 | kuipers | halal',
    )
    expect(others).toEqual([])
    expect(values(person!)).toBe('1980-02-01 jan@bos.nl 038-1234567 06-12345678 Kuipers halal')
    expect(person!.lineNumbers).toEqual([1, 2])
    expect(person!.fields).toMatchObject({ first_name: 'Jan', last_name: 'Bos' })
  })

  it('says that the lines were joined, in the order of the list', () => {
    const same = 'Jan Bos | 01-02-1980 | | | |'
    expect(remarks(read(same, same)[0]!)).toEqual([JOINED])
    const many = read(same, ...Array.from({ length: 10 }, () => same))
    expect(remarks(many[0]!)).toEqual([
      'line: Regels 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 en 11 zijn dezelfde persoon en zijn samengevoegd.',
    ])
  })

  it('keeps the first of two values and names the second', () => {
    const [person] = read(
      'Jan Bos | 01-02-1980 | jan@bos.nl | 0612345678 | Kuipers | halal',
      'Jan Bos | 01-02-1980 | j.bos@werk.nl | 0687654321 | Smit | rolstoel',
    )
    expect(values(person!)).toBe('1980-02-01 jan@bos.nl - 06-12345678 Kuipers halal\nrolstoel')
    expect(remarks(person!)).toEqual([
      'email: Regel 2 noemt “j.bos@werk.nl”; het eerste is gehouden.',
      'company: Regel 2 noemt “Smit”; het eerste is gehouden.',
      'mobile_phone: Regel 2 noemt ook 06-87654321; het eerste is gehouden.',
      JOINED,
    ])
  })

  it('names a second number at home as such', () => {
    const [person] = read('Jan Bos | 01-02-1980 | | 038 1234567 | |', 'Jan Bos | 01-02-1980 | | 038 7654321 | |')
    expect(values(person!)).toBe('1980-02-01 - 038-1234567 - - -')
    expect(remarks(person!)).toEqual(['phone: Regel 2 noemt ook 038-7654321; het eerste is gehouden.', JOINED])
  })

  it('has each value once', () => {
    const same = 'Jan Bos | 01-02-1980 | jan@bos.nl | 0612345678 | Kuipers | halal'
    const [person] = read(same, same)
    expect(values(person!)).toBe('1980-02-01 jan@bos.nl - 06-12345678 Kuipers halal')
    expect(remarks(person!)).toEqual([JOINED])
    // Without a note on either, or with one on one of them.
    expect(read('Jan Bos | 01-02-1980 | | | |', 'Jan Bos | 01-02-1980 | | | |')[0]!.fields.note).toBeNull()
    expect(read('Jan Bos | 01-02-1980 | | | | halal', 'Jan Bos | 01-02-1980 | | | |')[0]!.fields.note).toBe('halal')
    expect(read('Jan Bos | 01-02-1980 | | | |', 'Jan Bos | 01-02-1980 | | | | halal')[0]!.fields.note).toBe('halal')
  })

  it('is written with the accents of whichever line has them', () => {
    const name = (...of: string[]) => read(...of.map((one) => `${one} | 01-02-1980 | | | |`))[0]!.fields
    expect(name('Rene van der Mol', 'René van der Mol')).toMatchObject({ first_name: 'René', last_name_prefix: 'van der', last_name: 'Mol' }) // prettier-ignore
    expect(name('René Mol', 'Rene Mol')).toMatchObject({ first_name: 'René' })
    expect(name('Zoë Muller', 'Zoe Müller')).toMatchObject({ first_name: 'Zoë', last_name: 'Muller' })
  })

  it('keeps what was remarked on a value that stays, and drops what is true no more', () => {
    const unusual = 'Geboortedatum 01-02-2020 geeft een ongewone leeftijd; controleer deze.'
    expect(remarks(read('Jan Bos | 01-02-2020 | | | |', 'Jan Bos | 01-02-2020 | | | |')[0]!)).toEqual([
      `birth_date: ${unusual}`,
      JOINED,
    ])
    // The line without a birth date said that there was none.
    expect(remarks(read('Jan Bos | | | | |', 'Jan Bos | 01-02-1980 | | | |')[0]!)).toEqual([JOINED])
    // What is said of the line as a whole stays.
    expect(remarks(read('=Jan Bos | 01-02-1980 | | | |', 'Jan Bos | 01-02-1980 | | | |')[0]!)[0]).toMatch(/^line: De naam begint met/) // prettier-ignore
    // An address that could not be read is no longer missing once the other line has one.
    expect(remarks(read('Jan Bos | 01-02-1980 | jan@ | | |', 'Jan Bos | 01-02-1980 | jan@bos.nl | | |')[0]!)).toEqual([JOINED]) // prettier-ignore
  })
})

describe('a line without a birth date', () => {
  const dated = 'Jan Bos | 01-02-1980 | jan@bos.nl | 0612345678 | Kuipers |'

  it.each([
    'Jan Bos | | | | |',
    'Jan Bos | - | | | |',
    'Jan Bos | | jan@bos.nl | | |',
    'Jan Bos | | | 06-12345678 | |',
    'Jan Bos | | | | KUIPERS |',
    'Jan Bos | | jan@bos.nl | 06-12345678 | Kuipers | halal',
    // A date that nobody can have, and yet an address or a number of theirs.
    'Jan Bos | 31-02-1980 | jan@bos.nl | | |',
    'Jan Bos | 31-02-1980 | | 0612345678 | |',
  ])('is of the one of that name, when it says nothing else: %s', (line) => {
    expect(lines(read(dated, line))).toEqual([[1, 2]])
    expect(lines(read(line, dated))).toEqual([[1, 2]])
  })

  const OPEN = (line: number) =>
    `line: De naam Jan Bos staat ook op regel ${line}; zonder geboortedatum is niet zeker of het dezelfde persoon is.`

  it.each([
    'Jan Bos | | j@anders.nl | | |',
    'Jan Bos | | | 0687654321 | |',
    'Jan Bos | | | | Smit |',
    'Jan Bos | | jan@bos.nl | 0687654321 | |',
    'Jan Bos | | jan@bos.nl | | Smit |',
    'Jan Bos | | | 0612345678 / 0687654321 | |',
    'Jan Bos | 31-02-1980 | | | |',
    'Jan Bos | 31-02-1980 | | | Kuipers |',
  ])('may be of another one, when it says something else: %s', (line) => {
    const people = read(dated, line)
    expect(lines(people)).toEqual([[1], [2]])
    expect(remarks(people[0]!)).toContain(OPEN(2))
    expect(remarks(people[1]!)).toContain(OPEN(1))
  })

  it('may be of another one where there are no such values to compare', () => {
    const bare = 'Jan Bos | 01-02-1980 | | | |'
    for (const line of ['Jan Bos | | jan@bos.nl | | |', 'Jan Bos | | | 0612345678 | |', 'Jan Bos | | | | Kuipers |'])
      expect(lines(read(bare, line))).toEqual([[1], [2]])
  })

  it('stays apart where two of that name could be meant', () => {
    expect(lines(read(dated, 'Jan Bos | 03-04-1990 | | | |', 'Jan Bos | | | | |'))).toEqual([[1], [2], [3]])
  })

  it('is joined with another without one, the fullest first, wherever it stands', () => {
    const full = 'Jan Bos | | jan@bos.nl | 0612345678 | |'
    const some = 'Jan Bos | | jan@bos.nl | | |'
    const none = 'Jan Bos | | | | |'
    for (const order of [
      [none, some, full],
      [full, some, none],
      [some, full, none],
    ])
      // prettier-ignore
      expect(lines(read(...order))).toEqual([[1, 2, 3]])
    expect(remarks(read(none, full)[0]!)).toEqual(['birth_date: Geen geboortedatum opgegeven.', JOINED])
  })
})

describe('namesakes', () => {
  const born = (date: string) => `Jan Bos | ${date} | | | |`
  const OTHERS = (of: string) =>
    `line: De naam Jan Bos staat ook op regel ${of}, met een andere geboortedatum: dit zijn verschillende personen.`

  it('with different birth dates are different people, who are named to each other', () => {
    const people = read(born('01-02-1980'), born('02-02-1980'), born('03-02-1980'))
    expect(people.map(remarks)).toEqual([[OTHERS('2 en 3')], [OTHERS('1 en 3')], [OTHERS('1 en 2')]])
  })

  it('are told apart from those of whom it is not sure', () => {
    const people = read(born('01-02-1980'), born('02-02-1980'), 'Jan Bos | | jan@bos.nl | | |')
    const open = (of: string) =>
      `line: De naam Jan Bos staat ook op regel ${of}; zonder geboortedatum is niet zeker of het dezelfde persoon is.`
    expect(people.map(remarks)).toEqual([
      [OTHERS('2'), open('3')],
      [OTHERS('1'), open('3')],
      ['birth_date: Geen geboortedatum opgegeven.', open('1 en 2')],
    ])
  })

  it('stand in the order of the list, with who stands between them', () => {
    const people = read(born('02-02-1980'), 'Eva Mol | 01-02-1980 | | | |', born('01-02-1980'), 'Jan Bos | | x@y.nl | | |') // prettier-ignore
    expect(lines(people)).toEqual([[1], [2], [3], [4]])
    expect(remarks(people[1]!)).toEqual([])
  })

  it('are joined by birth date, each for themselves', () => {
    const [one, other] = [born('01-02-1980'), born('02-02-1980')]
    const people = read(one, other, other, one)
    expect(lines(people)).toEqual([
      [1, 4],
      [2, 3],
    ])
    expect(remarks(people[1]!)).toEqual([
      'line: Regels 2 en 3 zijn dezelfde persoon en zijn samengevoegd.',
      OTHERS('1'),
    ])
  })

  it('have no fields but those of a person', () => {
    const [person] = read(born('01-02-1980'))
    expect(Object.keys(person!)).toEqual(['lineNumbers', 'fields', 'remarks'])
    expect(remarks(person!)).toEqual([])
  })
})
