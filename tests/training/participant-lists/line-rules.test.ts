import { describe, expect, it } from 'vitest'
import { type ColumnRole, readPeople } from '../../../src/training/places/participant-lists/index.ts'
import { TODAY } from './reading.ts'

const COLUMNS: ColumnRole[] = ['full_name', 'birth_date', 'email', 'phone', 'mobile_phone', 'company', 'note']

const read = (rows: string[][], columns = COLUMNS, header: number | null = null) =>
  readPeople(rows, { header, columns }, TODAY)
/** The person on one line: a name, and what stands in the columns behind it. */
const person = (...cells: string[]) => read([['Jan Bos', ...cells]]).people[0]!
const remarks = ({ remarks: all }: ReturnType<typeof person>) => all.map(({ field, text }) => `${field}: ${text}`)
/** The birth dates of a list, in its order. */
const born = (...dates: string[]) => {
  const list = read(dates.map((date, i) => [`Jan ${'abcdefgh'[i]}man`, date]))
  return { dates: list.people.map(({ fields }) => fields.birth_date), list }
}

describe('a birth date', () => {
  it('is read, or said not to be there', () => {
    expect(person('01-02-1980').fields.birth_date).toBe('1980-02-01')
    expect(remarks(person('01-02-1980'))).toEqual([])
    for (const none of ['', '-', 'n.v.t.', 'onbekend']) {
      expect(person(none).fields.birth_date).toBeNull()
      expect(remarks(person(none))).toEqual(['birth_date: Geen geboortedatum opgegeven.'])
    }
  })

  it('that is none is left out, and says why', () => {
    expect(person('31-02-1980').fields.birth_date).toBeNull()
    expect(remarks(person('31-02-1980'))).toEqual([
      'birth_date: Geboortedatum 31-02-1980 bestaat niet; de datum is leeggelaten.',
    ])
    expect(remarks(person('gisteren'))).toEqual([
      'birth_date: Geboortedatum gisteren is niet als datum te lezen; de datum is leeggelaten.',
    ])
  })

  it('of somebody younger than fourteen or older than ninety is to be looked at', () => {
    const unusual = (date: string) => remarks(person(date))
    expect(unusual('31-12-2012')).toEqual([])
    expect(unusual('01-01-2013')).toEqual([
      'birth_date: Geboortedatum 01-01-2013 geeft een ongewone leeftijd; controleer deze.',
    ])
    expect(unusual('01-01-1936')).toEqual([])
    expect(unusual('31-12-1935')).toEqual([
      'birth_date: Geboortedatum 31-12-1935 geeft een ongewone leeftijd; controleer deze.',
    ])
  })

  it('has the month in front where some of the column can be read so only, and none the other way', () => {
    const american = born('12/31/1980', '03/04/1985')
    expect(american.dates).toEqual(['1980-12-31', '1985-03-04'])
    expect(american.list.people.flatMap(remarks)).toEqual([])
    expect(american.list.notices).toEqual([
      'In de kolom met geboortedatums staat de maand voorop (zoals 12/31/1980); zo zijn alle datums gelezen.',
    ])
    const dutch = born('31/12/1980', '03/04/1985')
    expect(dutch.dates).toEqual(['1980-12-31', '1985-04-03'])
    expect(dutch.list.notices).toEqual([])
    expect(born('03/04/1985').dates).toEqual(['1985-04-03'])
    expect(born('03/04/1985').list.notices).toEqual([])
  })

  it('that may be either is read the Dutch way and marked, where the column holds both', () => {
    const { dates, list } = born('12/31/1980', '31/12/1980', '03/04/1985', '05/05/1985')
    expect(dates).toEqual([null, '1980-12-31', '1985-04-03', '1985-05-05'])
    expect(list.people.slice(1).flatMap(remarks)).toEqual([
      'birth_date: Geboortedatum 03/04/1985 is gelezen als 3 april, maar kan ook 4 maart zijn; controleer deze.',
    ])
    expect(list.notices).toEqual([
      'De geboortedatums staan door elkaar met de dag en met de maand voorop; wat beide kan zijn is met de dag voorop gelezen en gemarkeerd.',
    ])
  })

  it('of five figures is the day number of a spreadsheet, or lost its 0 where others have six', () => {
    expect(born('29586').dates).toEqual(['1980-12-31'])
    expect(born('10280', '110281').dates).toEqual(['1980-02-01', '1981-02-11'])
    expect(born('29586', '01021980').dates).toEqual(['1980-12-31', '1980-02-01'])
    expect(born('29586', '110281a').dates[0]).toBe('1980-12-31')
    expect(born('29586', 'a110281').dates[0]).toBe('1980-12-31')
  })

  it('is looked for in its own column, if there is one', () => {
    const list = read([['Jan Bos', '12/31/1980']], ['full_name', 'note'])
    expect(list.people[0]!.fields).toMatchObject({ birth_date: null, note: '12/31/1980' })
    expect(list.notices).toEqual([])
    expect(read([['Jan Bos']]).people[0]!.fields.birth_date).toBeNull()
  })
})

