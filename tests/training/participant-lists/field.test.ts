import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { brief, readList } from './reading.ts'

/** Small files in shapes that customers send. */
const file = (name: string) => readFileSync(new URL(`../../fixtures/field/${name}`, import.meta.url))
const read = (name: string) => readList({ bytes: file(name) })
const remarksOf = (list: Awaited<ReturnType<typeof read>>) =>
  list.people.map(({ remarks }) => remarks.map(({ text }) => text))

describe('a mailed list', () => {
  it.each([
    ['mail-small-titles.txt', ['J. Jansen 1981-03-14', 'K. de Wit 1982-03-15', 'F. El Amrani 1990-05-02', 'Bas van Veldhuizen-ten Hove -']], // prettier-ignore
    ['mail-short-dates.txt', ['Jan Jansen 1990-05-02', 'Piet Smit 1990-05-02', 'Karin Bos 1990-05-02']],
  ])('gives the people of %s and nobody else', async (name, people) => {
    expect((await read(name)).people.map(brief)).toEqual(people)
    expect((await readList({ text: file(name).toString() })).people.map(brief)).toEqual(people)
  })
})

describe('a list with a title and a prefix', () => {
  it('has the prefix in its place, also with a capital', async () => {
    const list = await read('names-title-and-prefix.csv')
    expect(list.people.map(({ fields }) => [fields.first_name, fields.last_name_prefix, fields.last_name])).toEqual([
      ['', 'van', 'Dijk'],
      ['', 'de', 'Jong-Ten Brink'],
      ['', 'van', 'Gogh'],
      ['Anna', 'van', 'Loon'],
    ])
    expect(remarksOf(list)[0]).toEqual(['Geen voornaam opgegeven.'])
  })
})
