import { describe, expect, it } from 'vitest'
import { type ColumnRole, guessColumns, readPeople } from '../../../src/training/places/participant-lists/index.ts'
import { TODAY, brief } from './reading.ts'

const table = (text: string) => text.split('\n').map((line) => line.split(';'))
const columnsOf = (text: string) => guessColumns(table(text)).columns

describe('headings', () => {
  it.each<[string, ColumnRole]>([
    ['Voornaam', 'first_name'],
    ['ROEPNAAM', 'first_name'],
    ['Given name', 'first_name'],
    ['Tussenvoegsel(s)', 'last_name_prefix'],
    ['tussenv.', 'last_name_prefix'],
    ['Infix', 'last_name_prefix'],
    ['Achternaam deelnemer', 'last_name'],
    ['Surname', 'last_name'],
    ['Voorletters', 'initials'],
    ['Naam medewerker', 'full_name'],
    ['Deelnemer', 'full_name'],
    ['Voor- en achternaam', 'full_name'],
    ['Achternaam, voornaam', 'full_name_last_first'],
    ['Geb.datum', 'birth_date'],
    ['Geboortedatum (dd-mm-jjjj)*', 'birth_date'],
    ['Wanneer geboren', 'birth_date'],
    ['D.O.B.', 'birth_date'],
    ['Mailadres', 'email'],
    ['Work e-mail', 'email'],
    ['E-mail privé', 'email'],
    ['06-nummer', 'mobile_phone'],
    ['Mobiel privé', 'mobile_phone'],
    ['Tel.nr.', 'phone'],
    ['Phone', 'phone'],
    ['Werkgever', 'company'],
    ['Afdeling', 'note'],
    ['Bijzonderheden', 'note'],
    ['Personeelsnummer', 'ignored'],
    ['Geboorteplaats', 'ignored'],
    ['E-mail leidinggevende', 'ignored'],
    ['Telefoon noodgeval', 'ignored'],
    ['Datum in dienst', 'ignored'],
    ['BSN', 'ignored'],
  ])('takes "%s" for %s', (heading, role) => {
    // A second heading that is known beyond doubt makes the row one of headings.
    const other = role === 'email' || heading.startsWith('E-mail') ? 'Geboortedatum' : 'E-mailadres'
    expect(columnsOf(`${heading};${other}\n;`)[0]).toBe(role)
  })

  it('finds the heading below titles and what it has to say about the list', () => {
    const text = 'Deelnemers BHV;\nDatum:;12-03-2026\n;\nNaam;Geboortedatum\nJan Bos;01-02-1980'
    expect(guessColumns(table(text))).toEqual({ header: 3, columns: ['full_name', 'birth_date'] })
  })

  it('does not take a title for a heading', () => {
    expect(guessColumns(table('Deelnemers;\nJan Bos;01-02-1980\nEva Mol;02-03-1981')).header).toBeNull()
  })

  it('takes "Naam" for the last name beside a first name, a particle or initials', () => {
    expect(columnsOf('Naam;Voornaam\nJansen;Piet\nde Vries;Anna')).toEqual(['last_name', 'first_name'])
    expect(columnsOf('Naam;Tussenvoegsel;Voorletters\nVries;de;A.')).toEqual([
      'last_name',
      'last_name_prefix',
      'initials',
    ])
    expect(columnsOf('Naam;Voorletters\nJansen;P.\nMol;E.')).toEqual(['last_name', 'initials'])
    expect(columnsOf('Naam;Achternaam\nPiet;Jansen\nEva;Mol')).toEqual(['first_name', 'last_name'])
  })

  it('takes "Naam" for the whole name when whole names stand in it', () => {
    expect(columnsOf('Naam;Voorletters\nPiet Jansen;P.\nEva Mol;E.')).toEqual(['full_name', 'initials'])
    const list = readPeople(
      table('Naam;Voornaam\nPiet Jansen;Piet\nMol, Eva;Eva'),
      guessColumns(table('Naam;Voornaam')),
      TODAY,
    )
    expect(list.people.map(brief)).toEqual(['Piet Jansen -', 'Eva Mol -'])
  })

  it('prefers the first name in the passport, and the call name to all first names', () => {
    expect(columnsOf('Roepnaam;Voornaam;Achternaam\nHans;Johannes;Bos')).toEqual(['ignored', 'first_name', 'last_name'])
    expect(columnsOf('Voornamen;Roepnaam;Achternaam\nJohannes Maria;Hans;Bos')).toEqual([
      'ignored',
      'first_name',
      'last_name',
    ])
  })

  it('does not take "Mr" and "Mrs" below "Prefix" for particles', () => {
    expect(columnsOf('Prefix;First name;Last name\nMr;Piet;Jansen\nMrs;Eva;Mol')[0]).toBe('ignored')
  })

  it('learns from the addresses that the last name stands first', () => {
    const text =
      'Naam;E-mail\nJansen Piet;p.jansen@klant.example\nde Vries Anna;a.devries@klant.example\nMol Eva;e.mol@klant.example'
    expect(columnsOf(text)).toEqual(['full_name_last_first', 'email'])
  })
})

