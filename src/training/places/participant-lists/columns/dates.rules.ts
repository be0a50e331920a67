const MONTHS = [
  ['januari', 'january', 'jan'],
  ['februari', 'february', 'feb', 'febr'],
  ['maart', 'march', 'mrt', 'mar'],
  ['april', 'apr'],
  ['mei', 'may'],
  ['juni', 'june', 'jun'],
  ['juli', 'july', 'jul'],
  ['augustus', 'august', 'aug'],
  ['september', 'sep', 'sept'],
  ['oktober', 'october', 'okt', 'oct'],
  ['november', 'nov'],
  ['december', 'dec'],
]
const OLDEST_AGE = 120

const [DAY, APOSTROPHE, YEAR] = ['\\d{1,2}', "[’‘`´']", '(?:\\d{4}|\\d{2})']
const MARK = '\\s?[-/.]\\s?'
const MONTH = `(?:${MONTHS.flat()
  .sort((a, b) => b.length - a.length)
  .join('|')})`
/** Where a date may stand in a text, as `parseListDate` reads it. Figures apart by spaces may as well be a phone number. */
export const DATE_IN_TEXT = new RegExp(
  [
    `(?<![\\d-]|\\d[./])(?:${[
      `${DAY}${MARK}${DAY}${MARK}${APOSTROPHE}?${YEAR}`,
      `\\d{4}${MARK}${DAY}${MARK}${DAY}`,
      `${DAY}(?:e|de|ste)?[ .-]*${MONTH}\\.?[ ,.-]*${APOSTROPHE}?${YEAR}`,
      `\\b${MONTH}\\.? ${DAY}(?:st|nd|rd|th)?,? \\d{4}`,
    ].join('|')})(?![-\\d]|[./]\\d)`,
    `(?<!\\d[-./ ]?|\\d\\) ?)${DAY} ${DAY} (?:\\d{4}(?! \\d{1,3}\\b)|${APOSTROPHE}?\\d{2}(?! \\d))(?![-\\d]|[./]\\d)`,
    '(?<![\\d+(-]|\\d[-./) ])\\d{8}(?![-\\d]|[./ ]\\d)',
  ].join('|'),
  'gi',
)

/** What people write before it, as the source of a pattern: "geb. 2 mei 1990". */
export const BIRTH_LABEL = '(?:geb(?:oren|oorte ?da(?:tum|g)|\\.? ?dat(?:um|\\.)?|\\.)?|dob|born)(?: (?:op|on))?'
const LABEL = new RegExp(`^${BIRTH_LABEL}\\s*[:.]?\\s*(?=\\d|\\p{L}+ \\d)`, 'iu')

export interface ListDate {
  /** YYYY-MM-DD, or null when nothing usable stands there. */
  date: string | null
  /** Why there is no date, as the end of a Dutch sentence that starts with the date; null for an empty cell. */
  problem: string | null
  /** The year was written with two digits and is taken for the most recent year that makes the date past. */
  shortYear: boolean
}

interface DateParts {
  day: number
  month: number
  year: number
  shortYear: boolean
}

/** How the dates of one column are written, as far as a single date does not say it. */
export interface DateWriting {
  /** What five digits are: a spreadsheet's day number, or ddmmjj that lost its first 0. */
  fiveDigits: 'serial' | 'ddmmyy'
  /** Which of the first two numbers is the month. */
  order: 'day-first' | 'month-first'
}
const DUTCH: DateWriting = { fiveDigits: 'serial', order: 'day-first' }

/**
 * Reads a birth date from a list. The day comes before the month unless `writing` says otherwise. Understood: 31-12-1980 (also with / . or spaces, with a time behind it, or 31-12-80), 1980-12-31, 31 december 1980,
 * 31121980 (also 311280) and the day number of a spreadsheet (29586).
 * @param today YYYY-MM-DD; a date after it is no birth date.
 */
export function parseListDate(text: string, today: string, writing: Partial<DateWriting> = {}): ListDate {
  const cell = plainDate(text)
  if (cell === '') return { date: null, problem: null, shortYear: false }
  const parts = dateParts(cell, { ...DUTCH, ...writing })
  if (parts === null) return { date: null, problem: 'is niet als datum te lezen', shortYear: false }
  const date = isoDate(parts.shortYear ? expandYear(parts, today) : parts)
  if (date === null) return { date, problem: impossible(parts), shortYear: false }
  if (date > today) return { date: null, problem: 'ligt in de toekomst', shortYear: false }
  if (Number(date.slice(0, 4)) < Number(today.slice(0, 4)) - OLDEST_AGE)
    return { date: null, problem: 'ligt te ver in het verleden', shortYear: false }
  return { date, problem: null, shortYear: parts.shortYear }
}

