/** When somebody or a room is free in the hours in which courses are held. */
import { formatMinute } from '../../src/platform/format/days.ts'

/** Minutes since midnight. */
export interface Slot {
  start: number
  end: number
}

export const WORKDAY: Slot = { start: 8 * 60, end: 18 * 60 }
/** Shorter than this nothing is planned in. */
export const SHORTEST = 120

/** What is left of the working day between what is taken, in order of time. */
export function freeSlots(taken: readonly Slot[], { start, end }: Slot = WORKDAY): Slot[] {
  const slots: Slot[] = []
  let free = start
  for (const one of [...taken].sort((a, b) => a.start - b.start)) {
    if (one.start - free >= SHORTEST) slots.push({ start: free, end: Math.min(one.start, end) })
    free = Math.max(free, one.end)
    if (free >= end) return slots.filter((slot) => slot.end - slot.start >= SHORTEST)
  }
  if (end - free >= SHORTEST) slots.push({ start: free, end })
  return slots
}

/** 'Vrij, hele dag', 'Vrij tot 13:00', 'Vrij vanaf 15:00'. */
export function freeText({ start, end }: Slot): string {
  if (start <= WORKDAY.start && end >= WORKDAY.end) return 'Vrij, hele dag'
  if (start <= WORKDAY.start) return `Vrij tot ${formatMinute(end)}`
  return end >= WORKDAY.end ? `Vrij vanaf ${formatMinute(start)}` : `Vrij ${formatMinute(start)}–${formatMinute(end)}`
}

/** The longest of these, where there is any: a cell has room for one. */
export function longestOf(slots: readonly Slot[]): Slot[] {
  const length = ({ start, end }: Slot): number => end - start
  const [first, ...others] = slots
  if (first === undefined) return []
  return [others.reduce((best, slot) => (length(slot) > length(best) ? slot : best), first)]
}
