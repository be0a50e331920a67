/**
 * Prints how many lines of `src` tell what every record owes to the house, per kind of file, and how much that is
 * beside a commit: node scripts/owed-lines.ts [commit]
 */
import { execFileSync } from 'node:child_process'

const KINDS = {
  index: /(^|\/)index\.ts$/,
  forms: /[./]forms\.ts$/,
  'person data': /person-(data|rows)\.ts$/,
  columns: /[./-]columns\.ts$/,
  groups: /[./-]groups\.ts$/,
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })

/** Lines per kind as a commit has them; its files are counted, not what lies in the working tree. */
const countLines = (commit: string): Map<string, number> => {
  const counts = new Map(Object.keys(KINDS).map((kind) => [kind, 0]))
  for (const line of git('grep', '-c', '', commit, '--', 'src').trim().split('\n')) {
    const [, path = '', lines] = line.split(':')
    const kind = Object.entries(KINDS).find(([, pattern]) => pattern.test(path))?.[0]
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + Number(lines))
  }
  return counts
}

const [since] = process.argv.slice(2)
const now = countLines('HEAD')
const then = since === undefined ? null : countLines(since)
const sum = (counts: Map<string, number>) => [...counts.values()].reduce((total, lines) => total + lines, 0)
const show = (kind: string, after: number, before: number | undefined) => {
  const share = before === undefined ? '' : ` of ${before} (${(((after - before) / before) * 100).toFixed(1)} %)`
  console.log(`${kind.padEnd(12)} ${after}${share}`)
}
for (const [kind, lines] of now) show(kind, lines, then?.get(kind))
show('together', sum(now), then === null ? undefined : sum(then))
