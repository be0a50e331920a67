import { type DateWriting, orderShown } from './dates.rules.ts'
import { type ColumnMap } from '../types.ts'

/** How the birth dates of one list are written. */
export interface DateColumn extends DateWriting {
  /** Some dates can only have the day first and others only the month: what could be either is uncertain. */
  mixed: boolean
}

/**
 * Judges the column with birth dates as a whole. It has the month first when some of its dates can be read in that order only
 * and none in the Dutch order only.
 */
export function dateColumn(rows: readonly (readonly string[])[], map: ColumnMap): DateColumn {
  const column = map.columns.indexOf('birth_date')
  const cells = rows.map((row) => row[column] ?? '')
  const shown = new Set(cells.map(orderShown))
  const [dayFirst, monthFirst] = [shown.has('day-first'), shown.has('month-first')]
  return {
    // With six digits elsewhere in the column, five digits are ddmmjj that lost its first 0, and no day number.
    fiveDigits: cells.some((cell) => /^\d{6}$/.test(cell)) ? 'ddmmyy' : 'serial',
    order: monthFirst && !dayFirst ? 'month-first' : 'day-first',
    mixed: monthFirst && dayFirst,
  }
}

/** What the user should know about it. */
export function noticesOnDates({ order, mixed }: DateColumn): string[] {
  if (order === 'month-first')
    return ['In de kolom met geboortedatums staat de maand voorop (zoals 12/31/1980); zo zijn alle datums gelezen.']
  return mixed
    ? [
        'De geboortedatums staan door elkaar met de dag en met de maand voorop; wat beide kan zijn is met de dag voorop gelezen en gemarkeerd.',
      ]
    : []
}
