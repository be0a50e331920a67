import { describe, expect, it } from 'vitest'
import {
  MOJIBAKE_NOTICE,
  decodeText,
  repairMojibake,
} from '../../../src/training/places/participant-lists/decoding.rules.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : latin(part))))
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const swapped = (text: string) => utf16(text).swap16()
const read = (of: Uint8Array) => decodeText(of)
const encoding = (of: Uint8Array) => read(of).encoding
const LIST = 'Naam;Plaats\nJan Bos;Ede\n'

describe('the encoding of a file', () => {
  it('is told by the mark at its beginning, which both bytes make', () => {
    expect(read(Buffer.concat([Buffer.from([0xff, 0xfe]), utf16('Zoë')]))).toMatchObject({ encoding: 'utf-16le', text: 'Zoë' }) // prettier-ignore
    expect(read(Buffer.concat([Buffer.from([0xfe, 0xff]), swapped('Zoë')]))).toMatchObject({ encoding: 'utf-16be', text: 'Zoë' }) // prettier-ignore
    // In letters that have no NUL in them.
    expect(read(Buffer.concat([Buffer.from([0xff, 0xfe]), utf16('李小龍')]))).toMatchObject({ encoding: 'utf-16le', text: '李小龍' }) // prettier-ignore
    expect(read(Buffer.concat([Buffer.from([0xfe, 0xff]), swapped('李小龍')]))).toMatchObject({ encoding: 'utf-16be', text: '李小龍' }) // prettier-ignore
    // One of the two bytes alone is a letter.
    for (const half of [bytes(0xff, 'jan Bos'), bytes('j', 0xfe, 'an'), bytes(0xfe, 'jan Bos'), bytes('j', 0xff, 'an')])
      expect(encoding(half)).not.toMatch(/^utf-16/)
  })

  it('is that of two bytes a letter without a mark, by where its zeroes stand', () => {
    expect(read(utf16(LIST))).toMatchObject({ encoding: 'utf-16le', text: LIST })
    expect(read(swapped(LIST))).toMatchObject({ encoding: 'utf-16be', text: LIST })
    // Some letters from elsewhere among them.
    expect(encoding(utf16('Naam李小')).startsWith('utf-16le')).toBe(true)
    expect(encoding(swapped('Naam李小')).startsWith('utf-16be')).toBe(true)
  })

  it('is that of two bytes a letter for names of which half the letters are from further east', () => {
    const names = 'Łukasz Wiśniewski;Gdańsk\nŻaneta Żółć;Łódź\n'
    for (const file of [utf16(names), utf16(`\uFEFF${names}`)])
      expect(read(file)).toEqual({ encoding: 'utf-16le', text: names, notices: [] })
    for (const file of [swapped(names), swapped(`\uFEFF${names}`)])
      expect(read(file)).toEqual({ encoding: 'utf-16be', text: names, notices: [] })
  })

  it('is UTF-8 where the bytes allow it', () => {
    expect(read(Buffer.from('Zoë Bos'))).toEqual({ encoding: 'utf-8', text: 'Zoë Bos', notices: [] })
    expect(read(Buffer.from('Jan Bos'))).toEqual({ encoding: 'utf-8', text: 'Jan Bos', notices: [] })
    expect(read(Buffer.alloc(0))).toEqual({ encoding: 'utf-8', text: '', notices: [] })
  })

  it('is UTF-8 with a few bytes lost, where more than three times as many letters are whole', () => {
    const lost = (whole: number) => encoding(Buffer.concat([Buffer.from('ë'.repeat(whole)), bytes(0xc3, 'rn')]))
    expect(lost(4)).toBe('utf-8')
    expect(lost(3)).not.toBe('utf-8')
    const two = (whole: number) =>
      encoding(Buffer.concat([Buffer.from('ë'.repeat(whole)), bytes(0xc3, 'rn', 0xc3, 'rn')]))
    expect(two(7)).toBe('utf-8')
    expect(two(6)).not.toBe('utf-8')
  })

  it.each<[string, string, (string | number)[]]>([
    ['windows-1252', 'Zoë Bos', ['Zo', 0xeb, ' Bos']],
    ['cp850', 'Zoë Bos', ['Zo', 0x89, ' Bos']],
    ['macintosh', 'Zoë Bos', ['Zo', 0x91, ' Bos']],
    ['windows-1252', 'René', ['Ren', 0xe9]],
    ['cp850', 'René', ['Ren', 0x82]],
    ['macintosh', 'René', ['Ren', 0x8e]],
    ['windows-1252', 'Élise', [0xc9, 'lise']],
    ['cp850', 'Élise', [0x90, 'lise']],
    ['windows-1252', 'ZOË', ['ZO', 0xcb]],
    ['cp850', 'ZOË', ['ZO', 0xd3]],
    ['windows-1252', 'Piet ’t Hart', ['Piet ', 0x92, 't Hart']],
    ['macintosh', 'Piet ’t Hart', ['Piet ', 0xd5, 't Hart']],
    ['macintosh', 'Jan “Hans” Bos', ['Jan ', 0xd2, 'Hans', 0xd3, ' Bos']],
    ['windows-1252', 'Jan “Hans” Bos', ['Jan ', 0x93, 'Hans', 0x94, ' Bos']],
    ['windows-1252', 'Jan ‘Hans’ Bos', ['Jan ', 0x91, 'Hans', 0x92, ' Bos']],
    ['windows-1252', '€ 12 – 14', [0x80, ' 12 ', 0x96, ' 14']],
    ['cp850', 'Özil', [0x99, 'zil']],
    ['windows-1252', 'Özil', [0xd6, 'zil']],
    ['cp850', 'Müller', ['M', 0x81, 'ller']],
    ['macintosh', 'Müller', ['M', 0x9f, 'ller']],
    // What says nothing is read as what people have most.
    ['windows-1252', '§', [0xa7]],
  ])('of one byte a letter is the one whose letters look like names: %s for %s', (found, text, parts) => {
    expect(read(bytes(...parts))).toEqual({ encoding: found, text, notices: [] })
  })

  it('tells each byte of the old code page apart', () => {
    const list = read(bytes('Zo', 0x89, ' Bos ', 0x7f, 0x80, 'elik ', 0xa0))
    expect(list).toMatchObject({ encoding: 'cp850', text: 'Zoë Bos \x7fÇelik á' })
  })
})

