/** How lists write when a part of a planning is. */
import { formatDate } from '../../../../platform/format/format.ts'
import { dayIn } from '../../../../platform/forms/listed-days.ts'

const TIME = /(?:^|[ T])(\d{1,2})[:.u](\d{2})(?:[:.]\d{2})?(?:\.\d+)?(?:\s*uur|Z)?$/i

/** The day in a cell, as forms write it; '' for none. */
export const dayOf = (cell = ''): string => formatDate(dayIn(cell) ?? dayIn(cell.split(/[ T]/)[0]!))

const two = (count: number): string => String(count).padStart(2, '0')

/** The time in a cell, as HH:mm; '' for none. A sheet may hold it as a part of a day. */
export function timeOf(cell = ''): string {
  if (/^0?\.\d+$/.test(cell)) {
    const minutes = Math.round(Number(cell) * 24 * 60)
    return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  }
  const [, hours, minutes] = TIME.exec(cell.trim()) ?? []
  return hours === undefined ? '' : `${hours.padStart(2, '0')}:${minutes}`
}

/** What a status of a list is here; null for what is not held any more. */
export function statusOf(cell = ''): 'planned' | 'option' | 'confirmed' | null {
  if (/geannul|vervallen|afgelast|gecancel/i.test(cell)) return null
  if (/optie|concept|voorlopig/i.test(cell)) return 'option'
  return /bevestigd|definitief/i.test(cell) ? 'confirmed' : 'planned'
}
