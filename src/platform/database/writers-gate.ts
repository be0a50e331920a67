import { Busy } from '../errors.ts'

/** Part of a pool's connections that saves may have at once; the others are left to who only reads. */
const SHARE = 0.6
const PATIENCE_MS = 10_000

const gates = new WeakMap<object, Gate>()

interface Gate {
  free: number
  waiting: (() => void)[]
}

/** Keeps saves that wait for each other from taking all connections of this database's pool away from readers. */
export function limitWriters(db: object, connections: number): void {
  gates.set(db, { free: Math.max(1, Math.floor(connections * SHARE)), waiting: [] })
}

/** Does `work` when there is a connection for it. @throws Busy when there was none for too long */
export async function inTurn<T>(db: object, work: () => Promise<T>): Promise<T> {
  const gate = gates.get(db)
  if (!gate) return work()
  if (gate.free > 0) gate.free -= 1
  else await turn(gate)
  try {
    return await work()
  } finally {
    const next = gate.waiting.shift()
    if (next) next()
    else gate.free += 1
  }
}

function turn({ waiting }: Gate): Promise<void> {
  return new Promise((resolve, reject) => {
    const come = () => {
      clearTimeout(limit)
      resolve()
    }
    const limit = setTimeout(() => {
      waiting.splice(waiting.indexOf(come), 1)
      reject(new Busy())
    }, PATIENCE_MS)
    waiting.push(come)
  })
}