describe('an address', () => {
  const columns: ColumnRole[] = ['full_name', 'birth_date', 'email', 'email']
  const addresses = (...cells: string[]) => read([['Jan Bos', '01-02-1980', ...cells]], columns).people[0]!

  it('is the first that can be one', () => {
    expect(addresses('jan@bos.nl', 'j@werk.nl').fields.email).toBe('jan@bos.nl')
    expect(addresses('', 'j@werk.nl').fields.email).toBe('j@werk.nl')
    expect(addresses('jan@', 'j@werk.nl').fields.email).toBe('j@werk.nl')
    expect(remarks(addresses('jan@', 'j@werk.nl'))).toEqual([])
    expect(addresses('--', 'j@werk.nl').fields.email).toBe('j@werk.nl')
  })

  it('that is none is left out and shown', () => {
    const none = addresses('jan@', 'bos@')
    expect(none.fields.email).toBeNull()
    expect(none.remarks).toEqual([{ field: 'email', text: expect.stringContaining('jan@') as string }])
    expect(addresses('', '').fields.email).toBeNull()
    for (const dash of ['-', '---']) expect(remarks(addresses(dash))).toEqual([])
    for (const text of ['-jan', 'jan-']) expect(remarks(addresses(text))).toHaveLength(1)
  })

  it('may stand in the cell of the name', () => {
    const { people } = read([['Jan Bos <jan@bos.nl>', '01-02-1980']])
    expect(people[0]!.fields).toMatchObject({ first_name: 'Jan', last_name: 'Bos', email: 'jan@bos.nl' })
  })
})

describe('numbers', () => {
  const numbers = (phone: string, mobile = '') => person('01-02-1980', '', phone, mobile)
  const both = (of: ReturnType<typeof person>) => [of.fields.phone, of.fields.mobile_phone]

  it('go where they belong, whatever the column', () => {
    expect(both(numbers('038 1234567', '06 12345678'))).toEqual(['038-1234567', '06-12345678'])
    expect(both(numbers('06 12345678', '038 1234567'))).toEqual(['038-1234567', '06-12345678'])
    expect(both(numbers('', '038 1234567'))).toEqual(['038-1234567', null])
    expect(both(numbers('06 12345678'))).toEqual([null, '06-12345678'])
  })

  it('are two of a kind in both fields, and are told when there are more', () => {
    expect(both(numbers('06 12345678', '06 87654321'))).toEqual(['06-87654321', '06-12345678'])
    expect(both(numbers('038 1234567', '020 1234567'))).toEqual(['038-1234567', '020-1234567'])
    const three = numbers('06 12345678 / 06 87654321', '06 11223344')
    expect(both(three)).toEqual(['06-87654321', '06-12345678'])
    expect(remarks(three)).toEqual(['phone: Telefoonnummer 06-11223344 paste er niet meer bij.'])
    expect(remarks(numbers('06 12345678', '06 87654321'))).toEqual([])
  })

  it('stand once, though they are written twice', () => {
    expect(both(numbers('06 12345678', '06-12345678'))).toEqual([null, '06-12345678'])
    expect(both(numbers('038 1234567', '038-1234567'))).toEqual(['038-1234567', null])
    const again = numbers('06 12345678 / 06 87654321', '06 12345678')
    expect(both(again)).toEqual(['06-87654321', '06-12345678'])
    expect(remarks(again)).toEqual([])
    expect(remarks(numbers('038 1234567 / 020 1234567', '020 1234567'))).toEqual([])
  })

  it('that are none are left out and shown, and marks for none are not', () => {
    const none = numbers('1234')
    expect(both(none)).toEqual([null, null])
    expect(none.remarks).toEqual([{ field: 'phone', text: expect.stringContaining('1234') as string }])
    for (const mark of ['-', 'geen', 'n.v.t.']) expect(remarks(numbers(mark))).toEqual([])
  })

  it('that lost their 0 have it again, which is said once for all', () => {
    const list = read([
      ['Jan Bos', '01-02-1980', '', '612345678'],
      ['Eva Mol', '01-02-1981', '', '381234567'],
      ['Tom Vos', '01-02-1982', '', '06 11223344'],
    ])
    expect(list.people.map(both)).toEqual([
      [null, '06-12345678'],
      ['038-1234567', null],
      [null, '06-11223344'],
    ])
    expect(list.notices).toEqual(['De weggevallen 0 aan het begin van telefoonnummers (2×) is teruggezet.'])
  })
})

