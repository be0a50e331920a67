import { ParticipantListError } from './limits.rules.ts'
import { type Encoding } from './types.ts'

export interface DecodedText {
  text: string
  encoding: Encoding
  notices: string[]
}

/**
 * Turns the bytes of a text file into text. A byte order mark decides; otherwise UTF-8 when the bytes allow it, else the
 * single-byte encoding in which the accented letters look most like names (Excel also saves as "MS-DOS" and "Macintosh").
 * Throws ParticipantListError for what is no text at all.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  refuseBinary(bytes)
  const { text, encoding } = decode(bytes)
  const repaired = repairMojibake(text)
  const notices = repaired === null ? [] : [MOJIBAKE_NOTICE]
  return { text: repaired ?? text, encoding, notices }
}

export const MOJIBAKE_NOTICE =
  'De letters met accenten waren in het bestand verminkt (zoals “ZoÃ«”); ze zijn hersteld. Controleer de namen.'

function decode(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const marked = markOf(bytes)
  if (marked !== null) return as(marked, bytes)
  const zeroes = zeroShare(bytes)
  if (zeroes.odd > 0.4) return as('utf-16le', bytes)
  if (zeroes.even > 0.4) return as('utf-16be', bytes)
  if (isUtf8(bytes) || utf8WithDamage(bytes)) return as('utf-8', bytes)
  const options = SINGLE_BYTE.map((encoding) => as(encoding, bytes))
  return options.reduce((best, next) => (plausibility(next.text) > plausibility(best.text) ? next : best))
}

/** What two bytes at the beginning say of letters of two bytes; null when they say nothing. */
function markOf(bytes: Uint8Array): Encoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}

const SINGLE_BYTE: Encoding[] = ['windows-1252', 'cp850', 'macintosh']

// The upper half of code page 850, which TextDecoder does not know.
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

function as(encoding: Encoding, bytes: Uint8Array): { text: string; encoding: Encoding } {
  if (encoding !== 'cp850') return { encoding, text: new TextDecoder(encoding).decode(bytes) }
  return {
    encoding,
    text: Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : CP850[byte - 128])).join(''),
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** UTF-8 in which a few bytes were lost: reading it as Windows-1252 would mutilate every other name. */
function utf8WithDamage(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes)
  const lost = text.match(/\uFFFD/g)?.length ?? 0
  const read = (text.match(NON_ASCII)?.length ?? 0) - lost
  return read > 3 * lost
}

/** Share of NUL bytes at even and odd places: UTF-16 without a mark has nearly all of them on one side. */
function zeroShare(bytes: Uint8Array): { even: number; odd: number } {
  const sample = bytes.subarray(0, 2000)
  const half = Math.max(1, sample.length / 2)
  const zeroes = (parity: number) => sample.reduce((n, byte, i) => n + (byte === 0 && i % 2 === parity ? 1 : 0), 0)
  return { even: zeroes(0) / half, odd: zeroes(1) / half }
}

const NON_ASCII = /[^\u0000-\u007f]/g
const COMMON_LETTERS = 'éëèêïöüçáàñóíâôúûîäÉËÖÜÇÁ'

/** Scores how much the non-ASCII characters look like part of Dutch names; ties go to Windows-1252, which is tried first. */
function plausibility(text: string): number {
  let score = 0
  for (const { 0: char, index } of text.matchAll(NON_ASCII)) {
    const before = text[index - 1] ?? ''
    const after = text[index + 1] ?? ''
    const letterBefore = /\p{L}/u.test(before)
    const letterAfter = /\p{L}/u.test(after)
    const lower = /\p{Ll}/u.test(char) && (letterBefore || letterAfter)
    const upper = /\p{Lu}/u.test(char) && (/\p{Lu}/u.test(before) || (!letterBefore && letterAfter))
    const quote = char === '’' || ('‘“'.includes(char) && !letterBefore) || (char === '”' && !letterAfter)
    if (lower || upper) score += COMMON_LETTERS.includes(char) ? 2 : 1
    else if (quote) score += 2
    else score += '–—€\u00a0'.includes(char) ? 1 : -2
  }
  return score
}

