import { useEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** Heights in rem, as `.cal-daynum`, the padding of `.cal-day` and `.cal-row` have them. */
const DAY_HEAD = 1.6875
const ROW = 1.25
const ROW_GAP_PX = 1

/** How many rows fit below the date in a cell of so many pixels. */
export function rowsThatFit(cellHeight: number, rem: number): number {
  return Math.max(1, Math.floor((cellHeight - DAY_HEAD * rem) / (ROW * rem + ROW_GAP_PX)))
}

/** Follows the height of the month's cells, which share it equally; on paper a cell is as high as what is in it. */
export function useFit(grid: RefObject<HTMLElement | null>): number {
  const [rows, setRows] = useState(3)
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
  useEffect(() => {
    const cell = grid.current?.querySelector('.cal-day')
    if (!cell) return
    const observer = new ResizeObserver(() => {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
      setRows(rowsThatFit(cell.clientHeight, rem))
    })
    observer.observe(cell)
    return () => observer.disconnect()
  }, [grid])
  return printing ? Infinity : rows
}
