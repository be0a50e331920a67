import { startTransition, useEffect, useState } from 'react'

/** So many rows stand at once, and so many more come at a time, so that no drawing takes long. */
const FIRST = 5
const STEP = 2

/** How many of `total` rows are drawn by now: the first at once, the others while nothing else waits. */
export function useGrowing(total: number, key: string): number {
  const [grown, setGrown] = useState({ key, count: FIRST })
  const count = grown.key === key ? grown.count : FIRST
  useEffect(() => {
    if (count >= total) return
    const timer = setTimeout(() => startTransition(() => setGrown({ key, count: count + STEP })), 0)
    return () => clearTimeout(timer)
  }, [count, total, key])
  return Math.min(count, total)
}
