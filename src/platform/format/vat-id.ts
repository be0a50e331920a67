/** What follows the country in a VAT number of the European Union; XI is Northern Ireland, which trades goods as if in it. */
const FORMS: Record<string, string> = {
  AT: 'U\\d{8}',
  BE: '[01]\\d{9}',
  BG: '\\d{9,10}',
  CY: '\\d{8}[A-Z]',
  CZ: '\\d{8,10}',
  DE: '\\d{9}',
  DK: '\\d{8}',
  EE: '\\d{9}',
  EL: '\\d{9}',
  ES: '[A-Z\\d]\\d{7}[A-Z\\d]',
  FI: '\\d{8}',
  FR: '[A-HJ-NP-Z\\d]{2}\\d{9}',
  HR: '\\d{11}',
  HU: '\\d{8}',
  IE: '\\d[A-Z\\d+*]\\d{5}[A-Z]{1,2}',
  IT: '\\d{11}',
  LT: '(\\d{9}|\\d{12})',
  LU: '\\d{8}',
  LV: '\\d{11}',
  MT: '\\d{8}',
  NL: '\\d{9}B\\d{2}',
  PL: '\\d{10}',
  PT: '\\d{9}',
  RO: '\\d{2,10}',
  SE: '\\d{10}01',
  SI: '\\d{8}',
  SK: '\\d{10}',
  XI: '(\\d{9}|\\d{12}|GD\\d{3}|HA\\d{3})',
}

/** As it is written: capitals, without the dots, spaces and hyphens that people put in. */
export const compactVatId = (typed: string): string => typed.replace(/[\s.-]/g, '').toUpperCase()

/** The country of a VAT number, as it stands in addresses: Greece is EL in the one and GR in the other. */
export function vatIdCountry(vatId: string): string {
  const code = vatId.slice(0, 2)
  return code === 'EL' ? 'GR' : code
}

/** Whether companies of a country have a VAT number of the European Union. */
export const isInUnion = (country: string): boolean =>
  country === 'GR' || (country !== 'XI' && country !== 'EL' && country in FORMS)

/** What is wrong with a VAT number as it is written; null when it can be one. A Dutch one is judged by its checksum too. */
export function vatIdProblem(vatId: string): string | null {
  const form = FORMS[vatId.slice(0, 2)]
  if (form === undefined) return 'Een btw-id begint met de landcode van een land van de EU, zoals NL of BE.'
  if (!new RegExp(`^${form}$`).test(vatId.slice(2)))
    return vatId.startsWith('NL')
      ? 'Een Nederlands btw-id ziet eruit als NL123456782B01.'
      : 'Dit btw-id heeft niet de vorm van dat land.'
  return vatId.startsWith('NL') && !isDutch(vatId) ? 'Dit btw-id klopt niet: controleer de cijfers.' : null
}

/** Those of organisations pass the check of eleven over their nine digits, those of people since 2020 modulo 97. */
function isDutch(vatId: string): boolean {
  const digits = [...vatId.slice(2, 11)].map(Number)
  if (digits.every((digit) => digit === 0) || vatId.endsWith('B00')) return false
  const weighed = digits.reduce((sum, digit, at) => sum + digit * (at === 8 ? -1 : 9 - at), 0)
  if (weighed % 11 === 0) return true
  const signs = [...vatId].map((sign) => Number.parseInt(sign, 36)).join('')
  return BigInt(signs) % 97n === 1n
}
