/** What a text typed into the search may be besides a name; null where it cannot be that. */
export interface SearchTerms {
  number: number | null
  cocNo: string | null
  email: string | null
  /** The last nine digits of a phone number, as the index on them compares. */
  digits: string | null
  /** As stored: '1234 AB'. */
  postalCode: string | null
}

export function searchTermsOf(typed: string): SearchTerms {
  const bare = typed.replace(/\D/g, '')
  const [, figures, letters] = /^([1-9]\d{3})\s?([a-z]{2})$/i.exec(typed) ?? []
  return {
    number: /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : null,
    cocNo: /^\d{8}$/.test(typed) ? typed : null,
    email: typed.includes('@') ? typed : null,
    digits: /^[+\d()\s./-]+$/.test(typed) && bare.length >= 9 ? bare.slice(-9) : null,
    postalCode: figures && letters ? `${figures} ${letters.toUpperCase()}` : null,
  }
}
