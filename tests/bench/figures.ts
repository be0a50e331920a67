export const median = (numbers: number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!

/** What 95 of 100 stay within. */
export const p95 = (numbers: number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * 0.95)]!

/** How long some work took in milliseconds, and what it answered. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const start = performance.now()
  const value = await work()
  return { ms: performance.now() - start, value }
}

/** Of that the time alone. */
export const msOf = async (work: () => Promise<unknown>): Promise<number> => (await timed(work)).ms
