/** Custom properties as React style objects: they are set through CSSOM, which the content security policy allows. */
import { type CSSProperties } from 'react'

export type HueStyle = CSSProperties & { '--hue': string; '--ink'?: string }

/** Positions in the grid of week and day: half hours from the top, length, the place among overlapping
 * pieces, and between which of them paper begins and ends. */
type Position = '--from' | '--span' | '--overlap' | '--offset' | '--paper-from' | '--paper-to'

export function vars(values: Partial<Record<Position, number>>): CSSProperties {
  return values as CSSProperties
}