/**
 * Undoes UTF-8 that was once read as Windows-1252 and saved again, at most twice over. Only when every accented
 * character of the text takes part: a single coincidence is no proof. Null when there is nothing to repair.
 */
export function repairMojibake(text: string): string | null {
  let repaired: string | null = null
  for (let round = 0; round < 2; round++) {
    const bytes = encodeWindows1252(repaired ?? text)
    if (bytes === null || !bytes.some((byte) => byte > 127) || !isUtf8(bytes)) break
    repaired = new TextDecoder('utf-8').decode(bytes)
  }
  return repaired
}

const WINDOWS_1252 = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
    (char, byte) => [char, byte],
  ),
)

function encodeWindows1252(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const byte = WINDOWS_1252.get(text[i]!)
    if (byte === undefined) return null
    bytes[i] = byte
  }
  return bytes
}

const SEND_INSTEAD = 'Stuur de lijst als Excel- of csv-bestand, of plak de namen.'
const SIGNATURES: [string, string][] = [
  ['%PDF', 'Dit is een pdf-bestand. Stuur de lijst als Excel- of csv-bestand, of plak de cellen.'],
  ['{\\rtf', 'Dit is een tekstdocument. Stuur de lijst als Excel- of csv-bestand, of plak de cellen.'],
  ['\x89PNG', 'Dit is een afbeelding. Stuur de lijst als Excel- of csv-bestand, of plak de cellen.'],
  ['\xff\xd8\xff', 'Dit is een afbeelding. Stuur de lijst als Excel- of csv-bestand, of plak de cellen.'],
]

/** What an address book, a calendar or a mail program saves, as text: nobody on it would be read right. */
const EXPORTS: [RegExp, string][] = [
  [/^\s*BEGIN:VCARD\b/i, 'Dit zijn visitekaartjes (vCard)'],
  [/^\s*BEGIN:VCALENDAR\b/i, 'Dit is een agendabestand (ics)'],
  [/^(?:[\w-]+:[^\n]*\r?\n(?:[ \t][^\n]*\r?\n)*){0,60}MIME-Version:/i, 'Dit is een opgeslagen e-mail (eml)'],
  [/^(?:Received|Return-Path|Delivered-To|Message-ID|X-[\w-]+): /i, 'Dit is een opgeslagen e-mail (eml)'],
]

/** @throws ParticipantListError */
export function refuseExports(text: string): void {
  const known = EXPORTS.find(([begin]) => begin.test(text.slice(0, 20_000)))
  if (known) throw new ParticipantListError(`${known[1]}. ${SEND_INSTEAD}`)
}

function refuseBinary(bytes: Uint8Array): void {
  const start = String.fromCharCode(...bytes.subarray(0, 400))
  const known = SIGNATURES.find(([signature]) => start.startsWith(signature))
  if (known) throw new ParticipantListError(known[1])
  if (/^[^a-z]*<(!doctype html|html|table|\?xml)/i.test(start))
    throw new ParticipantListError(
      'Dit is een webpagina of XML-bestand, geen Excel- of csv-bestand. Open het in Excel en sla het op als .xlsx.',
    )
  const control = bytes.reduce(
    (n, byte) => n + (byte < 32 && byte !== 0 && byte !== 9 && byte !== 10 && byte !== 13 ? 1 : 0),
    0,
  )
  const { even, odd } = zeroShare(bytes)
  // Half of a letter of two bytes looks like anything: that of ł or ś like a control character.
  const utf16 = markOf(bytes) !== null || (Math.max(even, odd) > 0.4 && Math.min(even, odd) < 0.05)
  if (!utf16 && (control > bytes.length / 50 || even + odd > 0.1))
    throw new ParticipantListError(
      'Dit bestand is geen leesbare lijst. Stuur een Excel-bestand (.xlsx) of een csv-bestand.',
    )
}
