/** How long it takes to drive somewhere, as the board and the server estimate it. */
import { type Point, kilometresBetween } from '../../../platform/format/distance.ts'

/** How roads compare to a straight line, in percent, and how fast one drives, in km/h: both are settings. */
export interface Pace {
  travel_factor: number
  travel_speed: number
}

/** Whole minutes from one place to another; what has no point on the map costs nothing. */
export const travelMinutes = (from: Point | null, to: Point | null, { travel_factor, travel_speed }: Pace): number =>
  from === null || to === null
    ? 0
    : Math.ceil(((kilometresBetween(from, to) * travel_factor) / 100 / travel_speed) * 60)
