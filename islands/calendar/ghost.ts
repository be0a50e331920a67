/** What is held, drawn where it would go: one element of its own, so that no cell of the calendar is drawn anew. */
import { formatMinute, type Day } from '../../src/platform/format/days.ts'
import { endOf, lastDayOf, type Held, spotText } from './holding.ts'
import { halfHours } from './positions.ts'
import { MINUTES_PER_DAY } from './split.ts'
import { appointmentHue } from './status.ts'
import { plain } from './titles.ts'

/** The cell of a day, in the row of the board that it is in. */
function cellOf(root: HTMLElement, day: Day, lane: number | null): HTMLElement | null {
  const row = lane === null ? root : root.querySelector(`[data-lane="${lane}"]`)
  return row?.querySelector<HTMLElement>(`[data-cell="${day}"]`) ?? null
}

/** What of it is on one day. */
interface Share {
  day: Day
  start: number
  end: number
  /** '09:00–12:00'; where it is on more days what there is of it on this one. */
  text: string
}

function sharesOf(held: Held): Share[] {
  const { day: first, minute } = held.at
  const last = lastDayOf(held)
  const { minute: until } = endOf(held)
  const end = until === 0 ? MINUTES_PER_DAY : until
  if (first === last)
    return [{ day: first, start: minute, end, text: `${formatMinute(minute)}–${formatMinute(until)}` }]
  return Array.from({ length: last - first + 1 }, (_, index): Share => {
    const day = first + index
    if (day === last) return { day, start: 0, end, text: `tot ${formatMinute(until)}` }
    const start = index === 0 ? minute : 0
    return { day, start, end: MINUTES_PER_DAY, text: index === 0 ? spotText(held) : 'hele dag' }
  })
}

/** Where in its cell: by the hours of the column, or of the line; below what is there where a cell has no hours. */
function place(ghost: HTMLElement, cell: HTMLElement, { start, end }: Share): void {
  if (cell.classList.contains('cal-col')) {
    ghost.style.setProperty('--from', String(halfHours(start)))
    ghost.style.setProperty('--span', String(halfHours(end - start)))
    ghost.classList.add('in-column')
  } else if (cell.dataset.from !== undefined) {
    const from = Number(cell.dataset.from)
    const width = Number(cell.dataset.to) - from
    const share = (at: number): number => Math.max(0, Math.min(1, (at - from) / width)) * 100
    ghost.style.setProperty('inset-inline-start', `${share(start)}%`)
    ghost.style.setProperty('inline-size', `${Math.max(2, share(end) - share(start))}%`)
    ghost.classList.add('on-line')
  } else ghost.classList.add('in-cell')
}

/** Puts it there, on each of its days. @returns the elements; none where its days or row are not in sight */
export function drawGhosts(root: HTMLElement, held: Held): HTMLElement[] {
  return sharesOf(held).flatMap((share) => {
    const cell = cellOf(root, share.day, held.at.lane)
    if (!cell) return []
    const ghost = ghostOf(held, share.text)
    place(ghost, cell, share)
    cell.append(ghost)
    return [ghost]
  })
}

function ghostOf({ appointment }: Held, text: string): HTMLElement {
  const ghost = document.createElement('div')
  const { className, style } = appointmentHue(appointment)
  ghost.className = `cal-ghost ${className}`
  for (const [name, value] of Object.entries(style ?? {})) ghost.style.setProperty(name, String(value))
  const title = document.createElement('b')
  title.textContent = plain(appointment.description)
  const time = document.createElement('time')
  time.textContent = text
  ghost.append(title, time)
  return ghost
}

/** Marks where it came from, and the calendar as one in which something is held. @returns how that ends */
export function markHeld(root: HTMLElement, { appointment, copy }: Held): () => void {
  const how = copy ? 'copy' : 'move'
  const origin = [...root.querySelectorAll(`[data-appointment="${appointment.id}"]`)]
  for (const block of origin) block.setAttribute('data-origin', how)
  root.setAttribute('data-holding', how)
  return () => {
    for (const block of origin) block.removeAttribute('data-origin')
    root.removeAttribute('data-holding')
  }
}
