/** When an address can be looked up at all (T-149, T-150). */

/** 4 digits followed by letters, spaces left out. */
export function isPostalCode(text: string): boolean {
  return /^\d{4}[a-z]+$/i.test(text.replace(/\s/g, ''))
}

/** '12A', '12-3' and '12 bis' are a number with an addition; null for any other number. */
export function partStreetNumber(text: string): { number: string; addition: string } | null {
  const [, number, addition] =
    /^(\d{1,5})\s*(?:[-/]\s*)?((?<=[-/]\s*)\w{1,10}|[a-z][a-z\d -]{0,9})$/i.exec(text.trim()) ?? []
  return number === undefined || addition === undefined ? null : { number, addition }
}

export function isStreetNumber(text: string): boolean {
  return Number(text.trim()) > 0
}
