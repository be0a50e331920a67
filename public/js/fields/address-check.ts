/** When an address can be looked up at all (T-149, T-150). */

/** 4 digits followed by letters, spaces left out. */
export function isPostalCode(text: string): boolean {
  return /^\d{4}[a-z]+$/i.test(text.replace(/\s/g, ''))
}

export function isStreetNumber(text: string): boolean {
  return Number(text.trim()) > 0
}
