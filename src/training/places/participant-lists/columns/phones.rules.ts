import { dutchNumber } from '../../../../platform/format/phone.ts'

export interface ListPhone {
  /** As the office writes it: 06-12345678, 020-1234567, 0548-123456 or +32470123456. */
  phone: string | null
  mobile: boolean
  /** The leading 0 was lost in a spreadsheet and put back. */
  restoredZero: boolean
  /** Dutch sentence when the number was left out. */
  problem: string | null
  /** What stands beside it: 'privé', 'tst 12'. */
  remark?: string
}

/**
 * Reads one Dutch phone number in any of the ways people write it; foreign numbers need their + or 00.
 * A lost leading 0 is put back ("612345678").
 */
export function parseDutchPhone(text: string): ListPhone {
  const cell = text.trim()
  if (cell === '') return { phone: null, mobile: false, restoredZero: false, problem: null }
  const digits = internationalDigits(cell)
  const dutch = digits === null ? null : dutchNumber(digits)
  if (dutch) return { ...dutch, problem: null }
  if (digits?.startsWith('+') && /^\+[1-9]\d{6,14}$/.test(digits))
    return { phone: digits, mobile: false, restoredZero: false, problem: null }
  return {
    phone: null,
    mobile: false,
    restoredZero: false,
    problem: `Telefoonnummer “${cell}” klopt niet; leeggelaten.`,
  }
}

/** An extension, and a word that says whose number it is or when: "tst 12", "(privé)", "werk". */
const EXTENSION = /[\s,;/-]*\(?\b((?:tst|toestel|ext|extensie|doorkiesnr|intern)\b\.?:?\s*\d{1,5})\)?\s*$/i
const WORDS_BEHIND = /\s*[(,:-]*\s*(?<![\p{L}])(\p{L}[\p{L} .'’-]{1,30})\)?\s*$/u
const WORDS_BEFORE = /^\(?(\p{L}[\p{L} .'’-]{1,20})\)?\s*[:.]?\s*(?=[+(\d])/u

/** Longer than this is a text, and finding words at its end would take the square of its length. */
const LONGEST = 100

/** A number without the words around it, which are kept beside it; null where no number is left. */
function withRemark(text: string): ListPhone | null {
  if (text.length > LONGEST) return null
  const words: string[] = []
  let rest = text
  for (const pattern of [EXTENSION, WORDS_BEHIND, WORDS_BEFORE])
    rest = rest.replace(pattern, (_, word: string) => {
      words.push(word.trim())
      return ''
    })
  const read = words.length === 0 ? null : parseDutchPhone(rest)
  return read?.phone ? { ...read, remark: words.join(', ') } : null
}

/** Reads a cell that may hold two numbers ("06-12345678 / 020-1234567"), or one with words beside it. */
export function parsePhones(text: string): ListPhone[] {
  const whole = parseDutchPhone(text)
  if (whole.problem === null) return whole.phone === null ? [] : [whole]
  const pieces = text
    .split(/:::|[/;,\n|]| of | en /i)
    .filter((piece) => /\d/.test(piece))
    .map((piece) => (parseDutchPhone(piece).phone === null ? withRemark(piece) : null) ?? parseDutchPhone(piece))
  const remarked = withRemark(text)
  if (remarked !== null && pieces.filter(({ phone }) => phone !== null).length < 2) return [remarked]
  return pieces.some((piece) => piece.phone !== null) ? pieces : [whole]
}

/**
 * What two ways of writing one number have in common: its digits with the country in front, so that a number abroad is
 * never a Dutch one that ends the same. Null when there are too few.
 */
export function phoneKey(phone: string | null): string | null {
  const written = phone ?? ''
  const digits = (parseDutchPhone(written).phone ?? written).replace(/(?!^\+)\D/g, '').replace(/^00/, '+')
  if (digits.length < 8) return null
  if (digits.startsWith('+')) return digits.slice(1)
  return digits.startsWith('0') ? `31${digits.slice(1)}` : digits
}

/** The last nine digits of a key, by which contacts with that number, and some others, are found in an index. */
export const phoneEnding = (key: string): string => key.slice(-9)

/** Digits only, with a + in front when the number is international; null when the cell holds anything else. */
function internationalDigits(cell: string): string | null {
  const plain = fromScientific(cell)
    .replace(/\(0\)/g, '')
    .replace(/^'/, '')
    .replace(/^(?:tel|telefoon|mob|mobiel|m|t)\b[.:]*/i, '')
    .replace(/[\s().\-–/]/g, '')
    .replace(/^00/, '+')
  return /^\+?\d{4,16}$/.test(plain) ? plain : null
}

/** Spreadsheets show long numbers as 6,12345678E+08; with all digits there nothing is lost. */
function fromScientific(cell: string): string {
  const match = /^(\d)[.,](\d{8,10})E\+?(\d{1,2})$/i.exec(cell)
  return match && Number(match[3]) === match[2]!.length ? match[1]! + match[2]! : cell
}
