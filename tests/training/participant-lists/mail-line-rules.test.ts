import { describe, expect, it } from 'vitest'
import { readMailLine } from '../../../src/training/places/participant-lists/lines/mail-line.rules.ts'
import { readProse } from '../../../src/training/places/participant-lists/lines/prose.rules.ts'

/** 'Jan Bos / 01-02-1980 / 0612345678 / jan@bos.nl / note' of who stands on a line, with '-' for what is not there. */
function person(line: string): string | null {
  const { person: found } = readMailLine(line)
  if (found === null) return null
  const parts = [found.name, found.birthDate, found.phone, found.email, found.note]
  return parts.map((part) => part || '-').join(' / ')
}
const name = (line: string) => readMailLine(line).person?.name ?? null

describe('a birth date on a line of a mail', () => {
  it.each([
    ...['01-02-1980', '1-2-1980', '31/12/1980', '31.12.1980', '31-12-80', "31-12-'80", '31-12-’80', '1980-12-31'],
    ...['1980-1-12', '1980-12-1', '31 - 12 - 1980', '31 12 1980', '31 12 80', '31121980', '31-dec-1980'],
    ...["2 mei '80", '2 mei ’80', '2 mei 80', '2mei1980', '2e mei 1980', 'March 1st 1980', 'mei 2, 1980'],
    ...['1 feb 1980', '12 februari 1980', '3 mrt. 1980', '3 maart 1980', '3 MEI 1980', '12 december 1980'],
  ])('is taken out: %s', (date) => {
    expect(person(`Jan Bos ${date}`)).toBe(`Jan Bos / ${date} / - / - / -`)
    expect(person(`Jan Bos (geb. ${date})`)).toBe(`Jan Bos / ${date} / - / - / -`)
  })

  it.each([
    '1-2-3',
    '31-12-198',
    '2-31-12-1980',
    '31-12-1980-1',
    '12 31 12 80',
    '(038) 31 12 80',
    '101-02-1980',
    '1 foo 1980',
  ])('is none: %s', (text) => {
    expect(person(`Jan Bos, ${text}`)?.split(' / ')[1] ?? '-').toBe('-')
  })

  it('is no day that cannot be', () => {
    expect(person('Jan Bos, 45-45-1980')).toBe('Jan Bos / - / - / - / 45-45-1980')
  })

  it('stands once: with two it may be another person, or the day of a course', () => {
    expect(name('Jan Bos 01-02-1980 02-03-1981')).toBeNull()
    expect(name('Jan Bos 01-02-1980')).toBe('Jan Bos')
  })
})

describe('numbers and addresses on a line of a mail', () => {
  it.each([
    ...[
      '0612345678',
      '06-12345678',
      '06 12 34 56 78',
      '06.12.34.56.78',
      '06.11.12.13.14',
      '+31 6 12345678',
      '038-1234567',
      '(038) 1234567',
      '6 12345678',
    ],
    ...['6-12345678', '612345678', '038/1234567', '038.123.45.67'],
  ])('are taken out: %s', (number) => {
    expect(person(`Jan Bos ${number}`)).toBe(`Jan Bos / - / ${number} / - / -`)
  })

  it.each(['1234', '2061234567812', '7 1234567'])('are no numbers of people: %s', (text) => {
    expect(readMailLine(`Jan Bos, ${text}`)).toMatchObject({ data: false, person: { phone: '', note: text } })
  })

  it('are all taken along', () => {
    expect(person('Jan Bos, 06-12345678, 038-1234567')).toBe('Jan Bos / - / 06-12345678 / 038-1234567 / - / -')
    expect(person('Jan Bos <jan@bos.nl>, j@werk.nl')).toBe('Jan Bos / - / - / jan@bos.nl j@werk.nl / -')
    expect(person('Jan Bos (jan.bos@mail.werk.nl)')).toBe('Jan Bos / - / - / jan.bos@mail.werk.nl / -')
    expect(person('jan@bos.nl Jan Bos')).toBe('Jan Bos / - / - / jan@bos.nl / -')
    expect(person('Jan Bos jan@x.n')).toBe(null)
  })

  it('lose the words before them that say what they are', () => {
    for (const label of [
      'geb',
      'geb.',
      'geboren',
      'geboren op',
      'geb. op',
      'geboortedatum:',
      'geb.datum',
      'gebdatum :',
      'geb.dat.',
      'geboortedag',
    ])
      expect(person(`Jan Bos ${label} 01-02-1980`)).toBe('Jan Bos / 01-02-1980 / - / - / -')
    for (const label of [
      'tel',
      'tel.',
      'Tel:',
      'telefoon',
      'telefoonnummer',
      'telnr',
      'telnummer.',
      'mob',
      'mobiel :',
      'GSM',
      'nummer',
    ])
      expect(person(`Jan Bos ${label} 06-12345678`)).toBe('Jan Bos / - / 06-12345678 / - / -')
    for (const label of ['mail', 'email', 'e-mail:', 'E-mailadres', 'emailadres :'])
      expect(person(`Jan Bos ${label} jan@bos.nl`)).toBe('Jan Bos / - / - / jan@bos.nl / -')
    // What stands before something else is said of the person.
    expect(person('Jan Bos, geboren in Ede')).toBe('Jan Bos / - / - / - / geboren in Ede')
    expect(person('Jan Bos, xgeb 01-02-1980')).toBe('Jan Bos / 01-02-1980 / - / - / xgeb')
  })
})

