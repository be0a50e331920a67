import { useEffect, useState } from 'react'

/**
 * The calendar fills the window by a class, and the window the screen where the browser agrees. The whole document goes
 * full screen rather than the calendar, so that popups and flashes still show above it.
 */
export function useFullscreen(): { on: boolean; toggle: () => void } {
  const [on, setOn] = useState(false)

  useEffect(() => {
    if (!on) return
    const escape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) setOn(false)
    }
    document.addEventListener('keydown', escape)
    return () => document.removeEventListener('keydown', escape)
  }, [on])

  useEffect(() => {
    const left = (): void => {
      if (!document.fullscreenElement) setOn(false)
    }
    document.addEventListener('fullscreenchange', left)
    return () => document.removeEventListener('fullscreenchange', left)
  }, [])

  return {
    on,
    toggle() {
      setOn(!on)
      // A refusal (no user gesture, a telephone) leaves the calendar filling the window, which is all that is needed.
      if (!on) document.documentElement.requestFullscreen?.().catch(() => undefined)
      else if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined)
    },
  }
}
