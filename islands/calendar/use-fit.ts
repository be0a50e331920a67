import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { MONTH_ROWS } from './range.ts'

/** Heights in rem, as `.cal-dow`, `.cal-daynum`, the padding of `.cal-day` and `.cal-row` have them. */
const HEAD = 1.875
const DAY_HEAD = 1.6875
const ROW = 1.25
const ROW_GAP_PX = 1
/** Least height of a week that is not past, and the one that leaves room for more of the past. */
const LEAST = 4.5
const AMPLE = 8.5
/** A week that is past has no more lines than this. */
const MOST_PAST = 3

/** How many rows fit below the date in a cell of so many pixels. */
export function rowsThatFit(cellHeight: number, rem: number): number {
  return Math.max(1, Math.floor((cellHeight - DAY_HEAD * rem) / (ROW * rem + ROW_GAP_PX)))
}

/** How many lines a day has: of a week that is past, and of the others. */
export interface Fit {
  past: number
  coming: number
}

export interface Weeks {
  /** How many of the six are past. */
  past: number
  /** The most that is on one day of those. */
  most: number
}

const pastHeight = (lines: number, rem: number): number => DAY_HEAD * rem + lines * (ROW * rem + ROW_GAP_PX) + 2

/** What has been is low, so that what comes has the height; a month that is past or to come as a whole is equal. */
export function fitOf(height: number, { past, most }: Weeks, rem: number): Fit {
  const free = height - HEAD * rem
  if (past === 0 || past === MONTH_ROWS) {
    const lines = rowsThatFit(Math.max(LEAST * rem, free / MONTH_ROWS), rem)
    return { past: lines, coming: lines }
  }
  const left = (lines: number): number => (free - past * pastHeight(lines, rem)) / (MONTH_ROWS - past)
  let lines = Math.max(1, Math.min(most, MOST_PAST))
  while (lines > 1 && left(lines) < AMPLE * rem) lines -= 1
  return { past: lines, coming: rowsThatFit(Math.max(LEAST * rem, left(lines)), rem) }
}

/** The rows of the grid below its head; undefined where all are equal. */
export function weeksTemplate({ past }: Weeks, fit: Fit): string | undefined {
  if (past === 0 || past === MONTH_ROWS || fit.past === Infinity) return undefined
  const low = `calc(${DAY_HEAD}rem + ${fit.past} * (${ROW}rem + ${ROW_GAP_PX}px) + 2px)`
  return `repeat(${past}, ${low}) repeat(${MONTH_ROWS - past}, minmax(${LEAST}rem, 1fr))`
}

/** Until it stands. */
const UNMEASURED: Fit = { past: 1, coming: 3 }
const ON_PAPER: Fit = { past: Infinity, coming: Infinity }

/** Follows the height of the month; on paper a cell is as high as what is in it. */
export function useFit(grid: RefObject<HTMLElement | null>, { past, most }: Weeks): Fit {
  const [size, setSize] = useState({ height: 0, rem: 16 })
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // The browser takes the page as it stands when the event is over.
    const set = ({ type }: Event): void => flushSync(() => setPrinting(type === 'beforeprint'))
    window.addEventListener('beforeprint', set)
    window.addEventListener('afterprint', set)
    return () => {
      window.removeEventListener('beforeprint', set)
      window.removeEventListener('afterprint', set)
    }
  }, [])
  useLayoutEffect(() => {
    const element = grid.current!
    const measure = (): void => {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
      setSize((now) =>
        now.height === element.clientHeight && now.rem === rem ? now : { height: element.clientHeight, rem },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [grid])
  if (printing) return ON_PAPER
  return size.height === 0 ? UNMEASURED : fitOf(size.height, { past, most }, size.rem)
}
