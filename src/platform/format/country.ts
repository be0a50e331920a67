const NAMES = new Intl.DisplayNames('nl', { type: 'region', fallback: 'none' })

/** Codes that have a name but are no country one can send a letter to: groups, parts, and those of no place at all. */
const NO_COUNTRY = new Set(['AC', 'CP', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ'])

/** The countries chosen most often stand on top of the list. */
const NEAR = ['NL', 'BE', 'DE']

let choices: { value: string; label: string }[] | undefined

/** Every country to choose from, code and Dutch name: the near ones first, the others by name. */
export function countryChoices(): { value: string; label: string }[] {
  if (choices) return choices
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const others = letters
    .flatMap((a) => letters.map((b) => a + b))
    .filter((code) => !NEAR.includes(code))
    .map((value) => ({ value, label: countryName(value) ?? '' }))
    .filter(({ label }) => label !== '')
    .sort((a, b) => a.label.localeCompare(b.label, 'nl'))
  choices = [...NEAR.map((value) => ({ value, label: countryName(value)! })), ...others]
  return choices
}

/** The Dutch name of a country by its code of ISO 3166-1 in capitals: 'BE' → 'België'. Null for any other text. */
export function countryName(code: string): string | null {
  if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRY.has(code)) return null
  // A country that went or was renamed is known by the code that took its place.
  return new Intl.Locale('und', { region: code }).region === code ? (NAMES.of(code) ?? null) : null
}
