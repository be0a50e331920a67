import { useLayoutEffect, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import { inOrder, isArrow, nextStop, type Stop } from './roving.ts'

/** Comes after everything that happens on the day. */
export const LAST = 1440

/** Marks an element as a stop: `data-stop` holds its day, `data-minute` its place within the day. */
export function stopProps(day: number, minute: number): { tabIndex: -1; 'data-stop': number; 'data-minute': number } {
  return { tabIndex: -1, 'data-stop': day, 'data-minute': minute }
}

interface Roving {
  onFocus: (event: FocusEvent) => void
  /** True when the key moved the focus. */
  onKeyDown: (event: KeyboardEvent) => boolean
}

const stopsIn = (root: HTMLElement | null): HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>('[data-stop]') ?? []),
]

/**
 * Keeps exactly one stop in the tab order. React renders every stop with tabindex -1 and this hook raises one of them in
 * the DOM: moving the focus over hundreds of appointments re-renders none of them.
 */
export function useRoving(root: RefObject<HTMLElement | null>): Roving {
  useLayoutEffect(() => {
    const stops = stopsIn(root.current)
    if (!stops.some((stop) => stop.tabIndex === 0)) preferred(stops)?.setAttribute('tabindex', '0')
  })

  return {
    onFocus({ target }) {
      if (!(target instanceof HTMLElement) || target.dataset.stop === undefined) return
      for (const stop of stopsIn(root.current)) if (stop.tabIndex === 0) stop.setAttribute('tabindex', '-1')
      target.setAttribute('tabindex', '0')
    },
    onKeyDown(event) {
      if (!isArrow(event.key) || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return false
      // Day buttons stand together above the columns, so the order of the page is not the order of walking.
      const stops = stopsIn(root.current).sort((a, b) => inOrder(placeOf(a), placeOf(b)))
      const places = stops.map(placeOf)
      const next = stops[nextStop(places, stops.indexOf(event.target as HTMLElement), event.key)]
      if (!next) return false
      next.focus()
      next.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      return true
    },
  }
}

function placeOf({ dataset }: HTMLElement): Stop {
  return { day: Number(dataset.stop), minute: Number(dataset.minute) }
}

/** Tab enters at today where the view shows it. */
function preferred(stops: readonly HTMLElement[]): HTMLElement | undefined {
  return stops.find((stop) => stop.closest('.is-today')) ?? stops[0]
}