describe('values, where headings say nothing', () => {
  it('finds first and last names in either order', () => {
    expect(columnsOf('Jan;de Vries\nPiet;Jansen\nAnna;Bos')).toEqual(['first_name', 'last_name'])
    expect(columnsOf('Jansen;01-02-1980;Piet\nMulder;02-03-1981;Anna')).toEqual([
      'last_name',
      'birth_date',
      'first_name',
    ])
  })

  it('goes by the addresses when the names are strange to it', () => {
    const text = 'Qorba;Zirxes;z.qorba@klant.example\nVantu;Ilmet;i.vantu@klant.example'
    expect(columnsOf(text)).toEqual(['last_name', 'first_name', 'email'])
  })

  it('finds one column of whole names', () => {
    expect(columnsOf('Jan de Vries\nPiet Jansen')).toEqual(['full_name'])
  })

  it('takes the earlier of two dates for the birth date', () => {
    expect(columnsOf('Jan Bos;12-03-2026;01-02-1980\nEva Mol;12-03-2026;02-03-1981')).toEqual([
      'full_name',
      'ignored',
      'birth_date',
    ])
  })

  it('does not take personnel numbers for day numbers', () => {
    const text = '20418;Jan Bos;29587\n20419;Eva Mol;30123\n20420;Tom Vos;28111'
    expect(columnsOf(text)).toEqual(['ignored', 'full_name', 'birth_date'])
  })

  it('fills in a column of which the heading is empty or strange', () => {
    const text =
      'Voornaam;;Achternaam;Correspondentie\nAnna;de;Vries;a@klant.example\nRoos;van den;Berg;r@klant.example'
    expect(columnsOf(text)).toEqual(['first_name', 'last_name_prefix', 'last_name', 'email'])
  })

  it('has no opinion on an empty list', () => {
    expect(guessColumns([])).toEqual({ header: null, columns: [] })
  })
})

describe('a column map that the user changed', () => {
  it('is followed, also against the headings', () => {
    const rows = table('Naam;Geboortedatum;Functie\nJansen Piet;01-02-1980;monteur')
    const map = { header: 0, columns: ['full_name_last_first', 'ignored', 'company'] as ColumnRole[] }
    expect(readPeople(rows, map, TODAY).people[0]!.fields).toMatchObject({
      first_name: 'Piet',
      last_name: 'Jansen',
      birth_date: null,
      company: 'monteur',
      note: null,
    })
  })

  it('without a name finds nobody and asks for the column', () => {
    const list = readPeople([['Jan Bos']], { header: null, columns: ['ignored'] }, TODAY)
    expect(list.people).toEqual([])
    expect(list.notices[0]).toContain('Geen kolom met namen')
  })
})