describe('the name on a line of a mail', () => {
  it.each([
    ['Jan Bos', 'Jan Bos'],
    ['Jan de Groot', 'Jan de Groot'],
    ['J.P. Bos', 'J.P. Bos'],
    ['Groot, Jan de', 'Groot, Jan de'],
    ['van den Berg, Sara', 'van den Berg, Sara'],
    ['Jan, Bos', 'Jan Bos'],
    ['Groot; Jan', 'Groot, Jan'],
    ['jan de groot', 'jan de groot'],
    ['jan bos', 'jan bos'],
    ["Roos d'Ancona", "Roos d'Ancona"],
    ['Jan Bos-Mol', 'Jan Bos-Mol'],
    ['Johannes (Hans) Bos', 'Johannes (Hans) Bos'],
    ['Bj?rn Bos', 'Bj?rn Bos'],
    ['Jan “Bos', null],
    ['Jan Willem van der Bos Mol', 'Jan Willem van der Bos Mol'],
    ['Jan Willem Piet Kees van der Bos', 'Jan Willem Piet Kees van der Bos'],
    ['Jan Willem Piet Kees Tom van der Bos', null],
    ['dhr. Jan Bos', 'Jan Bos'],
    ['Mevr. Jan Bos', 'Jan Bos'],
    ['MW J. Bos', 'J. Bos'],
    ['de heer J. Bos', 'J. Bos'],
    ['mevr.J. Bos', 'J. Bos'],
    ['J. Bos (dhr.)', 'J. Bos'],
    ['dhr. j. bos', 'j. bos'],
    ['j.p. de groot', 'j.p. de groot'],
    // Of whom a title tells that it is a person.
    ['dhr. Van Dijk', 'Van Dijk'],
    ['mevr. Bos', 'Bos'],
    ['dhr. komt ook', null],
    ['Jan', null],
    ['bos', null],
    ['xyz bos', null],
    ['jan bos mol', null],
    ['jan Bos', null],
    ['Jan bos', null],
    ['Jan komt ook', null],
    ['Graag Bellen', null],
    ['Jan Kantoor', null],
    ['Contact Jan', null],
    ['Totaal Bos', null],
    ['Cursus Bos', null],
    ['Deelnemers Jan', null],
    ['Jan Bos 2', null],
    ['Jan Bos: ja', null],
    ['Jan_Bos', null],
    ['de van', null],
    ['', null],
    [`Jan ${'B'.repeat(76)}`, `Jan ${'B'.repeat(76)}`],
    [`Jan ${'B'.repeat(77)}`, null],
  ])('%j is %j', (line, expected) => {
    expect(name(line)).toBe(expected)
  })

  it('is read with figures behind it that could be a day as well, which are a number', () => {
    expect(person('Jan Bos, 06 12 34 56 78')).toBe('Jan Bos / - / 06 12 34 56 78 / - / -')
    expect(person('Jan Bos, 01-02-1980, 06 01 02 80 12')).toBe('Jan Bos / 01-02-1980 / 06 01 02 80 12 / - / -')
  })

  it.each([
    ['Jan Bos, vegetarisch', 'vegetarisch'],
    ['Jan Bos - vegetarisch – laat', 'vegetarisch, laat'],
    ['Jan Bos | a | b', 'a, b'],
    ['Jan Bos\ta', 'a'],
    ['Jan Bos; a (b)', 'a (b)'],
    ['Jan Bos, a)', 'a'],
    ['Jan Bos, a))', 'a'],
    ['Jan Bos, a) b', 'a) b'],
    ['Jan Bos ( 01-02-1980 )', ''],
    ['Jan Bos () a', null],
    ['Jan Bos, ( ) a', 'a'],
    ['Jan Bos, (  ), a:', 'a'],
    ['Jan Bos, ..a', 'a'],
    ['Jan Bos -a', null],
    ['Bos, Jan, a', 'a'],
    ['Jan Bos,, a', 'a'],
  ])('%j says besides: %j', (line, note) => {
    expect(readMailLine(line).person?.note ?? null).toBe(note)
  })
})

