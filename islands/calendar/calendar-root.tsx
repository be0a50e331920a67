import { type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { useHands, type HandsOptions } from './use-hands.tsx'
import { type useInfoBox } from './use-info-box.ts'
import { type useRoving } from '../shared/use-roving.ts'

interface CalendarRootProps {
  root: RefObject<HTMLDivElement | null>
  allow: string
  infoBox: ReturnType<typeof useInfoBox>
  roving: ReturnType<typeof useRoving>
  /** What is held in the hand is known here alone: moving it draws nothing of the calendar anew. */
  hands: Omit<HandsOptions, 'root' | 'infoBox'>
  isFullscreen?: boolean
  /** How it is looked at, for the saved views above it. */
  seen?: string
  children: ReactNode
}

/** What a calendar stands in: its keys walk through what is in it, and Escape and a click close the info box. */
export function CalendarRoot(props: CalendarRootProps): ReactNode {
  const { root, allow, infoBox, roving, isFullscreen = false, seen } = props
  const hands = useHands({ ...props.hands, root, infoBox })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') infoBox.close()
    else if (hands.onKeyDown(event) || roving.onKeyDown(event)) event.preventDefault()
  }
  return (
    <div
      className={isFullscreen ? 'cal-root is-fullscreen' : 'cal-root'}
      ref={root}
      data-allow={allow}
      data-seen={seen}
      {...infoBox.handlers}
      {...hands.handlers}
      onPointerOver={(event) => {
        if (!hands.isHolding) infoBox.handlers.onPointerOver(event)
      }}
      onFocus={(event) => {
        roving.onFocus(event)
        infoBox.handlers.onFocus(event)
      }}
      onClickCapture={(event) => {
        infoBox.close()
        if (!hands.tookClick()) return
        event.preventDefault()
        event.stopPropagation()
      }}
      onKeyDown={onKeyDown}
    >
      {props.children}
      {hands.shown}
    </div>
  )
}
