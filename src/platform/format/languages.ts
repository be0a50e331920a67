/** Languages other than Dutch that people follow a course in, by their codes (ISO 639-1). */
export const OTHER_LANGUAGES = {
  de: 'Duits',
  en: 'Engels',
  fr: 'Frans',
  es: 'Spaans',
  pt: 'Portugees',
  pl: 'Pools',
  ro: 'Roemeens',
  bg: 'Bulgaars',
  uk: 'Oekraïens',
  tr: 'Turks',
  ar: 'Arabisch',
} as const

export const DUTCH = 'nl'
/** All of them, Dutch first. */
export const LANGUAGES = { [DUTCH]: 'Nederlands', ...OTHER_LANGUAGES } as const

/** What a language is called; Dutch where none is said. */
export const languageName = (code: string | null): string => (LANGUAGES as Record<string, string>)[code ?? DUTCH] ?? ''