describe('letters that were mutilated on the way', () => {
  const spoiled = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text))

  it('come back, once or twice over, and not more often', () => {
    const once = spoiled('Zoë Bos')
    expect(once).toBe('ZoÃ« Bos')
    expect(repairMojibake(once)).toBe('Zoë Bos')
    expect(repairMojibake(spoiled(once))).toBe('Zoë Bos')
    expect(repairMojibake(spoiled(spoiled(once)))).toBe(once)
  })

  it('are no letters that stand there rightly', () => {
    for (const text of ['Zoë Bos', 'Jan Bos', '', 'ZoÃ« and Zoë', 'ZoÃ« 李', '\x7f'])
      expect(repairMojibake(text)).toBeNull()
  })

  it('come back in a file, which says so', () => {
    expect(read(Buffer.from(spoiled('Zoë Bos')))).toEqual({ encoding: 'utf-8', text: 'Zoë Bos', notices: [MOJIBAKE_NOTICE] }) // prettier-ignore
    expect(MOJIBAKE_NOTICE).toBe(
      'De letters met accenten waren in het bestand verminkt (zoals “ZoÃ«”); ze zijn hersteld. Controleer de namen.',
    )
  })
})

describe('what is no list', () => {
  const PICTURE = 'Dit is een afbeelding. Stuur de lijst als Excel- of csv-bestand, of plak de cellen.'
  const PAGE =
    'Dit is een webpagina of XML-bestand, geen Excel- of csv-bestand. Open het in Excel en sla het op als .xlsx.'
  const NOISE = 'Dit bestand is geen leesbare lijst. Stuur een Excel-bestand (.xlsx) of een csv-bestand.'

  it.each<[string, string]>([
    ['%PDF-1.7', 'Dit is een pdf-bestand. Stuur de lijst als Excel- of csv-bestand, of plak de cellen.'],
    ['{\\rtf1', 'Dit is een tekstdocument. Stuur de lijst als Excel- of csv-bestand, of plak de cellen.'],
    ['\x89PNG\r\n', PICTURE],
    ['\xff\xd8\xff\xe0', PICTURE],
    ['<html>', PAGE],
    ['\n  <!DOCTYPE HTML>', PAGE],
    ['\xef\xbb\xbf<table>', PAGE],
    ['<?xml version="1.0"?>', PAGE],
    ['123 <table>', PAGE],
    ['\x01\x02\x03Jan', NOISE],
    [`${'a'.repeat(48)}\x01`, NOISE],
    ['Jan\0Bo\0', NOISE],
    ['\0\0\0\0\0\0', NOISE],
  ])('is refused, and told what it is: %j', (start, message) => {
    expect(() => read(latin(start))).toThrow(message)
  })

  it.each([
    'Jan %PDF',
    'Naam <html>',
    'Jan <table>',
    '<jan@bos.nl>',
    'Naam\tPlaats\r\nJan\tEde\r\n',
    '\t\r\n\t\r\n',
    `${'a'.repeat(49)}\x01`,
    // A NUL that strayed.
    `${'a'.repeat(40)}\0`,
  ])('is not refused for what only looks like it: %j', (text) => {
    expect(() => read(latin(text))).not.toThrow()
  })

  it('is refused where zeroes stand at either side, not where they stand at one', () => {
    const some = (even: number, odd: number) =>
      Buffer.from(Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? (i / 2 < even ? 0 : 97) : (i - 1) / 2 < odd ? 0 : 97))) // prettier-ignore
    expect(() => read(some(0, 41))).not.toThrow()
    expect(() => read(some(41, 4))).not.toThrow()
    expect(() => read(some(4, 41))).not.toThrow()
    expect(() => read(some(41, 5))).toThrow(NOISE)
    expect(() => read(some(0, 40))).toThrow(NOISE)
    expect(() => read(some(0, 11))).toThrow(NOISE)
    expect(() => read(some(11, 0))).toThrow(NOISE)
    expect(() => read(some(6, 6))).toThrow(NOISE)
    expect(() => read(some(0, 10))).not.toThrow()
    expect(() => read(some(5, 5))).not.toThrow()
  })
})
