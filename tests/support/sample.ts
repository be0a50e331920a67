/** Whether everything is tried; otherwise a sample, which the tree alone decides. */
export const IS_FULL = process.env.CI_FULL === '1'

/**
 * A few of each kind, of what one line of the platform decides for all: another screen of that kind tells nothing new.
 * All of them with CI_FULL=1.
 */
export function sampleOf<T>(all: readonly T[], kindOf: (one: T) => string, most = 2): T[] {
  if (IS_FULL) return [...all]
  const counts = new Map<string, number>()
  return all.filter((one) => {
    const count = (counts.get(kindOf(one)) ?? 0) + 1
    counts.set(kindOf(one), count)
    return count <= most
  })
}

/** Some of the values that each of many is tried with: the next of the many gets the next values. All with CI_FULL=1. */
export function inTurn<T>(values: readonly T[], most: number): (name: string) => T[] {
  return (name) => {
    const first = [...name].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0)
    return IS_FULL ? [...values] : Array.from({ length: most }, (_, i) => values[(first + i) % values.length]!)
  }
}
