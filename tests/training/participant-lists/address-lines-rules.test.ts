import { describe, expect, it } from 'vitest'
import {
  nameWithAddress,
  readAddresses,
} from '../../../src/training/places/participant-lists/lines/address-lines.rules.ts'

const jan = ['Jan Bos', 'jan@x.nl']
const long = (length: number) => 'J'.repeat(length)

describe('a line of addresses', () => {
  it.each<[string, string[][]]>([
    ['Jan Bos <jan@x.nl>', [jan]],
    ['Jan Bos<jan@x.nl>', [jan]],
    ['  Jan Bos < jan@x.nl > ', [jan]],
    ['"Jan Bos" <jan@x.nl>', [jan]],
    ["' Jan Bos ' <jan@x.nl>;", [jan]],
    ['Aan : Jan Bos <jan@x.nl>', [jan]],
    ['to:Jan Bos <jan@x.nl>', [jan]],
    ['CC:  Jan Bos <jan@x.nl>', [jan]],
    ['bcc: Jan Bos <jan@x.nl>, eva@x.nl', [jan, ['', 'eva@x.nl']]],
    ['eva@x.nl;Jan Bos <jan@x.nl>; ; Tom Vos <tom@x.nl>', [['', 'eva@x.nl'], jan, ['Tom Vos', 'tom@x.nl']]],
    ['eva@x.nl <eva@x.nl>; Jan Bos <jan@x.nl>', [['', 'eva@x.nl'], jan]],
    ['<eva@x.nl>, Jan Bos <jan@x.nl>', [['', 'eva@x.nl'], jan]],
    ['"Boer, Klaas de" <k@x.nl>', [['Boer, Klaas de', 'k@x.nl']]],
    ['Piet "Pietje" <p@x.nl> , Jan Bos <jan@x.nl>', []],
    ['"Jan" Bos <jan@x.nl>', []],
    ['Jan Bos <jan@x>', []],
    ['Jan Bos <jan@x.nl', []],
    ['Jan Bos < jan @x.nl >', []],
    ['Jan Bos <jan@x.nl> belt nog', []],
    ['Jan Bos <jan@x.nl>; Piet', []],
    ['Graag Jan Bos; en <jan@x.nl>', []],
    [`${long(120)}<jan@x.nl>`, [[long(120), 'jan@x.nl']]],
    [`${long(121)}<jan@x.nl>`, []],
    [`Jan Bos <${long(249)}@x.nl>`, [['Jan Bos', `${long(249)}@x.nl`]]],
    [`Jan Bos <${' '.repeat(251)}jan@x.nl>`, [jan]],
    [`Jan Bos <${' '.repeat(252)}jan@x.nl>`, []],
  ])('%j gives %j', (line, rows) => {
    expect(readAddresses(line)?.rows ?? []).toEqual(rows)
  })

  it('may have others around it, which keep their place', () => {
    const lines = ['', 'Van : Karin <k@x.nl>', '  ', ' Onderwerp: BHV ', 'Jan Bos <jan@x.nl>']
    expect(readAddresses(lines.join('\r\n'))).toEqual({
      rows: [[''], ['', '', 'Van : Karin <k@x.nl>'], [''], ['', '', 'Onderwerp: BHV'], jan],
      map: { header: null, columns: ['full_name', 'email', 'ignored'] },
      notices: [],
    })
  })

  it.each([
    ['addresses alone', 'jan@x.nl; eva@x.nl\n<tom@x.nl>'],
    ['a name alone', 'Jan Bos'],
    ['a name that an address could follow', 'Jan Bos <'],
    ['only who sent the mail', 'Van: Karin <k@x.nl>'],
    ['a sentence about who sent it', 'Kom je ook van: Jan Bos <jan@x.nl> vandaan'],
    ['a sentence about whom it goes to', 'Stuur door aan: Jan Bos <jan@x.nl>\nGroet'],
  ])('is not %s', (_, text) => {
    expect(readAddresses(text)).toBeNull()
  })
})

describe('a cell with a name and an address', () => {
  it.each([
    ['Jan Bos <jan@x.nl>', 'Jan Bos'],
    ['"Bos, Jan"  < jan@x.nl >', 'Bos, Jan'],
    ["' Jan Bos '<jan@x.nl>", 'Jan Bos'],
    ['"Jan" of "Piet"<jan@x.nl>', 'Jan" of "Piet'],
    ['van "Jan"<jan@x.nl>', 'van "Jan"'],
    ['"Jan" Bos<jan@x.nl>', '"Jan" Bos'],
    ['J<jan@x.nl>', 'J'],
    [`${long(120)}<jan@x.nl>`, long(120)],
  ])('%j is that of %j', (cell, name) => {
    expect(nameWithAddress(cell)).toEqual({ name, address: 'jan@x.nl' })
  })

  it.each([
    '<jan@x.nl>',
    ' <jan@x.nl>',
    '""<jan@x.nl>',
    'Jan Bos <jan@x.nl> nu',
    'Jan Bos <jan@x>',
    'Jan Bos <jan bos@x.nl>',
    'Jan Bos jan@x.nl',
    `${long(121)}<jan@x.nl>`,
  ])('%j is none', (cell) => {
    expect(nameWithAddress(cell)).toBeNull()
  })
})
