export interface OpenPart {
  id: number
  componentId: number | null
  description: string
  free: number
  /** Who is in it already. */
  enrolled: ReadonlySet<number>
}

/** A planning to come, with its parts. */
export interface Opening {
  id: number
  courseId: number
  parts: readonly OpenPart[]
}

/** Somebody who needs a place, in the order in which they get one. */
export interface Placeable {
  id: number
  contactId: number
  courseId: number
}

export type Placed<O extends Opening = Opening> =
  { id: number; opening: O; parts: number[] } | { id: number; why: string }

const NO_PLACE = 'vindt geen planning met een vrije plaats'
const FULL = 'past niet meer in de gekozen planning'
const LACKS = 'heeft onderdelen nodig die de gekozen planning niet heeft'
const IN_IT = 'is al ingeschreven in de gekozen planning'
const TWICE = 'staat voor deze opleiding al eens in de selectie'

/**
 * Who goes where: each in the first planning of the course, or in the one that was chosen for it, that has all that they
 * need and a place in each part; what one gets the next one does not.
 * @param partsOf the parts of a planning that somebody needs; null where the planning does not have them all
 */
export function placeAll<P extends Placeable, O extends Opening>(
  people: readonly P[],
  openings: readonly O[],
  {
    partsOf,
    chosen,
  }: { partsOf: (one: P, opening: O) => readonly OpenPart[] | null; chosen: ReadonlyMap<number, number> },
): Placed<O>[] {
  const left = new Map(openings.flatMap(({ parts }) => parts.map(({ id, free }) => [id, free] as const)))
  const had = new Set<string>()
  return people.map((one) => {
    const person = `${one.contactId}-${one.courseId}`
    if (had.has(person)) return { id: one.id, why: TWICE }
    had.add(person)
    const wanted = chosen.get(one.courseId)
    for (const opening of openings) {
      if (opening.courseId !== one.courseId || (wanted !== undefined && opening.id !== wanted)) continue
      const parts = partsOf(one, opening)
      const fits = parts?.every((part) => left.get(part.id)! > 0 && !part.enrolled.has(one.contactId))
      if (!parts || parts.length === 0 || !fits) continue
      for (const { id } of parts) left.set(id, left.get(id)! - 1)
      return { id: one.id, opening, parts: parts.map(({ id }) => id) }
    }
    if (wanted === undefined) return { id: one.id, why: NO_PLACE }
    const goal = openings.find(({ id, courseId }) => id === wanted && courseId === one.courseId)
    return { id: one.id, why: goal === undefined ? FULL : whyNot(one, partsOf(one, goal)) }
  })
}

/** Why somebody gets no place in the planning that was chosen, by what they need of it. */
function whyNot({ contactId }: Placeable, parts: readonly OpenPart[] | null): string {
  if (parts === null) return LACKS
  return parts.some(({ enrolled }) => enrolled.has(contactId)) ? IN_IT : FULL
}