describe('what else stands on a line', () => {
  it('is the company, unless it is a mark for none', () => {
    expect(person('01-02-1980', '', '', '', 'Kuipers').fields.company).toBe('Kuipers')
    expect(person('01-02-1980', '', '', '', 'n.v.t.').fields.company).toBeNull()
    const columns: ColumnRole[] = ['full_name', 'birth_date', 'company', 'company']
    expect(read([['Jan Bos', '01-02-1980', '-', 'Smit']], columns).people[0]!.fields.company).toBe('Smit')
  })

  it('are notes, each under its heading and without what is nobody’s business', () => {
    const columns: ColumnRole[] = ['full_name', 'birth_date', 'note', 'note', 'ignored']
    const headings = ['Naam', 'Geboortedatum', 'Opmerkingen', 'Afdeling', 'Kleur']
    const note = (...cells: string[]) =>
      read([headings, ['Jan Bos', '01-02-1980', ...cells]], columns, 0).people[0]!.fields.note
    expect(note('halal', 'Inkoop', 'rood')).toBe('halal\nAfdeling: Inkoop')
    expect(note('', 'Inkoop')).toBe('Afdeling: Inkoop')
    expect(note('-', '---')).toBeNull()
    expect(note('- halal', 'x-')).toBe('- halal\nAfdeling: x-')
    expect(note('')).toBeNull()
    expect(read([['Jan Bos', '01-02-1980', 'halal', 'Inkoop']], columns).people[0]!.fields.note).toBe('halal\nInkoop')
    expect(note('BSN 111222333')).not.toContain('111222333')
  })
})

describe('a list as a whole', () => {
  const bare = ['full_name', 'birth_date'] as ColumnRole[]

  it('counts the short years, and the names that were written in one case', () => {
    const list = read([['Jan Bos', '01-02-80'], ['EVA MOL', '01-02-81'], ['tom vos', '01-02-1982']], bare) // prettier-ignore
    expect(list.notices).toEqual([
      'Jaartallen van twee cijfers (2×) zijn gelezen als het laatste jaar dat voorbij is: 65 is 1965, 03 is 2003.',
      'Namen in alleen hoofdletters of kleine letters (2×) zijn omgezet; controleer de schrijfwijze.',
    ])
    expect(read([['Jan Bos', '01-02-1980']], bare).notices).toEqual([])
  })

  it('says that no column holds names, and only then', () => {
    const none = 'Geen kolom met namen gevonden; kies boven de lijst in welke kolom de naam staat.'
    expect(read([['x', '01-02-1980']], ['note', 'birth_date']).notices).toEqual([none])
    for (const role of ['full_name', 'full_name_last_first', 'first_name', 'last_name'] as const)
      expect(read([['Jan', '01-02-1980']], [role, 'birth_date']).notices).toEqual([])
    expect(read([['J.', '01-02-1980']], ['initials', 'birth_date']).notices).toEqual([none])
  })

  it('accounts for a line without a name, quoting its beginning', () => {
    const { people, skipped } = read([['', '01-02-1980', 'jan@bos.nl'], ['Eva Mol', '01-02-1981']]) // prettier-ignore
    expect(people.map(({ lineNumbers }) => lineNumbers)).toEqual([[2]])
    expect(skipped).toEqual([
      { line: 1, kind: 'nameless', reason: 'Geen naam op deze regel (01-02-1980, jan@bos.nl).' },
    ])
    const long = read([['', '01-02-1980', '', '', '', 'a'.repeat(100)]]).skipped[0]!.reason
    expect(long).toBe(`Geen naam op deze regel (01-02-1980, ${'a'.repeat(68)}).`)
  })

  it('divides a family name one way in all its lines', () => {
    const list = read([['Jan de Bos Mol', '01-02-1980'], ['Eva de Bos Mol', '01-02-1981']], bare) // prettier-ignore
    expect(new Set(list.people.map(({ fields }) => fields.last_name)).size).toBe(1)
  })

  it('is read without the headings of another', () => {
    expect(read([['Naam', 'Geboortedatum'], ['Jan Bos', '01-02-1980']], bare, 0).people).toHaveLength(1) // prettier-ignore
    // A heading row that is not there.
    expect(read([['Jan Bos', '01-02-1980']], bare, 7).people).toHaveLength(0)
  })
})
