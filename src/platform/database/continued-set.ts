import { AsyncLocalStorage } from 'node:async_hooks'

const continued = new AsyncLocalStorage<number>()

/** Does `work` under a change set that began earlier: the changes of its transactions belong to it. */
export const continueSet = <T>(set: number, work: () => T): T => continued.run(set, work)

/** The change set that the present work continues; null where each transaction has one of its own. */
export const continuedSet = (): number | null => continued.getStore() ?? null
