import { describe, expect, it } from 'vitest'
import { brief, readList } from './reading.ts'

const remarks = (person: { remarks: { text: string }[] } | undefined) => person?.remarks.map(({ text }) => text)

describe('lines that are no person', () => {
  it('are skipped with a reason and invent nobody', async () => {
    const list = await readList({
      text: [
        'Presentielijst EHBO;;',
        'Naam;Geboortedatum;E-mail',
        'Jan Bos;01-02-1980;jan@klant.example',
        ';;',
        'Groep 2;;',
        'NAAM;GEBOORTEDATUM;E-MAIL',
        'Eva Mol;02-03-1981;eva@klant.example',
        ';03-04-1982;wie@klant.example',
        'Totaal: 2;;',
        'Aantal deelnemers;2;',
        'Contactpersoon: K. Smit;;',
        'Ingevuld door;K. Smit;',
        '* = vegetarisch;;',
      ].join('\n'),
    })
    expect(list.people.map(brief)).toEqual(['Jan Bos 1980-02-01', 'Eva Mol 1981-03-02'])
    expect(list.skipped.map(({ line, kind }) => [line, kind])).toEqual([
      [1, 'title'],
      [2, 'header'],
      [4, 'blank'],
      [5, 'title'],
      [6, 'header'],
      [8, 'nameless'],
      [9, 'total'],
      [10, 'total'],
      [11, 'title'],
      [12, 'title'],
      [13, 'title'],
    ])
    expect(list.skipped[5]!.reason).toBe('Geen naam op deze regel (03-04-1982, wie@klant.example).')
  })

  it('do not take people above a second heading with them', async () => {
    const person = 'Jan Bos;01-02-1980;jan@klant.example'
    const list = await readList({
      text: `${person}\nNaam;Geboortedatum;E-mail\nEva Mol;02-03-1981;eva@klant.example\n`,
    })
    expect(list.people.map(brief)).toEqual(['Jan Bos 1980-02-01', 'Eva Mol 1981-03-02'])
  })

  it('are not people of whom only the name is known', async () => {
    const list = await readList({ text: 'Naam;Geboortedatum\nTotaal, Piet;01-02-1980\nEva Mol;\n' })
    expect(list.people.map(brief)).toEqual(['Piet Totaal 1980-02-01', 'Eva Mol -'])
  })
})

describe('doubled lines', () => {
  it('join when name and birth date agree, whatever the writing, and fill each other up', async () => {
    const text =
      'Naam;Geboortedatum;E-mail;Telefoon\nRene Mol;01-02-1980;;06-12345678\nMOL, René;1 feb 80;r@klant.example;020-1234567\n'
    const list = await readList({ text })
    expect(list.people).toHaveLength(1)
    expect(list.people[0]).toMatchObject({
      lineNumbers: [2, 3],
      fields: { first_name: 'René', email: 'r@klant.example', mobile_phone: '06-12345678', phone: '020-1234567' },
    })
  })

  it('keep the first of two addresses and name the other', async () => {
    const text = 'Naam;Geboortedatum;E-mail\nJan Bos;01-02-1980;a@klant.example\nJan Bos;01-02-1980;b@klant.example\n'
    const [person] = (await readList({ text })).people
    expect(person!.fields.email).toBe('a@klant.example')
    expect(remarks(person)).toContain('Regel 3 noemt “b@klant.example”; het eerste is gehouden.')
  })

  it('join a line with fewer fields to the fuller one, wherever it stands', async () => {
    const text = 'Naam;Geboortedatum;E-mail\nJan Bos;;\nJan Bos;01-02-1980;a@klant.example\nJan Bos;;a@klant.example\n'
    const [person, ...others] = (await readList({ text })).people
    expect(others).toEqual([])
    expect(person!.lineNumbers).toEqual([2, 3, 4])
    expect(remarks(person)).toEqual(['Regels 2, 3 en 4 zijn dezelfde persoon en zijn samengevoegd.'])
  })

  it('stay apart when the line without a birth date says something else', async () => {
    const text = 'Naam;Geboortedatum;E-mail\nJan Bos;01-02-1980;a@klant.example\nJan Bos;;b@klant.example\n'
    const { people } = await readList({ text })
    expect(people.map(brief)).toEqual(['Jan Bos 1980-02-01', 'Jan Bos -'])
    expect(remarks(people[1])).toContain(
      'De naam Jan Bos staat ook op regel 2; zonder geboortedatum is niet zeker of het dezelfde persoon is.',
    )
  })

  it('stay apart when the birth date was impossible and nothing else agrees', async () => {
    const { people } = await readList({ text: 'Naam;Geboortedatum\nJan Bos;01-02-1980\nJan Bos;31-02-1990\n' })
    expect(people.map(brief)).toEqual(['Jan Bos 1980-02-01', 'Jan Bos -'])
  })

  it('are two people when the birth dates differ', async () => {
    const text =
      'Naam;Geboortedatum;E-mail\nJan Bos;01-02-1980;bos@klant.example\nJan Bos;03-04-2005;bos@klant.example\n'
    const { people } = await readList({ text })
    expect(people.map(brief)).toEqual(['Jan Bos 1980-02-01', 'Jan Bos 2005-04-03'])
    expect(remarks(people[0])).toEqual([
      'De naam Jan Bos staat ook op regel 3, met een andere geboortedatum: dit zijn verschillende personen.',
      'bos@klant.example staat ook bij Jan Bos (regel 3).',
    ])
  })

  it('are two people when they share nothing but an address', async () => {
    const text =
      'Naam;Geboortedatum;E-mail\nTim Bos;01-02-1980;bos@klant.example\nTom Bos;01-02-1980;bos@klant.example\n'
    expect((await readList({ text })).people.map(brief)).toEqual(['Tim Bos 1980-02-01', 'Tom Bos 1980-02-01'])
  })
})

