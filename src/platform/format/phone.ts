/** A Dutch phone number as the office writes it. */
export interface DutchNumber {
  /** 06-12345678, 020-1234567, 0548-123456 or 0900-1234. */
  phone: string
  mobile: boolean
  /** The leading 0 was lost in a spreadsheet and put back. */
  restoredZero: boolean
}

/** Area codes of three digits; all other Dutch areas have four. */
const SHORT_AREAS = /^0(?:1[035]|2[0346]|3[03568]|4[0356]|5[0358]|7\d|8[4578])/

/** A Dutch number in its groups. @param digits digits alone, possibly with +31 in front; null where it is no such number */
export function dutchNumber(digits: string): DutchNumber | null {
  const abroad = /^\+?31(0?)([1-9]\d{8})$/.exec(digits)
  const national = abroad ? `0${abroad[2]}` : digits
  const restoredZero = /^[1-9]\d{8}$/.test(national)
  const full = restoredZero ? `0${national}` : national
  if (/^0[89]00\d{4}(?:\d{3})?$/.test(full))
    return { phone: `${full.slice(0, 4)}-${full.slice(4)}`, mobile: false, restoredZero }
  if (!/^0[1-9]\d{8}$/.test(full)) return null
  const mobile = full.startsWith('06')
  const area = mobile ? 2 : SHORT_AREAS.test(full) ? 3 : 4
  return { phone: `${full.slice(0, area)}-${full.slice(area)}`, mobile, restoredZero }
}

/**
 * A number typed without any grouping gets that of the office: '0612345678' becomes '06-12345678', as in a list that was
 * pasted. Whoever grouped it has it as typed, and so has a number abroad.
 */
export function groupedPhone(typed: string): string {
  const digits = typed.replace(/^00/, '+')
  return (/^(?:0|\+31)\d+$/.test(digits) ? dutchNumber(digits)?.phone : null) ?? typed
}
