import { type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { type useInfoBox } from './use-info-box.ts'
import { type useRoving } from './use-roving.ts'

interface CalendarRootProps {
  root: RefObject<HTMLDivElement | null>
  allow: string
  infoBox: ReturnType<typeof useInfoBox>
  roving: ReturnType<typeof useRoving>
  isFullscreen?: boolean
  children: ReactNode
}

/** What a calendar stands in: its keys walk through what is in it, and Escape and a click close the info box. */
export function CalendarRoot(props: CalendarRootProps): ReactNode {
  const { root, allow, infoBox, roving, isFullscreen = false } = props
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') infoBox.close()
    else if (roving.onKeyDown(event)) event.preventDefault()
  }
  return (
    <div
      className={isFullscreen ? 'cal-root is-fullscreen' : 'cal-root'}
      ref={root}
      data-allow={allow}
      {...infoBox.handlers}
      onFocus={(event) => {
        roving.onFocus(event)
        infoBox.handlers.onFocus(event)
      }}
      onClickCapture={infoBox.close}
      onKeyDown={onKeyDown}
    >
      {props.children}
    </div>
  )
}
