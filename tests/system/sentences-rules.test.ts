import { describe, expect, it } from 'vitest'
import { type ToldRow, sentenceOf } from '../../src/system/history/sentences.rules.ts'

let made = 0
const row = (more: Partial<ToldRow> = {}): ToldRow => ({
  id: ++made,
  type: 'contact',
  one: 'contact',
  many: 'contacten',
  action: 'update',
  record: made,
  key: String(more.record ?? made),
  name: `Persoon ${made}`,
  isRecord: true,
  lines: [],
  ...more,
})
const line = (label: string, from: string | null, to: string) => ({ label, from, to })
const gerrit = { record: 7, name: 'Gerrit Bakker' }
const said = (...rows: ToldRow[]) => sentenceOf('Sanne', rows)

describe('the sentence of an action', () => {
  it('names what came and went, and counts more of it', () => {
    expect(said(row({ ...gerrit, action: 'insert' }))).toBe('Sanne voegde contact Gerrit Bakker toe')
    expect(said(row({ action: 'insert', name: null }))).toBe('Sanne voegde een contact toe')
    expect(said(row({ action: 'delete' }), row({ action: 'delete' }))).toBe('Sanne verwijderde 2 contacten')
    expect(said(row({ action: 'export', record: null, name: null }))).toBe('Sanne exporteerde contacten')
  })

  it('uses the words of a module, and joins two kinds', () => {
    const student = {
      type: 'enrolment',
      one: 'cursist',
      many: 'cursisten',
      action: 'insert',
      acts: { insert: 'schreef * in' },
    }
    expect(said(row({ ...student, name: 'Anouk' }))).toBe('Sanne schreef cursist Anouk in')
    expect(said(row({ action: 'insert' }), row(student), row(student))).toMatch(
      /^Sanne voegde contact Persoon \d+ toe en schreef 2 cursisten in$/,
    )
    // A third kind stands in the details.
    const note = row({ type: 'note', one: 'notitie', action: 'insert' })
    expect(said(row({ ...gerrit, action: 'insert' }), row(student), row(student), note)).toBe(
      'Sanne voegde contact Gerrit Bakker toe en schreef 2 cursisten in',
    )
    const part = { type: 'appointment', one: 'onderdeel', many: 'onderdelen', action: 'insert' }
    expect(said(row({ one: 'planning', name: '20418', action: 'insert' }), row(part), row(part))).toBe(
      'Sanne voegde planning 20418 en 2 onderdelen toe',
    )
  })

  it('tells for what somebody came or left, while that is known of all and not too much', () => {
    const student = (where: string | null) =>
      row({
        type: 'enrolment',
        one: 'cursist',
        many: 'cursisten',
        action: 'delete',
        acts: { delete: 'schreef * uit' },
        where,
      })
    expect(said(student('A'), student('A'))).toBe('Sanne schreef 2 cursisten uit voor A')
    expect(said(student('A'), student('B'))).toBe('Sanne schreef 2 cursisten uit voor A en B')
    for (const others of [[null], ['B', 'C']])
      expect(said(student('A'), ...others.map(student))).toMatch(/^Sanne schreef [23] cursisten uit$/)
  })

  it('tells to what several belong, while that is known of all and not too much, and once', () => {
    const part = (whole: string | null) => row({ type: 'appointment', one: 'onderdeel', many: 'onderdelen', whole })
    const planning = (whole: string) => row({ type: 'group', one: 'planning', many: 'planningen', whole })
    const made = (rows: ToldRow[]) => said(...rows.map((one) => ({ ...one, action: 'insert' })))
    const status = (rows: ToldRow[]) => said(...rows.map((one) => ({ ...one, lines: [line('Status', 'a', 'b')] })))
    const [one, other] = ['planning 1 (BHV)', 'planning 2 (VCA)']
    expect(status([part(one), part(one)])).toBe('Sanne wijzigde de status van 2 onderdelen van planning 1 (BHV)')
    expect(status([part(one)])).not.toContain('planning')
    expect(made([part(one), part(other)])).toBe('Sanne voegde 2 onderdelen van planning 1 (BHV) en planning 2 (VCA) toe') // prettier-ignore
    for (const more of [[null], ['planning 3', 'planning 4']])
      expect(made([part(one), ...more.map(part)])).toMatch(/^Sanne voegde [23] onderdelen toe$/)
    expect(made([planning('BHV'), planning('BHV'), part(one), part(one)])).toBe(
      'Sanne voegde 2 planningen van BHV en 2 onderdelen toe',
    )
  })

  it('tells of one field what it was and what it became', () => {
    const changed = (...lines: ToldRow['lines']) => said(row({ ...gerrit, lines }))
    expect(changed(line('Begintijd', '09:00', '08:30'))).toBe(
      'Sanne wijzigde de begintijd van Gerrit Bakker: 09:00 werd 08:30',
    )
    expect(changed(line('E-mailadres', '–', 'g@x.nl'))).toBe('Sanne vulde het e-mailadres van Gerrit Bakker in: g@x.nl')
    expect(changed(line('KVK-nummer', '123', '–'))).toBe(
      'Sanne maakte het KVK-nummer van Gerrit Bakker leeg, dat was 123',
    )
    expect(changed(line('Actief', 'Ja', 'Nee'))).toBe("Sanne wijzigde 'Actief' van Gerrit Bakker: Ja werd Nee")
    expect(changed(line('Tekst', 'a', 'x'.repeat(100)))).toHaveLength(
      'Sanne wijzigde de tekst van Gerrit Bakker: a werd '.length + 60,
    )
  })

  it('names the fields of several changes, at most three, and counts the others', () => {
    const lines = ['Functie', 'Telefoon', 'Plaats', 'Geldig tot en met'].map((label) => line(label, 'a', 'b'))
    expect(said(row({ ...gerrit, lines: lines.slice(0, 2) }))).toBe(
      'Sanne wijzigde de functie en de telefoon van Gerrit Bakker',
    )
    expect(said(row({ ...gerrit, lines: lines.slice(0, 3) }))).toBe(
      'Sanne wijzigde de functie, de telefoon en de plaats van Gerrit Bakker',
    )
    expect(said(row({ ...gerrit, lines }))).toBe(
      'Sanne wijzigde de functie, de telefoon en nog 2 gegevens van Gerrit Bakker',
    )
    expect(said(row({ lines: lines.slice(0, 1) }), row({ lines: lines.slice(0, 1) }))).toBe(
      'Sanne wijzigde de functie van 2 contacten',
    )
    expect(said(row({ name: null, lines: [] }))).toBe('Sanne wijzigde een contact')
  })

  it('tells what was hung on a record or taken from it, unless the record itself changed', () => {
    const skill = {
      ...gerrit,
      isRecord: false,
      lines: [line('Contact', '–', 'Gerrit Bakker'), line('Vaardigheid', '–', 'Heftruck')],
    }
    expect(said(row({ ...skill, action: 'insert' }))).toBe('Sanne voegde vaardigheid Heftruck toe bij Gerrit Bakker')
    const gone = skill.lines.map(({ label, to }) => line(label, to, '–'))
    expect(said(row({ ...skill, lines: gone, action: 'delete' }))).toBe(
      'Sanne haalde vaardigheid Heftruck weg bij Gerrit Bakker',
    )
    expect(said(row({ ...skill, action: 'insert' }), row({ ...gerrit, action: 'insert' }))).toBe(
      'Sanne voegde contact Gerrit Bakker toe',
    )
    const four = ['BHV', 'EHBO', 'VCA', 'Heftruck'].map((name) =>
      row({ ...skill, lines: [skill.lines[0]!, line('Vaardigheid', '–', name)], action: 'insert' }),
    )
    expect(said(...four)).toBe('Sanne voegde 4 gegevens toe bij Gerrit Bakker')
  })

  it('tells events, and an action that has no words by its name', () => {
    expect(said(row({ ...gerrit, action: 'sign-in' }))).toBe('Sanne meldde zich aan')
    expect(said(row({ ...gerrit, action: 'merge', lines: [line('Samengevoegd', null, 'G. Bakker')] }))).toBe(
      'Sanne voegde G. Bakker samen met contact Gerrit Bakker',
    )
    expect(said(row({ ...gerrit, action: 'unheard' }))).toBe('Sanne unheard: contact Gerrit Bakker')
    expect(said()).toBe('Sanne')
  })
})

