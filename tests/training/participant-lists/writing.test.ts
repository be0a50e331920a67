import { describe, expect, it } from 'vitest'
import { brief, readList } from './reading.ts'

/** How a list as a whole was written: what one line leaves open, the others say. */

const remarks = (person: { remarks: { text: string }[] } | undefined) => person?.remarks.map(({ text }) => text)

describe('a column of birth dates', () => {
  it('with the month first is read so, and says it', async () => {
    const list = await readList({
      text: 'First,Last,DOB\nAnna,Bos,03/04/1980\nPiet,Mol,04/25/1981\nEva,Vos,12/31/1982\n',
    })
    expect(list.people.map(brief)).toEqual(['Anna Bos 1980-03-04', 'Piet Mol 1981-04-25', 'Eva Vos 1982-12-31'])
    expect(list.people.flatMap((person) => remarks(person)!)).toEqual([])
    expect(list.notices).toEqual([expect.stringContaining('staat de maand voorop')])
  })

  it('with the month first is found without headings, also with years of two digits', async () => {
    const list = await readList({
      text: 'Anna;Bos;03/04/80\nPiet;Mol;04/25/81\nEva;Jansen;12/31/82\nTom;Smit;11/30/83\n',
    })
    expect(list.people.map(brief)).toEqual([
      'Anna Bos 1980-03-04',
      'Piet Mol 1981-04-25',
      'Eva Jansen 1982-12-31',
      'Tom Smit 1983-11-30',
    ])
  })

  it('that shows nothing has the day first, without a word', async () => {
    const list = await readList({ text: 'Naam;Geboortedatum\nAnna Bos;03/04/1980\nPiet Mol;05-05-1981\n' })
    expect(list.people.map(brief)).toEqual(['Anna Bos 1980-04-03', 'Piet Mol 1981-05-05'])
    expect([...list.notices, ...list.people.flatMap((person) => remarks(person)!)]).toEqual([])
  })

  it('with both orders has the day first, and marks what may be either', async () => {
    const { people, notices } = await readList({
      text: 'Naam;Geboortedatum\nAnna Bos;03/04/1980\nPiet Mol;04/25/1981\nEva Vos;25/12/1982\nTom Pol;06-06-1983\nIna Smit;1984-02-03\n',
    })
    expect(people.map(brief)).toEqual([
      'Anna Bos 1980-04-03',
      'Piet Mol -',
      'Eva Vos 1982-12-25',
      'Tom Pol 1983-06-06',
      'Ina Smit 1984-02-03',
    ])
    expect(people.map((person) => remarks(person)!.length)).toEqual([1, 1, 0, 0, 0])
    expect(remarks(people[0])).toEqual([
      'Geboortedatum 03/04/1980 is gelezen als 3 april, maar kan ook 4 maart zijn; controleer deze.',
    ])
    expect(notices).toEqual([expect.stringContaining('door elkaar')])
  })
})

describe('a family name', () => {
  it('is divided in one way, as most lines have it', async () => {
    const { people } = await readList({
      text: 'Naam;Geboortedatum\nKübra El Amrani;01-02-1980\nHanneke El Amrani;02-03-1981\nEl Amrani, Wouter;03-04-1982\nAmrani, Sara El;\nel Amrani, Tom;\n',
    })
    expect(people.map(({ fields }) => [fields.first_name, fields.last_name_prefix, fields.last_name])).toEqual([
      ['Kübra', 'El', 'Amrani'],
      ['Hanneke', 'El', 'Amrani'],
      ['Wouter', 'El', 'Amrani'],
      ['Sara', 'El', 'Amrani'],
      ['Tom', 'el', 'Amrani'],
    ])
  })

  it('is not taken for another one that is written together', async () => {
    const { people } = await readList({ text: 'Naam\nAnna van Dam\nPiet van Dam\nEva Vandam\n' })
    expect(people.map(({ fields }) => [fields.last_name_prefix, fields.last_name])).toEqual([
      ['van', 'Dam'],
      ['van', 'Dam'],
      ['', 'Vandam'],
    ])
  })
})

describe('a name', () => {
  it('comes without the invisible marks that turn the direction of writing', async () => {
    const { people } = await readList({ text: 'Voornaam;Achternaam\n\u202EAnna\u202C;\u2066de Vries\u2069\u200F\n' })
    expect(people.map(({ fields }) => fields)).toMatchObject([
      { first_name: 'Anna', last_name_prefix: 'de', last_name: 'Vries' },
    ])
  })

  it('too long to store is shown as it stands', async () => {
    const long = 'Aaa'.repeat(50)
    const { people } = await readList({ text: `Voornaam;Achternaam\n${long};Bos\n` })
    expect(people[0]!.fields.first_name).toBe(long)
    expect(remarks(people[0])).not.toContain('Geen voornaam opgegeven.')
  })
})

describe('a phone number', () => {
  it('abroad is not the Dutch one that ends the same', async () => {
    const { people } = await readList({
      text: 'Naam;Telefoon\nJan Bos;06-12345678\nAna Garcia;+34 612 345 678\nEva Bos;0031 6 12345678\n',
    })
    expect(people.map((person) => remarks(person)!.some((text) => text.includes('staat ook bij')))).toEqual([
      true,
      false,
      true,
    ])
  })
})
