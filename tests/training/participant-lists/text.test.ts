import { describe, expect, it } from 'vitest'
import { brief, readList } from './reading.ts'

/** People in running text: the To field of a mail, and a mail itself. */

const read = async (...lines: string[]) => readList({ text: lines.join('\n') })
const contacts = (list: Awaited<ReturnType<typeof readList>>) =>
  list.people.map((person) => [brief(person), person.fields.email ?? person.fields.mobile_phone ?? person.fields.phone])
const reasons = (list: Awaited<ReturnType<typeof readList>>) =>
  list.skipped.filter(({ kind }) => kind !== 'blank').map(({ line, reason }) => `${line} ${reason}`)

describe('the addresses of a mail', () => {
  const expected = [
    ['Jan Jansen -', 'jan@x.nl'],
    ['Klaas de Boer -', 'klaas2@x.nl'],
    ['Ina de Vries -', 'ina@x.nl'],
    ['Fatima El Amrani -', 'f.el@x.nl'],
  ]

  it.each([
    ['semicolons', '; '],
    ['commas', ', '],
    ['lines', '\n'],
    ['semicolons and lines', ';\r\n'],
  ])('are read with %s between them', async (_, between) => {
    const ina = between === ', ' ? '"Vries, Ina de"' : 'Vries, Ina de'
    const text = [
      'Jan Jansen <jan@x.nl>',
      '"Boer, Klaas de" <klaas2@x.nl>',
      `${ina} <ina@x.nl>`,
      "'Fatima El Amrani' <F.El@x.nl>",
    ].join(between)
    expect(contacts(await read(text))).toEqual(expected)
    expect(contacts(await readList({ bytes: Buffer.from(`Aan: ${text}`) }))).toEqual(expected)
  })

  it('are read from a single line of one person', async () => {
    expect(contacts(await read('Jan Jansen <jan@x.nl>'))).toEqual([['Jan Jansen -', 'jan@x.nl']])
  })

  it('without a name are nobody, and neither is who sent the mail', async () => {
    const list = await read(
      'Van: Karin Planner <karin@x.nl>',
      'Onderwerp: BHV',
      'Aan: jan@x.nl; piet@x.nl <piet@x.nl>; Eva Mol <eva@x.nl>',
    )
    expect(contacts(list)).toEqual([['Eva Mol -', 'eva@x.nl']])
    expect(reasons(list)).toEqual([
      '1 Geen persoon maar een tekst: “Van: Karin Planner <karin@x.nl>”.',
      '2 Geen persoon maar een tekst: “Onderwerp: BHV”.',
      '3 Geen naam op deze regel (jan@x.nl).',
      '4 Geen naam op deze regel (piet@x.nl).',
    ])
  })

  it('in a column beside others give the name and the address', async () => {
    const list = await read('Jan Jansen <jan@x.nl>;01-02-1980', '"Mol, Eva" <eva@x.nl>;02-03-1981')
    expect(contacts(list)).toEqual([
      ['Jan Jansen 1980-02-01', 'jan@x.nl'],
      ['Eva Mol 1981-03-02', 'eva@x.nl'],
    ])
    const headed = await read('Naam;E-mail', 'Jan Jansen;Jan Jansen <jan@x.nl>', 'Eva Mol;eva@x.nl')
    expect(contacts(headed)).toEqual([
      ['Jan Jansen -', 'jan@x.nl'],
      ['Eva Mol -', 'eva@x.nl'],
    ])
  })
})

