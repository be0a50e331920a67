/** Loads the code of a connection, with patience. */
import { loadPatiently } from '../../../src/system/remote-support/remote-support.contract.ts'

const pause = (ms: number) => new Promise((go) => setTimeout(go, ms))

export const patiently = <T>(load: () => Promise<T>): Promise<T> => loadPatiently(load, pause)
