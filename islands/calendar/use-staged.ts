import { startTransition, useEffect, useState } from 'react'
import { type PiecesByDay } from './split.ts'
import { nextStage, stageTowards, type Fitting } from './staging.ts'

const NOTHING: PiecesByDay = new Map()

/** What of `target` is drawn by now: a part at once, the rest while nothing else waits. */
export function useStaged(target: PiecesByDay, fitting: Fitting): PiecesByDay {
  const [stage, setStage] = useState(() => stageTowards(target, NOTHING, fitting))
  const current = stage.target === target ? stage : stageTowards(target, stage.drawn, fitting)
  if (current !== stage) setStage(current)
  const isDone = current.rest.length === 0
  useEffect(() => {
    if (isDone) return
    const timer = setTimeout(
      () => startTransition(() => setStage((now) => (now === current ? nextStage(now, fitting) : now))),
      0,
    )
    return () => clearTimeout(timer)
  }, [isDone, current, fitting])
  return current.drawn
}
