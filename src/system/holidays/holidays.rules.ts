import { addDays, weekday } from '../../platform/format/zone.ts'

/** First Easter day of a year, Gregorian calendar (the 'anonymous' algorithm of Meeus, Astronomical Algorithms 8). */
function easter(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - d + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return `${year}-${String(Math.floor(n / 31)).padStart(2, '0')}-${String((n % 31) + 1).padStart(2, '0')}`
}

/** 27 April, or the Saturday before when that is a Sunday. */
function kingsDay(year: number): string {
  const day = `${year}-04-27`
  return weekday(day) === 7 ? addDays(day, -1) : day
}

/** What an organisation decides itself about the days that are not off for everybody. */
export interface HolidayChoice {
  good_friday: boolean
  /** Bevrijdingsdag: a day off every year, once in five years (2025, 2030), or never. */
  liberation_day: 'always' | 'lustrum' | 'never'
}

const USUAL: HolidayChoice = { good_friday: false, liberation_day: 'always' }

function hasLiberationDay(year: number, choice: HolidayChoice['liberation_day']): boolean {
  return choice === 'always' || (choice === 'lustrum' && year % 5 === 0)
}

/**
 * Public holidays on which no training is planned of itself, day (YYYY-MM-DD) → Dutch name, in order of the year
 * (Goede Vrijdag is no general day off). Two on one day share its name.
 */
export function dutchHolidays(year: number, choice: HolidayChoice = USUAL): Record<string, string> {
  const first = easter(year)
  const days: [string, string][] = [
    [`${year}-01-01`, 'Nieuwjaarsdag'],
    [first, 'Eerste paasdag'],
    [addDays(first, 1), 'Tweede paasdag'],
    [kingsDay(year), 'Koningsdag'],
    [addDays(first, 39), 'Hemelvaartsdag'],
    [addDays(first, 49), 'Eerste pinksterdag'],
    [addDays(first, 50), 'Tweede pinksterdag'],
    [`${year}-12-25`, 'Eerste kerstdag'],
    [`${year}-12-26`, 'Tweede kerstdag'],
  ]
  if (choice.good_friday) days.push([addDays(first, -2), 'Goede Vrijdag'])
  // Named before what falls on the same day, as Hemelvaartsdag did in 2016.
  if (hasLiberationDay(year, choice.liberation_day)) days.unshift([`${year}-05-05`, 'Bevrijdingsdag'])
  const holidays: Record<string, string> = {}
  for (const [day, name] of days.sort(([a], [b]) => a.localeCompare(b)))
    holidays[day] = holidays[day] === undefined ? name : `${holidays[day]} en ${name}`
  return holidays
}

/** More closed days in a row than this are no closing but an end. */
const MOST_CLOSED = 60

/** The day that lies so many working days before another one: those of the week on which nothing is closed. */
export function workingDaysBefore(day: string, count: number, isClosed: (day: string) => boolean): string {
  let found = day
  for (let left = count, most = count + MOST_CLOSED; left > 0 && most > 0; most--) {
    found = addDays(found, -1)
    if (weekday(found) <= 5 && !isClosed(found)) left--
  }
  return found
}
