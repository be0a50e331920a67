/** Custom properties as React style objects: they are set through CSSOM, which the content security policy allows. */
import { type CSSProperties } from 'react'
import { type DaySpan } from '../../src/inspections/planning/visits/board-times.contract.ts'

const MINUTES_PER_DAY = 24 * 60

type Name = '--lane' | '--day' | '--lanes' | '--days' | '--tracks' | '--hue'

export const vars = (values: Partial<Record<Name, number | string>>): CSSProperties => values as CSSProperties

/** Where it stands on the line of hours of a day, and beside what overlaps it. */
export function spanStyle({ start, end }: DaySpan, track = 0, tracks = 1): CSSProperties {
  return {
    '--from': `${(start / MINUTES_PER_DAY) * 100}%`,
    '--span': `${((end - start) / MINUTES_PER_DAY) * 100}%`,
    '--track': track,
    '--tracks': tracks,
  } as CSSProperties
}
