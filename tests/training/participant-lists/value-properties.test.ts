import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchPeople } from '../../../src/training/places/participant-lists/index.ts'
import { expected, layouts, received, rowsOf, somebodies, toCsv } from './list-writer.ts'
import { enrolled, readList } from './reading.ts'

describe('a number abroad', () => {
  const countries = fc.constantFrom('1', '32', '33', '34', '40', '44', '48', '49', '90', '212', '351')
  const written: ((country: string, digits: string) => string)[] = [
    (country, digits) => `+${country} ${digits}`,
    (country, digits) => `00${country}${digits}`,
    (country, digits) => `+${country} ${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`,
  ]

  it('keeps its country, and is never the Dutch number that ends the same', async () => {
    const digits = fc.integer({ min: 0, max: 99_999_999 }).map((number) => `6${String(number).padStart(8, '0')}`)
    await fc.assert(
      fc.asyncProperty(countries, digits, fc.constantFrom(...written), async (country, number, write) => {
        const text = `Naam;Geboortedatum;Mobiel\nAnna Bakker;01-02-1980;0${number}\nPiet Smit;03-04-1981;${write(country, number)}`
        const { people } = await readList({ text })
        const [here, abroad] = people
        expect([here!.fields.mobile_phone, abroad!.fields.phone ?? abroad!.fields.mobile_phone]).toEqual([
          `06-${number.slice(1)}`,
          `+${country}${number}`,
        ])
        expect(people.flatMap(({ remarks }) => remarks)).toEqual([])
        const known = enrolled(people)
        expect(matchPeople([here!], [known[1]!])).toEqual([{ kind: 'new' }])
        expect(matchPeople([abroad!], [known[0]!])).toEqual([{ kind: 'new' }])
      }),
      { numRuns: 200 },
    )
  })
})

describe('one family', () => {
  const families = ['El Amrani', 'de Vries', 'Van den Berg', "op 't Land", 'Ben Ali', 'Da Silva', 'Bos']
  const written: ((first: string, family: string) => string)[] = [
    (first, family) => `${first} ${family}`,
    (first, family) => `${family}, ${first}`,
    (first, family) => `${first} ${family.toLowerCase()}`,
    // "Silva, Wouter Da" has two first names; of Dutch particles that is no question.
    (first, family) =>
      family.replace(/^((?:de|van den|op 't)) (.+)$/i, `$2, ${first} $1`).replace(/^[^,]+$/, `$&, ${first}`),
  ]

  it('has its name divided in one way over the list, however each line writes it', async () => {
    const firsts = ['Anna', 'Daan', 'Fatima', 'Karel', 'Lotte', 'Maaike', 'Mohamed', 'Piet', 'Sjoerd', 'Wouter']
    const lines = fc
      .uniqueArray(fc.constantFrom(...firsts), { minLength: 2, maxLength: 10 })
      .chain((names) =>
        fc.tuple(
          ...names.map((first) =>
            fc.tuple(fc.constantFrom(...families), fc.constantFrom(...written), fc.constant(first)),
          ),
        ),
      )
    await fc.assert(
      fc.asyncProperty(lines, async (list) => {
        const rows = list.map(([family, write, first], i) => `${write(first, family)};0${(i % 9) + 1}-05-1980`)
        const { people } = await readList({ text: ['Naam;Geboortedatum', ...rows].join('\n') })
        expect(people.map(({ fields }) => fields.first_name)).toEqual(list.map(([, , first]) => first))
        const divisions = people.map(({ fields: { last_name_prefix: prefix, last_name: last } }) =>
          [prefix, last].join('|').toLowerCase(),
        )
        const whole = (division: string) => division.split('|').filter(Boolean).join(' ')
        expect(divisions.map(whole)).toEqual(list.map(([family]) => family.toLowerCase()))
        expect(new Set(divisions).size).toBe(new Set(list.map(([family]) => family)).size)
      }),
      { numRuns: 300 },
    )
  })
})

describe('marks that turn the direction of writing', () => {
  const marks = fc.constantFrom(...'\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069')
  const places = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), marks), { minLength: 1, maxLength: 12 })

  it('change nothing of what is read, wherever they stand', async () => {
    await fc.assert(
      fc.asyncProperty(somebodies({ minLength: 4, maxLength: 12 }), layouts, places, async (people, layout, put) => {
        const rows = rowsOf(people, layout)
        for (const [row, column, at, mark] of put) {
          const cells = rows[row % rows.length]!
          const cell = cells[column % cells.length]!
          const place = at % (cell.length + 1)
          cells[column % cells.length] = cell.slice(0, place) + mark + cell.slice(place)
        }
        const { people: read } = await readList({ text: toCsv(rows, ';', '\n', false) })
        expect(read.map(({ fields }) => received(fields))).toEqual(people.map((person) => expected(person, layout)))
      }),
      { numRuns: 200 },
    )
  })
})