describe('a line of a mail', () => {
  it.each(['- ', '– ', '• ', '* ', '· ', 'o ', '1. ', '12) ', '123 . ', '1.  ', '-', '•', '1.', '(1) ', 'a) '])(
    'begins with a bullet: %j',
    (bullet) => {
      expect(readMailLine(`${bullet}Jan Bos`)).toMatchObject({ bullet: true, person: { name: 'Jan Bos' } })
    },
  )

  it.each(['x ', 'o', '1234. ', '1 ', 'a1. '])('begins with none: %j', (start) => {
    expect(readMailLine(`${start}Jan Bos`).bullet).toBe(false)
  })

  it('holds data, mixed with words or apart from them', () => {
    expect(readMailLine('Jan Bos 01-02-1980')).toMatchObject({ data: true, mixed: true })
    expect(readMailLine('Jan Bos (01-02-1980)')).toMatchObject({ data: true, mixed: true })
    expect(readMailLine('Jan Bos, 01-02-1980')).toMatchObject({ data: true, mixed: false })
    expect(readMailLine('Jan Bos;01-02-1980')).toMatchObject({ mixed: false })
    expect(readMailLine('Jan Bos\t01-02-1980')).toMatchObject({ mixed: false })
    expect(readMailLine('Jan Bos|01-02-1980')).toMatchObject({ mixed: false })
    expect(readMailLine('01-02-1980 Jan Bos')).toMatchObject({ data: true, mixed: false })
    expect(readMailLine('Jan Bos')).toMatchObject({ data: false, mixed: false })
    expect(readMailLine('Wij komen op 01-02-1980')).toEqual({
      person: null,
      bullet: false,
      data: false,
      mixed: false,
      sure: false,
      listed: false,
    })
  })

  it('is not read when it is longer than a line about one person', () => {
    const line = (length: number) => `- Jan Bos, ${'a'.repeat(length - 11)}`
    expect(readMailLine(line(300)).person).not.toBeNull()
    expect(readMailLine(line(301))).toEqual({
      person: null,
      bullet: true,
      data: false,
      mixed: false,
      sure: false,
      listed: true,
    })
  })
})

