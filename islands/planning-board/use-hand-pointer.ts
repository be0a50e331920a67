import { useEffect, useEffectEvent, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { type BoardSettings, type BoardVisit } from '../../src/inspections/planning/visits/board.contract.ts'
import { cornerScroll } from '../shared/corner-scroll.ts'
import { swallowClick } from '../shared/swallow-click.ts'
import { spanOf } from './drafts.ts'
import { snap, type Held } from './held.ts'

/** Less than this is a click. */
const STILL_PX = 5
const MINUTES_PER_DAY = 24 * 60

interface Press {
  visit: BoardVisit
  element: HTMLElement
  x: number
  y: number
  /** Minutes from its begin to where it was taken. */
  grip: number
}

interface PointerOptions {
  root: RefObject<HTMLElement | null>
  settings: Pick<BoardSettings, 'type' | 'direction'>
  find: (key: string) => BoardVisit | undefined
  isFree: boolean
  start: (visit: BoardVisit, element: HTMLElement) => void
  move: (change: (held: Held) => Held) => void
  drop: () => void
  cancel: () => void
}

const cellAt = (x: number, y: number): HTMLElement | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-cell]') ?? null

/** Minutes of the day under the pointer, in a cell that is a line of hours; null in one that is not. */
export function minuteAt(
  cell: Element,
  x: number,
  y: number,
  { type, direction }: PointerOptions['settings'],
): number | null {
  if (type !== 'd') return null
  const { left, top, width, height } = cell.getBoundingClientRect()
  const share = direction === 'vertical' ? (y - top) / height : (x - left) / width
  return share * MINUTES_PER_DAY
}

/** Dragging: by mouse and pen from anywhere, by a finger from the dots, so that it can still scroll. */
export function useHandPointer({ root, settings, find, isFree, start, move, drop, cancel }: PointerOptions) {
  const [press, setPress] = useState<Press | null>(null)
  const isHolding = useRef(false)

  const follow = (held: Held, from: Press, { clientX, clientY }: globalThis.PointerEvent): Held => {
    const cell = cellAt(clientX, clientY)
    if (!cell) return held
    const minute = minuteAt(cell, clientX, clientY, settings)
    return {
      ...held,
      at: {
        lane: Number(cell.dataset.lane),
        day: Number(cell.dataset.cell),
        minute: minute === null ? (held.from?.minute ?? null) : snap(minute - from.grip),
      },
    }
  }
  const moved = useEffectEvent((event: globalThis.PointerEvent) => {
    if (!press) return
    if (!isHolding.current) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < STILL_PX) return
      isHolding.current = true
      start(press.visit, press.element)
    }
    cornerScroll(root.current!, event.clientX, event.clientY)
    move((held) => follow(held, press, event))
  })
  const end = (): void => {
    isHolding.current = false
    setPress(null)
  }
  const up = useEffectEvent((event: globalThis.PointerEvent) => {
    if (isHolding.current) {
      swallowClick()
      // Beside the board it goes back to where it was.
      if (cellAt(event.clientX, event.clientY)) drop()
      else cancel()
    }
    end()
  })
  const leave = useEffectEvent(() => {
    if (isHolding.current) cancel()
    end()
  })
  const key = useEffectEvent((event: KeyboardEvent) => {
    if (!isHolding.current || event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    swallowClick()
    leave()
  })
  useEffect(() => {
    if (!press) return
    const watch = new AbortController()
    const { signal } = watch
    document.addEventListener('pointermove', moved, { signal })
    document.addEventListener('pointerup', up, { signal })
    document.addEventListener('pointercancel', leave, { signal })
    document.addEventListener('keydown', key, { signal, capture: true })
    return () => watch.abort()
  }, [press])

  return (event: PointerEvent): void => {
    const { target, clientX: x, clientY: y } = event
    if (!isFree || event.button !== 0 || !(target instanceof Element)) return
    const element = target.closest<HTMLElement>('[data-take]')
    const visit = element && find(element.dataset.take!)
    if (!visit || (event.pointerType === 'touch' && !target.closest('[data-drag]'))) return
    const cell = element.closest('[data-cell]')
    const minute = cell && minuteAt(cell, x, y, settings)
    setPress({ visit, element, x, y, grip: minute === null ? 0 : minute - spanOf(visit).start })
  }
}
