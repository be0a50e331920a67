/** What is held, drawn where it would go: one element of its own, so that no cell of the calendar is drawn anew. */
import { formatMinute } from '../../src/platform/format/days.ts'
import { endOf, type Held, spotText } from './holding.ts'
import { halfHours } from './positions.ts'
import { MINUTES_PER_DAY } from './split.ts'
import { appointmentHue } from './status.ts'
import { plain } from './titles.ts'

/** The cell of a day, in the row of the board that it is in. */
export function cellOf(root: HTMLElement, { at: { day, lane } }: Held): HTMLElement | null {
  const row = lane === null ? root : root.querySelector(`[data-lane="${lane}"]`)
  return row?.querySelector<HTMLElement>(`[data-cell="${day}"]`) ?? null
}

/** Where in its cell: by the hours of the column, or of the line; below what is there where a cell has no hours. */
function place(ghost: HTMLElement, cell: HTMLElement, held: Held): void {
  const { minute } = held.at
  const until = Math.min(minute + held.length, MINUTES_PER_DAY)
  if (cell.classList.contains('cal-col')) {
    ghost.style.setProperty('--from', String(halfHours(minute)))
    ghost.style.setProperty('--span', String(halfHours(until - minute)))
    ghost.classList.add('in-column')
  } else if (cell.dataset.from !== undefined) {
    const from = Number(cell.dataset.from)
    const width = Number(cell.dataset.to) - from
    const share = (at: number): number => Math.max(0, Math.min(1, (at - from) / width)) * 100
    ghost.style.setProperty('inset-inline-start', `${share(minute)}%`)
    ghost.style.setProperty('inline-size', `${Math.max(2, share(until) - share(minute))}%`)
    ghost.classList.add('on-line')
  } else ghost.classList.add('in-cell')
}

/** Puts it there. @returns the element, or null where its day or row is not in sight */
export function drawGhost(root: HTMLElement, held: Held): HTMLElement | null {
  const cell = cellOf(root, held)
  if (!cell) return null
  const ghost = document.createElement('div')
  const { className, style } = appointmentHue(held.appointment)
  ghost.className = `cal-ghost ${className}`
  for (const [name, value] of Object.entries(style ?? {})) ghost.style.setProperty(name, String(value))
  const title = document.createElement('b')
  title.textContent = plain(held.appointment.description)
  const time = document.createElement('time')
  const end = endOf(held)
  time.textContent =
    end.day === held.at.day ? `${formatMinute(held.at.minute)}–${formatMinute(end.minute)}` : spotText(held)
  ghost.append(title, time)
  place(ghost, cell, held)
  cell.append(ghost)
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
