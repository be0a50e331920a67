import { useCallback, useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import { type CalendarAppointment } from '../../src/system/calendar/calendar.contract.ts'
import { type MenuAt } from './block-menu.tsx'

/** So long a finger rests on a block before its menu opens. */
const REST_MS = 500
const STILL_PX = 10

const blockAt = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-appointment]') : null

/** The menu of a block: the right button, the menu key, or a finger that rests on it. */
export function useBlockMenu(find: (id: number) => CalendarAppointment | undefined) {
  const [menu, setMenu] = useState<MenuAt | null>(null)
  const resting = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null)
  const isOpened = useRef(false)

  const open = (element: HTMLElement): boolean => {
    const appointment = find(Number(element.dataset.appointment))
    if (appointment?.version === undefined) return false
    const lane = element.closest<HTMLElement>('[data-lane]')?.dataset.lane
    setMenu({ appointment, element, lane: lane === undefined ? null : Number(lane) })
    return true
  }
  const stop = (): void => {
    clearTimeout(resting.current?.timer)
    resting.current = null
  }
  const close = useCallback(() => setMenu(null), [])
  return {
    menu,
    close,
    handlers: {
      onContextMenu(event: MouseEvent): void {
        const block = blockAt(event.target)
        if (block && !event.shiftKey && open(block)) event.preventDefault()
      },
      onPointerDownCapture(event: PointerEvent): void {
        isOpened.current = false
        stop()
        const block = blockAt(event.target)
        if (event.pointerType !== 'touch' || !block) return
        const timer = setTimeout(() => (isOpened.current = open(block)), REST_MS)
        resting.current = { timer, x: event.clientX, y: event.clientY }
      },
      onPointerMove({ clientX, clientY }: PointerEvent): void {
        const from = resting.current
        if (from && Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) stop()
      },
      onPointerUp: stop,
      onPointerCancel: stop,
    },
    /** Whether the click that follows belongs to a finger that opened the menu. */
    tookClick: (): boolean => isOpened.current,
  }
}
