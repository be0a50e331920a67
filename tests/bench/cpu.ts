import { readdirSync, readFileSync } from 'node:fs'

/** What reading of a process gives; null when it is gone. */
function ofProcess<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
const read = (path: string): string => ofProcess(() => readFileSync(path, 'utf8')) ?? ''

/** Milliseconds of processor that a process has used so far, in all its threads (Linux counts nanoseconds). */
export function processorMs(pid: number): number {
  const threads = ofProcess(() => readdirSync(`/proc/${pid}/task`)) ?? []
  const used = threads.map((thread) => Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]))
  return used.reduce((sum, ns) => sum + ns, 0) / 1e6
}

/** The fields of a process behind its name: its state, its parent, … */
const fieldsOf = (stat: string): string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ')
const PARENT = 1
const [GONE_USER, GONE_SYSTEM] = [13, 14]
/** Of processes that are gone Linux tells hundredths of a second. */
const MS_PER_TICK = 10

/** The same of a PostgreSQL with all its connections, those that are gone too. */
export function clusterMs(postmaster: number): number {
  const own = fieldsOf(read(`/proc/${postmaster}/stat`))
  const gone = (Number(own[GONE_USER] ?? 0) + Number(own[GONE_SYSTEM] ?? 0)) * MS_PER_TICK
  const isChild = (name: string) => fieldsOf(read(`/proc/${name}/stat`))[PARENT] === String(postmaster)
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isChild(name))
  return [postmaster, ...children.map(Number)].reduce((sum, pid) => sum + processorMs(pid), gone)
}
