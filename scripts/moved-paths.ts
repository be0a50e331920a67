/** Prints where files went since a commit, old path → new path: node scripts/moved-paths.ts <commit> */
import { execFileSync } from 'node:child_process'

const [since] = process.argv.slice(2)
if (since === undefined) throw new Error('Tell since which commit.')
const options = ['-c', 'diff.renameLimit=20000', 'diff', '--find-renames', '--diff-filter=R', '--name-status']
const found = execFileSync('git', [...options, since, 'HEAD'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
for (const line of found.trim().split('\n').filter(Boolean)) {
  const [, from, to] = line.split('\t')
  console.log(`${from} → ${to}`)
}
