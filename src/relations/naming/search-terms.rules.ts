import { parseDutchDate } from '../../platform/forms/fields.ts'

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

/** What of an e-mail address or a phone number a typed text may be; null where it cannot be that. */
export interface SearchParts {
  /** The beginning of what stands behind the @ of an e-mail address, in small letters. */
  domain: string | null
  /** The first digits of a phone number behind the zero or the country, as the index on the last nine has them. */
  phoneStart: string | null
  /** Digits from anywhere in a phone number. */
  phonePart: string | null
}

/** Fewer digits say too little; nine are a whole number. */
const FEWEST = 4
const WHOLE = 9

export function searchPartsOf(typed: string): SearchParts {
  const [, domain] = /^@?([\w-]+(?:\.[\w-]*)*)$/.exec(typed) ?? []
  const isPhone = /^[+\d()\s./-]+$/.test(typed)
  const digits = typed.replace(/^\+/, '00').replace('(0)', '').replace(/\D/g, '')
  const [, first] = /^(?:0031|0)(\d+)$/.exec(digits) ?? []
  const isPart = isPhone && digits.length >= FEWEST && (first ?? digits).length < WHOLE
  return {
    domain: domain !== undefined && /[@.]/.test(typed) && /[a-z]/i.test(typed) ? domain.toLowerCase() : null,
    phoneStart: isPart && first !== undefined ? first : null,
    phonePart: isPart ? digits.replace(/^0031/, '0') : null,
  }
}

/** A name with a birth date or a year behind it, as one tells namesakes apart; the days include both. */
export interface BornTerms {
  name: string
  first: string
  last: string
}

export function bornTermsOf(typed: string): BornTerms | null {
  const [, name = '', date, year] = /^(.*)\s(?:(\d{1,2}-\d{1,2}-\d{4})|((?:19|20)\d{2}))$/.exec(typed) ?? []
  if (!/\p{L}/u.test(name)) return null
  if (year !== undefined) return { name, first: `${year}-01-01`, last: `${year}-12-31` }
  const day = parseDutchDate(date!.replace(/\b\d(?=-)/g, '0$&'))
  return day === null ? null : { name, first: day, last: day }
}
