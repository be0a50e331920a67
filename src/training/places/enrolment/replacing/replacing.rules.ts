import { addDays, weekday } from '../../../../platform/format/zone.ts'

/** The last day on which somebody can be replaced: so many working days before the day it begins. */
export function lastDayToReplace(begins: string, days: number, isClosed: (day: string) => boolean): string {
  let [day, left] = [begins, days]
  while (left > 0) {
    day = addDays(day, -1)
    if (weekday(day) <= 5 && !isClosed(day)) left -= 1
  }
  return day
}