describe('what a line says', () => {
  const only = async (text: string) => (await readList({ text })).people[0]!

  it('marks a name that looks like a formula and keeps it as text', async () => {
    const { people } = await readList({
      text: 'Naam;Geboortedatum\n=HYPERLINK Bos;01-02-1980\n+Eva Mol;02-03-1981\n@Tom Vos;03-04-1982\n',
    })
    expect(people.map(brief)).toEqual(['=HYPERLINK Bos 1980-02-01', '+Eva Mol 1981-03-02', '@Tom Vos 1982-04-03'])
    expect(people.map((person) => remarks(person)![0]!.slice(0, 23))).toEqual([
      'De naam begint met “=”;',
      'De naam begint met “+”;',
      'De naam begint met “@”;',
    ])
  })

  it('writes names in capitals as names, and says that it did', async () => {
    const list = await readList({ text: 'Voornaam;Achternaam\nIJSBRAND;VAN DIJK-BOS\npiet;de vries\nEva;MOL\n' })
    expect(list.people.map(brief)).toEqual(['IJsbrand van Dijk-Bos -', 'Piet de Vries -', 'Eva MOL -'])
    expect(list.notices[0]).toContain('hoofdletters of kleine letters (2×)')
  })

  it('keeps a person of whom part of the name is missing, and says which part', async () => {
    const { people } = await readList({
      text: 'Voornaam;Achternaam;E-mail\nPiet;;p@klant.example\n;Jansen;j@klant.example\n',
    })
    expect(people.map(remarks)).toEqual([
      ['Geen achternaam opgegeven.', 'Geen geboortedatum opgegeven.'],
      ['Geen voornaam opgegeven.', 'Geen geboortedatum opgegeven.'],
    ])
  })

  it('puts particles right that stand in the wrong column', async () => {
    const text =
      'Achternaam;Tussenvoegsel;Voornaam\nvan den Berg;van den;Roos\nden Berg;van;Piet\nVries;;Anna de\nVries, de;;Eva\n'
    expect((await readList({ text })).people.map(brief)).toEqual([
      'Roos van den Berg -',
      'Piet van den Berg -',
      'Anna de Vries -',
      'Eva de Vries -',
    ])
  })

  it('puts numbers where they belong and two in one cell in two fields', async () => {
    const person = await only('Naam;Telefoon;Mobiel\nJan Bos;06-12345678 / 020-1234567;\n')
    expect(person.fields).toMatchObject({ phone: '020-1234567', mobile_phone: '06-12345678' })
    const swapped = await only('Naam;Telefoon;Mobiel\nJan Bos;0612345678;020 1234567\n')
    expect(swapped.fields).toMatchObject({ phone: '020-1234567', mobile_phone: '06-12345678' })
  })

  it('gathers notes from several columns under their headings', async () => {
    const person = await only('Naam;Afdeling;Opmerking;Functie\nJan Bos;Magazijn;ochtend;-\n')
    expect(person.fields.note).toBe('Afdeling: Magazijn\nochtend')
  })

  it('takes marks for "nothing" as nothing', async () => {
    const person = await only('Naam;Geboortedatum;E-mail;Mobiel;Bedrijf\nJan Bos;onbekend;-;n.v.t.;x\n')
    expect(person.fields).toMatchObject({ birth_date: null, email: null, mobile_phone: null, company: null })
    expect(remarks(person)).toEqual(['Geen geboortedatum opgegeven.'])
  })

  it('asks to look at an age nobody in training has', async () => {
    const { people } = await readList({
      text: 'Naam;Geboortedatum\nJan Bos;01-02-2020\nEva Mol;01-02-1927\nTom Vos;01-02-1980\n',
    })
    expect(people.map((person) => remarks(person)!.length)).toEqual([1, 1, 0])
    expect(remarks(people[0])).toEqual(['Geboortedatum 01-02-2020 geeft een ongewone leeftijd; controleer deze.'])
  })

  it('reads ddmmjj that lost its 0 where the column holds ddmmjj', async () => {
    const { people } = await readList({ text: 'Naam;Geboortedatum\nJan Bos;110285\nEva Mol;10285\n' })
    expect(people.map(brief)).toEqual(['Jan Bos 1985-02-11', 'Eva Mol 1985-02-01'])
  })

  it('says of an address that many have that it tells nobody apart', async () => {
    const text = 'Naam;E-mail\nJan Bos;info@klant.example\nEva Mol;info@klant.example\nTom Vos;info@klant.example\n'
    const list = await readList({ text })
    expect(list.notices).toEqual(['info@klant.example staat bij 3 personen en telt daarom niet mee bij het herkennen.'])
    expect(list.people.flatMap((person) => remarks(person)!)).not.toContain(expect.stringContaining('info@'))
  })
})
