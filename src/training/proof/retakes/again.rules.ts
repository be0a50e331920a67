import { type OpenPart, type Opening, type Placeable, type Placed, placeAll } from '../../places/enrolment/index.ts'

/** Somebody who is to be enrolled again. */
export interface Missed extends Placeable {
  /** Components of the parts that they missed or did not pass; null where a part is of none. */
  components: (number | null)[]
}

/** The parts alone that somebody missed, or the whole course anew. */
export type Again = 'this' | 'all'

/** The parts of a planning that somebody would follow again; null where the planning does not have them all. */
export function partsFor({ components }: Missed, { parts }: Opening, again: Again): readonly OpenPart[] | null {
  if (again === 'all' || components.includes(null)) return parts
  const wanted = components.map((component) => parts.find(({ componentId }) => componentId === component))
  return wanted.every((part) => part !== undefined) ? [...new Set(wanted)] : null
}

/** Who of them gets which place. */
export const placeAgain = <O extends Opening>(
  missed: readonly Missed[],
  openings: readonly O[],
  { again, chosen }: { again: Again; chosen: ReadonlyMap<number, number> },
): Placed<O>[] => placeAll(missed, openings, { partsOf: (one, opening) => partsFor(one, opening, again), chosen })