describe('the text of a mail', () => {
  it('gives the people on its lines, and leaves out the rest with a reason', async () => {
    const list = await read(
      'Beste planner,',
      '',
      'Graag onderstaande mensen inschrijven voor de BHV van 12-03-2027:',
      '- Jan de Groot, 12-03-1980, 06-12345678',
      '2. Piet Bos (13-04-1981)',
      '* Visser, Ina - geb. 6-7-1991 - ina@x.nl',
      'Sara van den Berg (geb. 6-7-1991)',
      'Ahmed el Idrissi 4-5-1990 0698989898',
      'Eva Mol, 06-12312312, vegetarisch',
      'Jan komt graag op 14-03-2027, als dat kan.',
      'Jan Bos 01-02-1980 en Piet Mol 02-03-1981',
      '',
      'Met vriendelijke groet,',
      'Karin de Vries',
      'Karin de Vries, 06-87654321',
      'Tel. 0570-123456',
      'karin@klant.example',
      'Metaalwerken Twente B.V.',
      'Stationsstraat 12, 7411 AB Deventer',
    )
    expect(contacts(list)).toEqual([
      ['Jan de Groot 1980-03-12', '06-12345678'],
      ['Piet Bos 1981-04-13', null],
      ['Ina Visser 1991-07-06', 'ina@x.nl'],
      ['Sara van den Berg 1991-07-06', null],
      ['Ahmed el Idrissi 1990-05-04', '06-98989898'],
      ['Eva Mol -', '06-12312312'],
    ])
    expect(list.people[5]!.fields.note).toBe('vegetarisch')
    expect(list.skipped.filter(({ kind }) => kind !== 'blank').map(({ line }) => line)).toEqual([
      1, 3, 10, 11, 13, 14, 15, 16, 17, 18, 19,
    ])
    expect(reasons(list)[0]).toBe('1 Geen persoon maar een tekst: “Beste planner,”.')
  })

  it('is read without a greeting when its lines are no table', async () => {
    const list = await read('1. Jan de Groot (12-03-1980)', '2. Eva Mol (geboren op 2 maart 1981) tel. 06-12345678')
    expect(contacts(list)).toEqual([
      ['Jan de Groot 1980-03-12', null],
      ['Eva Mol 1981-03-02', '06-12345678'],
    ])
  })

  it('gives names alone only in a list of names, or below a line that announces them', async () => {
    const list = await read(
      'Hallo,',
      'De cursisten zijn:',
      'Jan de Groot',
      'Eva Mol',
      '',
      'Peter Bakker heeft gebeld',
      'Zwolle Noord',
      '- Tom Pol',
      '- Ina Smit',
      '',
      '- Graag lunch regelen',
      '- Els Vos',
      'Groeten, Karin',
    )
    expect(list.people.map(brief)).toEqual(['Jan de Groot -', 'Eva Mol -', 'Tom Pol -', 'Ina Smit -', 'Els Vos -'])
  })

  it('does not take a number in a signature for headings', async () => {
    const list = await read('Jan de Groot;12-03-1980', 'Eva Mol;02-03-1981', 'Tel. 0570-123456;')
    expect(list.people.map(brief)).toEqual(['Jan de Groot 1980-03-12', 'Eva Mol 1981-03-02'])
  })

  it.each([
    ['Beste Karin', 'Peter'],
    ['Hoi', '', 'Kun je een offerte sturen?', '', 'Groetjes'],
    ['Kan dat morgen ook?', 'Wij komen met drie man'],
    ['Beste Karin,', '> Jan heeft gebeld over 12-3-2027', 'Groet,', 'Peter de Vries'],
  ])('leads to a question where it lists nobody: %j', async (...lines) => {
    const list = await read(...lines)
    expect(list.people).toEqual([])
    expect(list.notices).toEqual([expect.stringContaining('Wie wilt u inschrijven?')])
  })

  it('invents nobody', async () => {
    const list = await read(
      'Zwolle, 12 maart 2026',
      'Den Haag, 12-03-2026',
      'Geachte heer Jansen,',
      'Wij willen op 12-03-2026 met Jan de Groot en Piet Bos komen.',
      'Graag Bellen Naar 06-12345678',
      'Locatie: Zwolle, 12-03-2026',
      'Eva Mol, 01-02-1980',
      'Hoogachtend,',
    )
    expect(list.people.map(brief)).toEqual(['Eva Mol 1980-02-01'])
  })

  it('above a table with headings is a title', async () => {
    const list = await read('Beste planner, hierbij de lijst,', 'Naam,Geboortedatum', 'Jan Bos,01-02-1980')
    expect(list.people.map(brief)).toEqual(['Jan Bos 1980-02-01'])
  })

  it('around cells from a spreadsheet leaves those cells a table', async () => {
    const list = await read(
      'Beste planner,',
      '',
      'Jan\tBos\t01-02-1980',
      'Eva\tde Vries\t02-03-1981',
      '',
      'Groet, Karin',
    )
    expect(list.people.map(brief)).toEqual(['Jan Bos 1980-02-01', 'Eva de Vries 1981-03-02'])
  })

  it('around such cells names neither who reads it nor who wrote it', async () => {
    const list = await read('Beste Karin', "Jan\tBos\t2 mei '80", 'Eva\tde Vries\tgeb. 02 03 1981', 'Groet', 'Peter')
    expect(list.people.map(brief)).toEqual(['Jan Bos 1980-05-02', 'Eva de Vries 1981-03-02'])
    expect(reasons(list).at(-1)).toBe('5 Staat onder de afsluiting: “Peter”.')
  })
})
