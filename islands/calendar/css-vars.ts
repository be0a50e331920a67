/** Custom properties as React style objects: they are set through CSSOM, which the content security policy allows. */
import { type CSSProperties } from 'react'

export type HueStyle = CSSProperties & { '--hue': string; '--ink'?: string }

/** Positions in the grid of week and day: half hours from the top, length, and the place among overlapping pieces. */
type Position = '--from' | '--span' | '--overlap' | '--offset'

export function vars(values: Partial<Record<Position, number>>): CSSProperties {
  return values as CSSProperties
}
