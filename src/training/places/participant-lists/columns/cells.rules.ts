import { withoutDirectionMarks } from '../../../../platform/format/direction-marks.ts'
import { looksLikeDate } from './dates.rules.ts'
import { parseEmail } from './emails.rules.ts'
import { parseDutchPhone } from './phones.rules.ts'

/** Cells that say there is nothing to say. */
const PLACEHOLDER =
  /^(?:-+|–|—|\.|\/|x|\?+|n\.?v\.?t\.?|n\/?a|nb|n\.b\.|geen|onbekend|unknown|none|null|leeg|tbd|volgt)$/i

export function isPlaceholder(cell: string): boolean {
  return cell === '' || PLACEHOLDER.test(cell)
}

export function isEmailCell(cell: string): boolean {
  return cell.includes('@') && parseEmail(cell).email !== null
}

/** Written with a prefix or separators, or with exactly the digits of a Dutch number with or without its first 0. */
export function isPhoneCell(cell: string): boolean {
  return /^[+(\d][\d\s().\-/+]{7,}$/.test(cell) && parseDutchPhone(cell).phone !== null && !looksLikeDate(cell)
}

/** True for a cell that can only be data: a heading or a name never looks like this. */
export function isDataCell(cell: string): boolean {
  return /\d|@/.test(cell) && (isEmailCell(cell) || looksLikeDate(cell) || isPhoneCell(cell))
}

/**
 * The cell as people meant it: one way of writing each letter, no invisible characters, and the text of `="0612345678"`,
 * with which exports keep Excel from eating a leading 0. Characters that were lost become U+FFFD.
 */
export function cleanCell(cell: string): string {
  const text = withoutDirectionMarks(cell)
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u200B-\u200D\u2060\uFEFF\u00AD]/g, '')
    .replace(/[\u00A0\u2000-\u200A\u202F\t]/g, ' ')
    .replace(/[\u0080-\u009F]/g, '\uFFFD')
    .replace(CONTROL, '')
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n[\n ]*/g, '\n')
    .trim()
  return /^="([^"]*)"$/.exec(text)?.[1]?.trim() ?? text
}

const CONTROL = new RegExp('[\\u0000-\\u0009\\u000B-\\u001F\\u007F]', 'g')
