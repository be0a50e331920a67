import { formatCount } from '../../../platform/format/format.ts'
import { type RepeatUnit, addRepeat, everyText } from '../../../platform/format/repeats.ts'
import { addDays } from '../../../platform/format/zone.ts'

interface Renewal {
  repeat_count: number | null
  repeat_unit: RepeatUnit
}

/** 'elk jaar', 'elke 6 maanden'; empty without renewal. */
export const repeatText = ({ repeat_count: count, repeat_unit: unit }: Renewal): string =>
  count === null ? '' : everyText({ count, unit })

/** How long the places of a course count, until they are renewed. Days are YYYY-MM-DD. */
export interface Term extends Renewal {
  valid_until: string
}

export interface Period {
  /** First day; null: from the beginning of the agreement. */
  from: string | null
  until: string
}

/**
 * The period in which a day falls; null when the places are not valid any more. Each end is counted from the first one,
 * so that the 31st comes back after a shorter month.
 */
export function periodOn({ valid_until, repeat_count, repeat_unit }: Term, day: string): Period | null {
  if (day <= valid_until) return { from: null, until: valid_until }
  if (repeat_count === null) return null
  let [times, until] = [0, valid_until]
  let before = until
  while (until < day) {
    before = until
    until = addRepeat(valid_until, { count: ++times * repeat_count, unit: repeat_unit })
  }
  return { from: addDays(before, 1), until }
}

/** How many of the days on which places were used count in the period of a day. */
const usedIn = (period: Period | null, usedOn: readonly string[]): number =>
  period === null ? 0 : usedOn.filter((day) => period.from === null || day >= period.from).length

/** What is left of the places of a course on a day: none once they are not valid any more. */
export function placesOn(line: Term & { places: number }, usedOn: readonly string[], day: string) {
  const period = periodOn(line, day)
  const used = usedIn(period, usedOn)
  return { bought: line.places, used, left: period === null ? 0 : Math.max(0, line.places - used), period }
}

/** Whether there is nothing to be had by an agreement any more: its end has passed, or no course has places left. */
export const isDone = (endsOn: string, left: readonly number[], day: string): boolean =>
  endsOn < day || left.every((places) => places === 0)

/** '2 van 8 plaatsen van overeenkomst Strippenkaart, daarna nog 3 over; 1 cursist past er niet meer in'. */
export function placesText(taken: {
  name: string
  bought: number
  left: number
  takes: number
  beyond: number
}): string {
  const { name, bought, left, takes, beyond } = taken
  const over = left - takes
  const first = `${takes} van ${formatCount(bought, 'plaats', 'plaatsen')} van overeenkomst ${name}, daarna ${over === 0 ? 'geen meer' : `nog ${over}`} over`
  return beyond === 0 ? first : `${first}; ${formatCount(beyond, 'cursist past', 'cursisten passen')} er niet meer in`
}
