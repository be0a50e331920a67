import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Somebody, somebodies } from './list-writer.ts'
import { readList } from './reading.ts'
import { addressesOf, addressings, mailIn, mailOf, manners } from './text-writer.ts'

const people = somebodies({ minLength: 1, maxLength: 12 })

const names = (list: Awaited<ReturnType<typeof readList>>) =>
  list.people.map(({ fields }) => [fields.first_name, fields.last_name_prefix, fields.last_name].join('|'))
const nameOf = ({ first, prefix, last }: Somebody) => [first, prefix, last].join('|')

describe('any people in the To field of a mail', () => {
  it('are read back exactly', async () => {
    const addressed = people
      .map((list) => list.filter(({ email }) => email !== null))
      .filter(({ length }) => length > 0)
    await fc.assert(
      fc.asyncProperty(addressed, addressings, async (list, addressing) => {
        const read = await readList({ text: addressesOf(list, addressing) })
        expect(names(read)).toEqual(list.map(nameOf))
        expect(read.people.map(({ fields }) => fields.email)).toEqual(list.map(({ email }) => email))
      }),
      { numRuns: 300 },
    )
  })
})

describe('any people in the text of a mail', () => {
  const mails = people
    .map((list) =>
      list.map((person) => ({ ...person, born: person.born ?? '1970-01-02', mobile: person.mobile ?? '0612312312' })),
    )
    .chain(mailOf)

  it('are read back exactly, and nobody else is', async () => {
    await fc.assert(
      fc.asyncProperty(mails, async ({ text, people: list }) => {
        const read = await readList({ text })
        expect(names(read)).toEqual(list.map(nameOf))
        expect(read.people.map(({ fields }) => [fields.birth_date, fields.mobile_phone, fields.note])).toEqual(
          list.map(({ born, mobile }) => [born, `06-${mobile!.slice(2)}`, null]),
        )
        const lines = [
          ...read.people.flatMap(({ lineNumbers }) => lineNumbers),
          ...read.skipped.map(({ line }) => line),
        ]
        expect(lines.sort((a, b) => a - b)).toEqual(text.split('\n').map((_, i) => i + 1))
      }),
      { numRuns: 300 },
    )
  })
})

describe('any people in the text of two mails', () => {
  const dated = people.map((list) => list.map((person) => ({ ...person, born: person.born ?? '1970-01-02' })))

  it('are the same, whatever the titles, capitals, dates, bullets and quotation marks', async () => {
    await fc.assert(
      fc.asyncProperty(dated, manners, async (list, manner) => {
        const read = await readList({ text: mailIn(manner, list) })
        expect(names(read)).toEqual(list.map(nameOf))
        expect(read.people.map(({ fields }) => fields.birth_date)).toEqual(list.map(({ born }) => born))
      }),
      { numRuns: 500 },
    )
  })
})

describe('any birth dates with the month first', () => {
  const dated = people.map((list) => list.map((person) => ({ ...person, born: person.born ?? '1970-01-02' })))
  const written = (list: Somebody[]) =>
    list.map(({ first, prefix, last, born }) => {
      const [year, month, day] = born!.split('-').map(Number)
      return `${[first, prefix, last].filter(Boolean).join(' ')};${month}/${day}/${year}`
    })

  it('are read so as soon as one of them can only be read so', async () => {
    const certain = dated.filter((list) => list.some(({ born }) => Number(born.slice(8)) > 12))
    await fc.assert(
      fc.asyncProperty(certain, async (list) => {
        const read = await readList({ text: ['Naam;Geboortedatum', ...written(list)].join('\n') })
        expect(read.people.map(({ fields }) => fields.birth_date)).toEqual(list.map(({ born }) => born))
      }),
      { numRuns: 200 },
    )
  })

  it('are marked where they are uncertain, once a date with the day first stands among them', async () => {
    await fc.assert(
      fc.asyncProperty(dated, async (list) => {
        const text = ['Naam;Geboortedatum', ...written(list), 'Ans Dagvoorop;31/12/1980', 'Bea Maandvoorop;12/31/1980']
        const read = await readList({ text: text.join('\n') })
        for (const [i, { born }] of list.entries()) {
          const [month, day] = [Number(born.slice(5, 7)), Number(born.slice(8))]
          const { fields, remarks } = read.people[i]!
          const marked = remarks.some(({ field }) => field === 'birth_date')
          expect([marked, fields.birth_date === null]).toEqual([day !== month, day > 12])
        }
      }),
      { numRuns: 200 },
    )
  })
})
