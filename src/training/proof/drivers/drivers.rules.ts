/** Hours that a driver needs in the five years before the end of the code, and how many of them are practice. */
export const NEEDED_MINUTES = 35 * 60
export const NEEDED_PRACTICE = 7 * 60
/** Of e-learning no more counts. */
export const MOST_ELEARNING = 12 * 60
/** A course counts once, and once again. */
export const MOST_TIMES = 2
export const PERIOD_YEARS = 5
/** What ends within so many days and lacks hours is told. */
export const SOON_DAYS = 365

export interface Stand {
  minutes: number
  practice: number
}

export const isComplete = ({ minutes, practice }: Stand): boolean =>
  minutes >= NEEDED_MINUTES && practice >= NEEDED_PRACTICE

const hours = (minutes: number): string => {
  const rest = minutes % 60
  return rest === 0 ? String(minutes / 60) : `${Math.floor(minutes / 60)}:${String(rest).padStart(2, '0')}`
}

/** '21 van 35 uur', and whether practice lacks. */
export function standText(stand: Stand): string {
  const lacksPractice = stand.practice < NEEDED_PRACTICE
  return [
    `${hours(stand.minutes)} van ${hours(NEEDED_MINUTES)} uur`,
    ...(lacksPractice ? [`${hours(stand.practice)} van ${hours(NEEDED_PRACTICE)} uur praktijk`] : []),
  ].join(', ')
}
