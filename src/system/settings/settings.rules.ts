/** Whether an IBAN is one: country, length and the remainder of ISO 13616 (mod 97 = 1). Spaces are left out first. */
export function isIban(value: string): boolean {
  const compact = value.replace(/\s/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(compact)) return false
  if (compact.startsWith('NL') && !/^NL\d{2}[A-Z]{4}\d{10}$/.test(compact)) return false
  const digits = `${compact.slice(4)}${compact.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}

/** In groups of four, as people read and banks print it. */
export function formatIban(value: string): string {
  return value
    .replace(/\s/g, '')
    .toUpperCase()
    .replace(/(.{4})(?=.)/g, '$1 ')
}
