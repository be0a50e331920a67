/** Where something lies, in degrees. */
export interface Point {
  latitude: number
  longitude: number
}

const EARTH_KM = 6371
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Kilometres between two points, as the crow flies. */
export function kilometresBetween(a: Point, b: Point): number {
  const [north, east] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)]
  const h =
    Math.sin(north / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}
