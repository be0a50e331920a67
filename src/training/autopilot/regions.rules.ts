/**
 * About where each region of postal codes (its first two digits, from 10) lies: latitude and longitude of its middle.
 * Enough to tell near from far; nobody's address leaves the product for it.
 */
const MIDDLES: readonly (readonly [number, number])[] = [
  [52.37, 4.9],
  [52.33, 4.9],
  [52.23, 5.18],
  [52.37, 5.22],
  [52.4, 5.05],
  [52.44, 4.83],
  [52.66, 5.1],
  [52.8, 4.83],
  [52.63, 4.75],
  [52.5, 4.64],
  [52.38, 4.64],
  [52.29, 4.61],
  [52.19, 4.42],
  [52.16, 4.49],
  [52.13, 4.66],
  [52.07, 4.3],
  [52.0, 4.33],
  [52.06, 4.5],
  [52.01, 4.73],
  [51.9, 4.58],
  [51.92, 4.48],
  [51.91, 4.37],
  [51.81, 4.22],
  [51.81, 4.68],
  [52.05, 5.02],
  [52.09, 5.12],
  [52.18, 4.96],
  [52.13, 5.3],
  [52.22, 5.45],
  [52.02, 5.48],
  [51.89, 5.43],
  [51.91, 5.17],
  [51.82, 4.97],
  [51.52, 3.65],
  [51.5, 3.88],
  [51.31, 3.9],
  [51.5, 4.29],
  [51.55, 4.48],
  [51.58, 4.77],
  [51.66, 4.86],
  [51.56, 5.08],
  [51.64, 5.03],
  [51.69, 5.3],
  [51.78, 5.4],
  [51.65, 5.62],
  [51.4, 5.38],
  [51.44, 5.48],
  [51.47, 5.68],
  [51.56, 5.95],
  [51.37, 6.15],
  [51.22, 5.85],
  [51.03, 5.87],
  [50.85, 5.7],
  [50.86, 5.97],
  [50.89, 5.99],
  [51.84, 5.85],
  [51.85, 5.72],
  [52.01, 5.66],
  [51.98, 5.91],
  [51.96, 6.07],
  [51.96, 6.29],
  [51.96, 6.65],
  [52.14, 6.25],
  [52.21, 5.97],
  [52.26, 6.2],
  [52.24, 6.85],
  [52.37, 6.66],
  [52.56, 6.53],
  [52.76, 6.88],
  [52.71, 6.4],
  [52.52, 6.09],
  [52.38, 6.2],
  [52.53, 5.62],
  [52.76, 5.95],
  [52.95, 6.0],
  [52.92, 5.72],
  [53.04, 5.63],
  [53.05, 5.5],
  [53.18, 5.45],
  [53.2, 5.8],
  [53.15, 5.83],
  [53.32, 6.0],
  [53.12, 6.12],
  [53.12, 6.43],
  [52.99, 6.56],
  [52.98, 6.95],
  [53.15, 6.9],
  [53.22, 6.57],
  [53.28, 6.35],
  [53.35, 6.75],
]
const FIRST = 10

const middleOf = (postalCode: string) => MIDDLES[Number(postalCode.slice(0, 2)) - FIRST]
const radians = (degrees: number): number => (degrees * Math.PI) / 180
const EARTH_KM = 6371

/** Distances that were worked out before, by the regions: a proposal asks for the same ones over and over. */
const known = new Map<string, number | null>()

/** About how many kilometres, as the crow flies, lie between two postal codes; null where one of them is unknown. */
export function kilometresBetween(one: string | null, other: string | null): number | null {
  if (one === null || other === null) return null
  const key = one.slice(0, 2) + other.slice(0, 2)
  let km = known.get(key)
  if (km === undefined) known.set(key, (km = measure(one, other)))
  return km
}

function measure(one: string, other: string): number | null {
  const [a, b] = [middleOf(one), middleOf(other)]
  if (a === undefined || b === undefined) return null
  const [north, east] = [radians(b[0] - a[0]), radians(b[1] - a[1])]
  const h = Math.sin(north / 2) ** 2 + Math.cos(radians(a[0])) * Math.cos(radians(b[0])) * Math.sin(east / 2) ** 2
  return Math.round(2 * EARTH_KM * Math.asin(Math.sqrt(h)))
}
