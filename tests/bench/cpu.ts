import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts time of processors in hundredths of a second. */
const MS_PER_TICK = 10

/** The fields of a process behind its name, from its state on; null when it is gone. */
function statOf(pid: number | string): number[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch {
    return null
  }
}
const PARENT = 1
const [USER, SYSTEM, GONE_USER, GONE_SYSTEM] = [11, 12, 13, 14]

/** Milliseconds of processor that a process has used so far, in all its threads. */
export function processorMs(pid: number): number {
  const stat = statOf(pid)
  return stat ? (stat[USER]! + stat[SYSTEM]!) * MS_PER_TICK : 0
}

/** The same of a PostgreSQL with all its connections, those that are gone too. */
export function clusterMs(postmaster: number): number {
  const own = statOf(postmaster)
  if (!own) return 0
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statOf(name)?.[PARENT] === postmaster)
  const gone = (own[GONE_USER]! + own[GONE_SYSTEM]!) * MS_PER_TICK
  return processorMs(postmaster) + gone + children.reduce((sum, pid) => sum + processorMs(Number(pid)), 0)
}
