import { useEffect, useRef, useState, type FocusEvent, type PointerEvent, type RefObject } from 'react'

const INFO_BOX_DELAY_MS = 500
/** Time to move the pointer from the appointment onto the box. */
const LEAVE_DELAY_MS = 150

export interface Anchor {
  id: number
  element: HTMLElement
  /** Where the pointer was, for anchors as wide as the screen; null with the keyboard. */
  x: number | null
}

interface InfoBoxState {
  anchor: Anchor | null
  close: () => void
  handlers: {
    onPointerOver: (event: PointerEvent) => void
    onPointerLeave: () => void
    onFocus: (event: FocusEvent) => void
    onBlur: () => void
    onScrollCapture: () => void
  }
}

type Timer = ReturnType<typeof setTimeout> | undefined

const appointmentAt = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-appointment]') : null

/** Half a second over an appointment, or with the keyboard on it, opens the box; it stays while the pointer is on it. */
export function useInfoBox(): InfoBoxState {
  const [anchor, setAnchor] = useState<Anchor | null>(null)
  /** The appointment that the pointer or the focus is on. */
  const aimed = useRef<HTMLElement | null>(null)
  const opening = useRef<Timer>(undefined)
  const closing = useRef<Timer>(undefined)

  const cancel = (timer: RefObject<Timer>): void => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  const aim = (element: HTMLElement, x: number | null): void => {
    if (aimed.current === element) {
      cancel(closing)
      return
    }
    leave()
    aimed.current = element
    const id = Number(element.dataset.appointment)
    opening.current = setTimeout(() => {
      cancel(closing)
      if (element.isConnected) setAnchor({ id, element, x })
    }, INFO_BOX_DELAY_MS)
  }
  /** Moving on over empty space must not put the closing off. */
  const leave = (): void => {
    cancel(opening)
    aimed.current = null
    closing.current ??= setTimeout(() => {
      cancel(closing)
      setAnchor(null)
    }, LEAVE_DELAY_MS)
  }
  const close = (): void => {
    cancel(opening)
    cancel(closing)
    aimed.current = null
    setAnchor(null)
  }

  useEffect(
    () => () => {
      clearTimeout(opening.current)
      clearTimeout(closing.current)
    },
    [],
  )

  return {
    anchor,
    close,
    handlers: {
      onPointerOver(event) {
        if (event.pointerType === 'touch') return
        const element = appointmentAt(event.target)
        if (element) aim(element, event.clientX)
        else if (event.target instanceof Element && event.target.closest('.infobox')) cancel(closing)
        else if (aimed.current || anchor) leave()
      },
      onPointerLeave: leave,
      onFocus(event) {
        const element = appointmentAt(event.target)
        if (element?.matches(':focus-visible')) aim(element, null)
      },
      onBlur: leave,
      // Walking with the keyboard may scroll: that leaves a box alone that is still to come.
      onScrollCapture() {
        if (anchor) close()
      },
    },
  }
}
