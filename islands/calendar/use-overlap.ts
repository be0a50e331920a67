import { useEffect, useState } from 'react'
import { layOutDay, type Lane } from './overlap.ts'
import { type PiecesByDay } from './split.ts'

const OVERLAP_DELAY_MS = 500

export type Lanes = ReadonlyMap<string, Lane>

/**
 * Piece key → lane. The layout runs half a second after the appointments are there; until then pieces keep the place
 * they had, so that a reload moves nothing that did not change.
 */
export function useOverlap(byDay: PiecesByDay): Lanes {
  const [lanes, setLanes] = useState<Lanes>(new Map())
  useEffect(() => {
    const timer = setTimeout(() => setLanes(layOutAll(byDay)), OVERLAP_DELAY_MS)
    return () => clearTimeout(timer)
  }, [byDay])
  return lanes
}

export function layOutAll(byDay: PiecesByDay): Lanes {
  return new Map([...byDay.values()].flatMap((pieces) => [...layOutDay(pieces)]))
}
