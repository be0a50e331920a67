import { useLayoutEffect, type ReactNode, type RefObject } from 'react'
import { type BoardSettings } from '../../src/inspections/planning/visits/board.contract.ts'
import { outsideHours, timeOf } from '../../src/inspections/planning/visits/board-times.contract.ts'
import { spanStyle } from './css-vars.ts'
import { keyOf } from './drafts.ts'
import { heldText, judge, type Held } from './held.ts'
import { type Lane } from './model.ts'

interface HeldBoxProps {
  root: RefObject<HTMLElement | null>
  held: Held
  lanes: readonly Lane[]
  settings: Pick<BoardSettings, 'type' | 'direction'>
  /** Another week or answer draws other cells. */
  drawn: unknown
}

/** What is held drawn where it would go: one element of its own, so that no cell is drawn anew. */
function drawGhost(root: HTMLElement, { visit, at }: Held, dropped: ReturnType<typeof judge>, isLine: boolean) {
  const cell = root.querySelector<HTMLElement>(`[data-lane="${at.lane}"][data-cell="${at.day}"]`)
  if (!cell) return null
  const ghost = document.createElement('div')
  ghost.className = isLine ? 'pb-ghost on-line' : 'pb-ghost'
  const start = at.minute ?? 0
  const span = 'refusal' in dropped ? { start, end: start + visit.duration } : dropped.span
  if (isLine) for (const [name, value] of Object.entries(spanStyle(span))) ghost.style.setProperty(name, String(value))
  const title = document.createElement('b')
  title.textContent = visit.customer
  const time = document.createElement('time')
  time.textContent = 'refusal' in dropped ? '' : `${timeOf(span.start)}–${timeOf(span.end)}`
  ghost.append(title, time)
  cell.append(ghost)
  return ghost
}

/** Where what is held would go, what would become of it there, and by which keys it goes on; spoken too. */
export function HeldBox({ root, held, lanes, settings, drawn }: HeldBoxProps): ReactNode {
  const dropped = judge(held, lanes)
  const isLine = settings.type === 'd'
  const outside = 'refusal' in dropped ? null : outsideHours(dropped.span, held.visit.order.hours)

  useLayoutEffect(() => {
    const board = root.current!
    const ghost = drawGhost(board, held, judge(held, lanes), isLine)
    if (held.by === 'keys') ghost?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const origin = [...board.querySelectorAll(`[data-take="${keyOf(held.visit)}"]`)]
    for (const element of origin) element.setAttribute('data-origin', 'move')
    board.setAttribute('data-holding', 'move')
    return () => {
      ghost?.remove()
      for (const element of origin) element.removeAttribute('data-origin')
      board.removeAttribute('data-holding')
    }
  }, [root, held, lanes, isLine, drawn])

  const alongLanes = settings.direction === 'horizontal' ? '↑ ↓' : '← →'
  const alongTime = settings.direction === 'horizontal' ? '← →' : '↑ ↓'
  return (
    <div className="outcome pb-held" role="status">
      <h3>{heldText(held, lanes)}</h3>
      {'refusal' in dropped && <p className="pb-no">{dropped.refusal}</p>}
      {'shorten' in dropped && (
        <p className="pb-no">
          Wordt korter: {dropped.shorten.to} van {dropped.shorten.from} minuten.
        </p>
      )}
      {outside !== null && <p className="pb-no">{outside}</p>}
      {held.by === 'keys' && (
        <footer>
          <span>
            {alongTime} {isLine ? 'half uur' : 'dag'}
          </span>
          <span>{alongLanes} keurmeester</span>
          <span>Page Up / Page Down {isLine ? 'dag' : 'week'}</span>
          <span>Enter of tik op de plek: neerzetten</span>
          <span>Esc terug</span>
        </footer>
      )}
    </div>
  )
}
