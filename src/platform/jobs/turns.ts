import { setImmediate } from 'node:timers/promises'

/** So long, in ms, one piece of work may keep other requests waiting. */
const TURN_MS = 8

/** As `items.map(work)`, letting other requests go in between: for many items, each of which is quickly done. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let turn = performance.now()
  for (const [i, item] of items.entries()) {
    results.push(work(item, i))
    if (performance.now() - turn < TURN_MS) continue
    await setImmediate()
    turn = performance.now()
  }
  return results
}

/** Runs a calculation that yields wherever it can be held up, letting other requests go in between. */
export async function finishInTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  let turn = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - turn < TURN_MS) continue
    await setImmediate()
    turn = performance.now()
  }
}

/** The same at once, where nobody waits for it. */
export function finishNow<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
