import { RANGES } from './font-letters.ts'

/** What the font has, and what no font draws: marks that say how what stands beside them is to be read, and ends of lines. */
const HAS = new RegExp(
  `[\\p{Cc}\\p{Default_Ignorable_Code_Point}${RANGES.trim()
    .split(/\s+/)
    .map((range) => range.replace(/[\da-f]+/g, (code) => `\\u{${code}}`))
    .join('')}]`,
  'u',
)
/** Most texts are no more than this. */
const USUAL = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff]*$/

/** A text as it is drawn: with a question mark for each letter that the font lacks, where PDFKit would draw a box. */
export const drawnLetters = (text: string): string =>
  USUAL.test(text) ? text : text.replace(/./gsu, (letter) => (HAS.test(letter) ? letter : '?'))