describe('the text of a mail', () => {
  /** The people of a mail, or null where it is better read as a table. */
  const people = (...lines: string[]) =>
    readProse(lines.join('\n'))?.rows.flatMap(([first]) => (first === '' ? [] : [first])) ?? null
  const BORN = '01-02-1980'

  it('gives a row for each line, whatever ends them: people, and text that is nobody', () => {
    expect(readProse(`Hallo,\r\n  Jan Bos ${BORN}, laat \rTom Vos, 06-12345678\n`)).toEqual({
      rows: [
        ['', '', '', '', '', 'Hallo,'],
        ['Jan Bos', BORN, '', '', 'laat'],
        ['Tom Vos', '', '06-12345678', '', ''],
        ['', '', '', '', '', ''],
      ],
      map: { header: null, columns: ['full_name', 'birth_date', 'phone', 'email', 'note', 'ignored'] },
      notices: [],
    })
  })

  it('shows by a greeting, a closing, or data that stands among words', () => {
    expect(people('Hallo,', `Jan Bos, ${BORN}`)).toEqual(['Jan Bos'])
    expect(people(`Jan Bos, ${BORN}`, 'Groeten, Karin')).toEqual(['Jan Bos'])
    expect(people(`Jan Bos ${BORN}`, `Eva Mol, ${BORN}`)).toEqual(['Jan Bos', 'Eva Mol'])
    expect(people(`Jan Bos, ${BORN}`, `Eva Mol, ${BORN}`)).toBeNull()
    // Words and data on a line that is nobody's.
    expect(people(`Jan Bos, ${BORN}`, 'Wij komen op 02-03-2026')).toBeNull()
    expect(people(`Jan Bos, ${BORN}`, 'Naam 1 02-03-2026')).toBeNull()
  })

  it('is one as well when nobody stands in it, so that its lines become no people', () => {
    expect(people('Hallo,', 'Wij komen graag.', 'Groeten, Karin')).toEqual([])
    expect(people('Beste Karin', 'Peter')).toEqual([])
    expect(people('')).toBeNull()
  })

  it('has people between greeting and closing; above and below them sender and signature', () => {
    expect(people('Karin Smit, 06-12345678', 'Hallo,', `Jan Bos, ${BORN}`)).toEqual(['Jan Bos'])
    expect(people('Hallo,', `Jan Bos, ${BORN}`, 'Met groet,', 'Karin Smit, 06-12345678')).toEqual(['Jan Bos'])
    // Below the closing stands a late one, who has a birth date.
    expect(people('Hallo,', 'Met groet,', 'Karin Smit, 06-12345678', `Jan Bos, ${BORN}`)).toEqual(['Jan Bos'])
    expect(people('Hallo,', 'Jan Bos, 06-12345678')).toEqual(['Jan Bos'])
    // A closing above the greeting is that of another mail.
    expect(people('Met groet,', 'Hallo,', 'Jan Bos, 06-12345678')).toEqual(['Jan Bos'])
    expect(people('Beste Jan', 'Groet Karin', `Eva Mol, ${BORN}`)).toEqual(['Eva Mol'])
  })

  it('has the people with a bullet anywhere, with data or among others', () => {
    expect(people('- Karin Smit, 06-12345678', 'Hallo,', `Jan Bos, ${BORN}`)).toEqual(['Karin Smit', 'Jan Bos'])
    expect(people('Hallo,', '- Jan Bos', '- Eva Mol', 'tekst', '- Tom Vos', '- graag lunch')).toEqual(['Jan Bos', 'Eva Mol', 'Tom Vos']) // prettier-ignore
    // A name that may be a place as well is one among people.
    expect(people('Hallo,', '- graag lunch', '- Zwolle Noord', 'tekst', '- Kübra Öz', '- Jan Bos', '- wie nog')).toEqual(['Kübra Öz', 'Jan Bos']) // prettier-ignore
    expect(people('Hallo,', '- graag lunch', `- Tom Vos ${BORN}`)).toEqual(['Tom Vos'])
    expect(people('- Jan Bos', '- Eva Mol', 'Groeten, Karin')).toEqual(['Jan Bos', 'Eva Mol'])
  })

  it('names nobody who writes it, or whom it is written to', () => {
    // Below a line that announces names each could be one.
    expect(people('De cursisten:', 'Hallo Jan', `Eva Mol ${BORN}`)).toEqual(['Eva Mol'])
    expect(people(`Eva Mol ${BORN}`, 'De cursisten:', 'Bedankt Jan')).toEqual(['Eva Mol'])
  })

  it('has several names below each other, but no name with a firm below it', () => {
    expect(people('Hallo,', '', 'Jan Bos', 'Kübra Öz', 'Eva Mol', '', 'Groet')).toEqual(['Jan Bos', 'Kübra Öz', 'Eva Mol']) // prettier-ignore
    expect(people('Hallo,', 'Kan dat?', '', 'Jan Bos', 'Metaalwerken Twente')).toEqual([])
  })

  it('tells what is written as people are and was not read', () => {
    const notices = (...lines: string[]) => readProse(lines.join('\n'))!.notices
    expect(
      notices('Hallo,', '- Jan Bos', '- nog iemand', `Tom ${BORN} en Eva ${BORN}`, 'tekst', 'Groet', 'mw. X 2'),
    ).toEqual([
      // prettier-ignore
      'Niet als cursist gelezen: “- nog iemand” en “Tom 01-02-1980 en Eva 01-02-1980”. Staat daar iemand, voeg die dan zelf toe.',
    ])
    expect(notices('Hallo,', 'Deelnemers:', 'Jan Bos', 'Kees', '', 'Piet')).toEqual([expect.stringContaining('gelezen: “Kees”.')]) // prettier-ignore
    const many = notices('Hallo,', ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((letter) => `- ${letter}`))
    expect(many).toEqual([expect.stringContaining('“- e” en nog 2.')])
  })

  it('has names alone directly below a line that announces them', () => {
    expect(people('Hallo,', 'De cursisten:', 'Jan Bos', 'Eva Mol', '', 'Tom Vos')).toEqual(['Jan Bos', 'Eva Mol'])
    // After one empty line, but not after two.
    expect(people('Hallo,', 'De cursisten:', '', 'Jan Bos')).toEqual(['Jan Bos'])
    expect(people('Hallo,', `Eva Mol ${BORN}`, 'De cursisten:', '', '', 'Jan Bos')).toEqual(['Eva Mol'])
    expect(people('Hallo,', `Eva Mol ${BORN}`, 'De cursisten', 'Jan Bos')).toEqual(['Eva Mol'])
    expect(people('Jan Bos', `Eva Mol ${BORN}`, 'Groeten')).toEqual(['Eva Mol'])
    // A line that is not read takes nobody along; a sentence ends the list.
    expect(people('Hallo,', 'De cursisten:', 'Jan Bos', 'nog 1', 'Eva Mol')).toEqual(['Jan Bos', 'Eva Mol'])
    expect(people('Hallo,', 'De cursisten:', 'Jan Bos', 'Zij komen met de trein.', 'Eva Mol')).toEqual(['Jan Bos'])
  })
})
