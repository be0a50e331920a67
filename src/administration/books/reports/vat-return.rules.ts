/** The VAT return as its form asks it: of a quarter or a month, in whole euros, before a day. */
import { MONTHS, addMonths, dayFromIso, dayOf, isoDay, partsOf } from '../../../platform/format/days.ts'
import { formatDate } from '../../../platform/format/format.ts'
import type { ReportPeriod } from './periods.rules.ts'

/** A whole quarter or month of which the day lies, `ago` of them earlier. */
export function periodOfMonths(day: string, months: 1 | 3, ago: number): ReportPeriod {
  const { year, month } = partsOf(dayFromIso(day))
  const first = addMonths(dayOf(year, Math.floor((month - 1) / months) * months + 1, 1), -ago * months)
  const { year: ofYear, month: ofMonth } = partsOf(first)
  return { from: isoDay(first), until: isoDay(dayOf(ofYear, ofMonth + months, 0)) }
}

/** What a period is called of which a return can be made: 'het 4e kwartaal 2026', 'november 2026'; null for any other. */
function nameOf({ from, until }: ReportPeriod): string | null {
  const { year, month } = partsOf(dayFromIso(from))
  const is = (months: 1 | 3) => {
    const whole = periodOfMonths(from, months, 0)
    return whole.from === from && whole.until === until
  }
  if (is(1)) return `${MONTHS[month - 1]} ${year}`
  return is(3) ? `het ${Math.ceil(month / 3)}e kwartaal ${year}` : null
}

/**
 * Until when the return of a period is filed and paid: the last day of the month after it, weekend or not.
 * @returns null where the period is no quarter and no month
 */
export function dueText(period: ReportPeriod, today: string): string | null {
  const name = nameOf(period)
  if (name === null) return null
  const { year, month } = partsOf(dayFromIso(period.until))
  const due = isoDay(dayOf(year, month + 2, 0))
  if (today > due) return `De aangifte over ${name} moest uiterlijk ${formatDate(due)} zijn ingediend en betaald.`
  const runs = today <= period.until ? ' De periode loopt nog.' : ''
  return `De aangifte over ${name}: uiterlijk ${formatDate(due)} indienen en betalen.${runs}`
}

/** Whole euros, rounded in favour of who declares, as the tax office allows: what is due goes down. */
export const wholeEuros = (cents: number): number => Math.floor(cents / 100)
