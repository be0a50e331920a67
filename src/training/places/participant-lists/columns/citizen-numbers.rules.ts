import { headingWords } from './headings.rules.ts'

/**
 * Empties columns with citizen service numbers (BSN): a private trainer may not keep them, not even with consent
 * (art. 46 UAVG). A column counts when its heading says so, or when its values are nine digits that all pass the eleven test,
 * as phone numbers that lost their 0 hardly ever do.
 */
export function withoutCitizenNumbers(rows: string[][]): { rows: string[][]; notices: string[] } {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0)
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) =>
    holdsCitizenNumbers(rows, column),
  )
  if (columns.length === 0) return { rows, notices: [] }
  const emptied = rows.map((row) =>
    row.map((cell, column) => (columns.includes(column) && /\d/.test(cell) ? '' : cell)),
  )
  const isEmptied = rows.some((row) => columns.some((column) => /\d/.test(row[column] ?? '')))
  return { rows: emptied, notices: isEmptied ? [NOTICE] : [] }
}

const NOTICE =
  'De kolom met burgerservicenummers (BSN) is niet overgenomen: een opleider mag deze nummers niet vragen of bewaren.'

/** Removes numbers that a note itself calls a BSN. */
export function withoutCitizenNumber(note: string): string {
  return note.replace(/\b(bsn|sofi(?:nummer)?|burgerservicenummer)\b(\W*)\d[\d .-]{6,10}\d/gi, '$1$2(weggelaten)')
}

/** Of "sofi" nothing but the number: Sofi and Sofie are people too. */
const HEADING = /^(bsn|burgerservice|sofi($| bsn| ?n(o|r|ummer)\b)|citizen service|social security)/

function holdsCitizenNumbers(rows: string[][], column: number): boolean {
  const headings = rows
    .slice(0, 30)
    .map((row) => row[column] ?? '')
    .filter((cell) => !/\d/.test(cell))
  if (headings.some((cell) => HEADING.test(headingWords(cell)))) return true
  const filled = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '')
  const values = new Set(filled.filter((cell) => /^\d{3}[ .]?\d{2,3}[ .]?\d{3,4}$/.test(cell)))
  const mobile = [...values].every((value) => value.startsWith('6'))
  return values.size >= 5 && !mobile && filled.length <= values.size + 5 && [...values].every(passesElevenTest)
}

function passesElevenTest(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  const sum = Array.from(digits, Number).reduce((total, digit, i) => total + digit * (i === 8 ? -1 : 9 - i), 0)
  return digits.length === 9 && sum % 11 === 0
}
