const NAMES = new Intl.DisplayNames('nl', { type: 'region', fallback: 'none' })

/** Codes that have a name but are no country one can send a letter to: groups, parts, and those of no place at all. */
const NO_COUNTRY = new Set(['AC', 'CP', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ'])

/** The Dutch name of a country by its code of ISO 3166-1 in capitals: 'BE' → 'België'. Null for any other text. */
export function countryName(code: string): string | null {
  if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRY.has(code)) return null
  // A country that went or was renamed is known by the code that took its place.
  return new Intl.Locale('und', { region: code }).region === code ? (NAMES.of(code) ?? null) : null
}