const plainDate = (text: string): string =>
  text
    .trim()
    .replace(/^'/, '')
    .replace(LABEL, '')
    .replace(/[’‘`´]/g, "'")

function impossible({ day, month }: DateParts): string {
  return month > 12 && day <= 12 ? 'bestaat niet (de dag staat voor de maand)' : 'bestaat niet'
}

/** True for a cell that holds a date of the twentieth or twenty-first century, whoever it belongs to. */
export function looksLikeDate(text: string): boolean {
  const found = dateParts(plainDate(text), DUTCH)
  if (found === null) return false
  const date = found.shortYear ? { ...found, year: 2000 + found.year } : found
  return isPlausible(date) || (NUMERIC.test(plainDate(text)) && isPlausible(exchanged(date)))
}

/** The year of such a cell, in whichever order it can be read. */
export function yearOf(text: string): number {
  const read = (order: DateWriting['order']) => parseListDate(text, '2099-12-31', { order }).date
  return Number((read('day-first') ?? read('month-first'))?.slice(0, 4) ?? 0)
}

/** "3 april". */
export const dayInWords = (day: number, month: number): string => `${day} ${MONTHS[month - 1]![0]}`

const exchanged = (date: DateParts): DateParts => ({ ...date, day: date.month, month: date.day })

/**
 * What a date in numbers shows of the order in which its column was written; null for one that shows nothing: in words, with
 * the year first, of digits alone, or no date in either order.
 */
export function orderShown(text: string): DateWriting['order'] | 'either' | null {
  const [, first, second] = NUMERIC.exec(plainDate(text)) ?? []
  const [one, two] = [Number(first), Number(second)]
  if (!(one >= 1 && two >= 1 && Math.min(one, two) <= 12 && Math.max(one, two) <= 31)) return null
  if (one > 12) return 'day-first'
  if (two > 12) return 'month-first'
  return one === two ? null : 'either'
}

/** With a time behind it, perhaps; more figures alone are a number: '06 12 34 56 78'. */
const NUMERIC = /^(\d{1,2})\s*[-/. ]\s*(\d{1,2})\s*[-/. ]\s*'?(\d{4}|\d{2})(?:[T ,](?![\d ]*$).*)?$/

function dateParts(cell: string, { fiveDigits, order }: DateWriting): DateParts | null {
  const iso = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})(?:[T ].*)?$/.exec(cell)
  if (iso) return parts(iso[3], iso[2], iso[1])
  const [, one, two, year] = NUMERIC.exec(cell) ?? []
  if (year !== undefined) return order === 'day-first' ? parts(one, two, year) : parts(two, one, year)
  const dutch = /^(?:[a-z]+,? )?(\d{1,2})(?:e|de|ste)?[ .-]*([a-z]+)\.?[ ,.-]*'?(\d{4}|\d{2})$/i.exec(cell)
  const named = dutch && inWords(dutch[1], dutch[2], dutch[3])
  // "March 1st 1985" looks like it too, with "st" for a month.
  if (named) return named
  const english = /^([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(cell)
  if (english) return inWords(english[2], english[1], english[3])
  const digits = /^(\d{5,8})(?:[.,]0*)?$/.exec(cell)?.[1]
  return digits ? digitParts(digits, fiveDigits) : null
}

function digitParts(digits: string, fiveDigits: DateWriting['fiveDigits']): DateParts | null {
  if (digits.length === 5 && fiveDigits === 'serial') return digits.startsWith('0') ? null : serialParts(Number(digits))
  // A spreadsheet eats the first 0 of 01051985 and of 010585.
  const full = digits.length % 2 === 1 ? `0${digits}` : digits
  const dayFirst = parts(full.slice(0, 2), full.slice(2, 4), full.slice(4))
  if (full.length === 6 || isPlausible(dayFirst)) return dayFirst
  const yearFirst = parts(full.slice(6), full.slice(4, 6), full.slice(0, 4))
  return isPlausible(yearFirst) ? yearFirst : dayFirst
}

/** Real days of the twentieth and twenty-first century. */
function isPlausible(date: DateParts): boolean {
  return date.year >= 1900 && date.year < 2100 && isoDate(date) !== null
}

/** Day 1 of a spreadsheet is 1 January 1900; it wrongly counts 29 February 1900, hence the base of 30 December 1899. */
function serialParts(serial: number): DateParts {
  const date = new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000)
  return { day: date.getUTCDate(), month: date.getUTCMonth() + 1, year: date.getUTCFullYear(), shortYear: false }
}

function parts(day: string | undefined, month: string | number | undefined, year: string | undefined): DateParts {
  return { day: Number(day), month: Number(month), year: Number(year), shortYear: year?.length === 2 }
}

function inWords(day: string | undefined, name: string | undefined, year: string | undefined): DateParts | null {
  const month = MONTHS.findIndex((names) => names.includes((name ?? '').toLowerCase())) + 1
  return month === 0 ? null : parts(day, month, year)
}

/** The most recent year with these last digits in which the date is past (in 2026: 85 is 1985, 05 is 2005, 27 is 1927). */
function expandYear(date: DateParts, today: string): DateParts {
  const century = Math.floor(Number(today.slice(0, 4)) / 100) * 100
  const recent = { ...date, year: century + date.year }
  return (isoDate(recent) ?? `${recent.year}`) > today ? { ...recent, year: recent.year - 100 } : recent
}

function isoDate({ day, month, year }: DateParts): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : null
}
