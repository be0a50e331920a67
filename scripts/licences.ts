/**
 * Whether everything that the product runs on may be used as it is: the licence of each production package of the lock
 * file, as its installed package.json names it. Offline; packages for other systems are not installed and not judged.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const ALLOWED = new Set(
  'MIT MIT-0 ISC BSD-2-Clause BSD-3-Clause 0BSD Apache-2.0 BlueOak-1.0.0 OFL-1.1 CC0-1.0 Unlicense PostgreSQL'.split(
    ' ',
  ),
)
/** Allowed for these packages alone, unchanged. */
const EXCEPTIONS: Record<string, { licence: string; why: string }> = {
  argparse: { licence: 'Python-2.0', why: 'permissive; its own licence only' },
  lightningcss: { licence: 'MPL-2.0', why: 'used unchanged, through Vite' },
  'htmx.org': { licence: 'BSD-0-Clause', why: 'what its package.json calls 0BSD, the text of its LICENSE file' },
  pause: { licence: 'MIT', why: 'no field in package.json; the readme holds the MIT licence' },
  'png-js': { licence: 'MIT', why: 'no field in package.json; the LICENSE file is MIT' },
}

interface Locked {
  dev?: boolean
  link?: boolean
}
const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}

/** Any part of 'A OR B' will do; all of 'A AND B' have to. */
const isAllowed = (expression: string, allowed: (licence: string) => boolean): boolean =>
  expression
    .replace(/[()]/g, '')
    .split(/ or /i)
    .some((choice) => choice.split(/ and /i).every((licence) => allowed(licence.trim())))

const refused: string[] = []
let judged = 0
for (const [place, { dev, link }] of Object.entries(packages)) {
  const file = path.join(ROOT, place, 'package.json')
  if (place === '' || dev || link || !existsSync(file)) continue
  judged++
  const name = place.replace(/^.*node_modules\//, '')
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8')) as {
    license?: string | { type: string }
    // As packages named them before there were expressions.
    licenses?: { type: string }[]
  }
  const named = (typeof license === 'object' ? license.type : license) ?? licenses?.map(({ type }) => type).join(' OR ')
  const exception = EXCEPTIONS[name.replace(/^(lightningcss)-.*/, '$1')]
  const licence = named ?? exception?.licence ?? 'none named'
  if (!isAllowed(licence, (one) => ALLOWED.has(one) || exception?.licence === one)) refused.push(`${name}: ${licence}`)
}

if (judged === 0) refused.push('no package was found: run npm ci')
if (refused.length > 0) {
  console.error(`Licences that are not allowed (scripts/licences.ts):\n${refused.join('\n')}`)
  process.exitCode = 1
} else console.log(`${judged} packages, all with a licence that is allowed.`)
