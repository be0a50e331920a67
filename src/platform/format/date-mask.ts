/** The date-only input, without a DOM: what typing and pasting make of a date (P-174 … P-182, rulings 9.8). */

/** Years of two digits are of the last century, unless they start like a year of four digits. */
function fullYear(typed: string): string {
  return typed.length === 2 && !/^[12]/.test(typed) ? `19${typed}` : typed.slice(0, 4)
}

/** A first digit that can only be a whole day or month gets its zero: 4 is day 04, 2 is month 02. */
function padded(typed: string, highestFirst: string): string {
  return typed.length === 1 && typed > highestFirst ? `0${typed}` : typed
}

/**
 * Writes dashes and leading zeros into what was typed so far: 010585 and 1-5-85 both become 01-05-1985. Also takes
 * dates as other programs copy them: 1985-05-01, 1/5/1985, 1.5.1985.
 */
export function maskDate(typed: string): string {
  const text = typed
    .trim()
    .replace(/[^\d]+/g, '-')
    .replace(/^-/, '')
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return maskDate(`${iso[3]}-${iso[2]}-${iso[1]}`)
  const parts = ['', '', '']
  let at = 0
  for (const sign of text) {
    if (sign === '-') {
      if (at < 2 && parts[at] !== '') {
        parts[at] = parts[at]!.padStart(2, '0')
        at += 1
      }
      continue
    }
    parts[at] = padded(parts[at]! + sign, at === 0 ? '3' : at === 1 ? '1' : '9')
    if (at < 2 && parts[at]!.length === 2) at += 1
  }
  const [day = '', month = '', year = ''] = parts
  const dash = (part: string, i: number) => (i < at ? `${part}-` : part)
  return dash(day, 0) + dash(month, 1) + fullYear(year)
}

export interface DateState {
  /** Shorter than the 10 characters of a date. */
  incomplete: boolean
  /** Not of the form dd-mm-yyyy, a day above 31 or a month above 12. An empty field is neither. */
  invalid: boolean
}

export function dateState(value: string): DateState {
  if (value === '') return { incomplete: false, invalid: false }
  const incomplete = value.length < 10
  const [day = '', month = ''] = value.split('-')
  const impossible = Number(day) > 31 || Number(month) > 12 || day === '00' || month === '00'
  return { incomplete, invalid: impossible || (!incomplete && !/^\d{2}-\d{2}-\d{4}$/.test(value)) }
}
