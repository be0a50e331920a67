/** Finds the numbers of our invoices in what people type: F2026-0001, f2026 0001, 2026/1, 20260001. */

export interface FoundNumber {
  year: number
  sequence: number
  /** Nothing else looks like it: it has all its digits, and our letter or the hyphen; 20261118 is a day as well. */
  isSure: boolean
}

/** Our letter, the year, and the number, with whatever people and banks put between. */
const NUMBER =
  /(?<![A-Za-z0-9])(?:f(?:act(?:uur)?)?(?:nr|nummer)?\.?\s*[:#-]?\s*f?\s*)?(20\d\d)(\s*[-–—./_ ]\s*|)(\d{1,7})(?![0-9])/giu
const MOST = 40

/** The year of an invoice and of the entry that pays it are near each other. */
const NEAR = 12

/**
 * The numbers in a text, each once, in their order.
 * @param day of the entry, YYYY-MM-DD
 */
function numbersIn(text: string, day: string): FoundNumber[] {
  const found = new Map<string, FoundNumber>()
  for (const [whole, years = '', between = '', digits = ''] of text.matchAll(NUMBER)) {
    const [year, sequence] = [Number(years), Number(digits)]
    if (sequence === 0 || Math.abs(year - Number(day.slice(0, 4))) > NEAR) continue
    // Without a mark between them only all four digits tell a number from a day or an amount.
    if (between === '' && digits.length < 4) continue
    const isSure = digits.length >= 4 && (/^f/i.test(whole) || between.trim() === '-')
    const key = `${year}-${sequence}`
    if (!found.get(key)?.isSure) found.set(key, { year, sequence, isSure })
    if (found.size >= MOST) break
  }
  return [...found.values()]
}

/** Further numbers of a list that names the year but once: 'F2026-0041, 0042 en 0043'. */
const MORE = /(20\d\d)\s*[-/.]?\s*\d{4}((?:\s*(?:,|\+|&|;|en|\/)\s*\d{4}(?!\d))+)/giu
export function listedNumbersIn(text: string, day: string): FoundNumber[] {
  const listed = [...text.matchAll(MORE)].flatMap(([, year = '', rest = '']) =>
    [...rest.matchAll(/\d{4}/g)].map(([digits]) => ({ year: Number(year), sequence: Number(digits), isSure: true })),
  )
  const first = numbersIn(text, day)
  const known = new Set(first.map(({ year, sequence }) => `${year}-${sequence}`))
  return [...first, ...listed.filter(({ year, sequence }) => sequence > 0 && !known.has(`${year}-${sequence}`))]
}