describe('an action with a sentence of its own', () => {
  it.each([
    ['sign-in-failed', 'kon zich niet aanmelden met dit wachtwoord'],
    ['code-failed', 'kon zich niet aanmelden met deze code'],
    ['login-as', 'meldde zich aan als contact Gerrit Bakker'],
    ['login-as-end', 'keerde terug naar het eigen account'],
    ['reset-password', 'stelde het wachtwoord van contact Gerrit Bakker opnieuw in'],
    ['email-asked', 'vroeg een ander e-mailadres aan voor contact Gerrit Bakker'],
    ['email-withdrawn', 'trok de wijziging van het e-mailadres van contact Gerrit Bakker in'],
    ['two-step-on', 'zette de tweestapsverificatie van contact Gerrit Bakker aan'],
    ['two-step-off', 'zette de tweestapsverificatie van contact Gerrit Bakker uit'],
    ['person-file', 'vroeg de persoonsgegevens van contact Gerrit Bakker op'],
    ['anonymise', 'anonimiseerde contact Gerrit Bakker'],
    ['masked', 'maakte de historie van contact Gerrit Bakker onleesbaar na verwijdering'],
    ['merge_undone', 'maakte de samenvoeging van contact Gerrit Bakker ongedaan'],
    ['replace-secret', 'verving de sleutel van contact Gerrit Bakker'],
    ['reset', 'zette alles terug'],
    ['truncate', 'wiste de fouten'],
    ['retention', 'ruimde contact Gerrit Bakker op na de bewaartermijn'],
  ])('%s is told as: %s', (action, text) => {
    expect(said(row({ ...gerrit, action }))).toBe(`Sanne ${text}`)
  })
})

it.each([
  [line('Actief', 'Ja', 'Nee'), `'Actief'`],
  [line('Actief', null, 'Ja'), `'Actief'`],
  [line('Actief', 'Nee', ''), `'Actief'`],
  [line('E-mailadres', 'a', 'b'), 'het e-mailadres'],
  [line('Begintijd', 'a', 'b'), 'de begintijd'],
  ...['Begin', 'Einde', 'Bedrag', 'Moment', 'Btw-id'].map((label): [ToldRow['lines'][0], string] => [
    line(label, 'a', 'b'),
    `het ${label.toLowerCase()}`,
  ]),
  ...['Duur', 'Factuur', 'Geldigheid', 'Middelen'].map((label): [ToldRow['lines'][0], string] => [
    line(label, 'a', 'b'),
    `de ${label.toLowerCase()}`,
  ]),
  [line('BTW', 'a', 'b'), 'de BTW'],
  [line('KvK-nummer', 'a', 'b'), 'het kvK-nummer'],
  [line('Uit dienst', 'a', 'b'), `'Uit dienst'`],
])('%j is a change of %s', (change, field) => {
  expect(said(row({ ...gerrit, lines: [change] }))).toContain(` ${field} `)
})
