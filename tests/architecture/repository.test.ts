/** What must hold for every file of the repository, whoever wrote it. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BINARY = /\.(png|jpe?g|gif|ico|webp|pdf|ttf|woff2?|xlsx|zip)$/i

const files = execFileSync(
  'git',
  ['-c', 'safe.directory=*', 'ls-files', '--cached', '--others', '--exclude-standard', '-z'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\0')
  .filter((file) => file !== '' && existsSync(path.join(ROOT, file)))

const text = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

/** The lines that match, as `file:line`. */
function linesWith(pattern: RegExp, among: string[]): string[] {
  return among.flatMap((file) =>
    text(file)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}`] : [])),
  )
}

const readable = files.filter((file) => !BINARY.test(file))
const own = readable.filter((file) => file !== 'package-lock.json' && !file.startsWith('tests/architecture/'))

it('is really read', () => {
  expect(files).toContain('package-lock.json')
  expect(files).toContain('src/platform/config.ts')
})

describe('the lock file', () => {
  const { packages } = JSON.parse(text('package-lock.json')) as {
    packages: Record<string, { resolved?: string; integrity?: string; version?: string; link?: boolean }>
  }
  const installed = Object.entries(packages).filter(([name]) => name !== '')

  it('names no registry, repository or folder to fetch from', () => {
    expect(installed.length).toBeGreaterThan(100)
    expect(installed.filter(([, entry]) => entry.resolved !== undefined || entry.link)).toEqual([])
    expect(linesWith(/"(git\+|git:|github:|file:|https?:\/\/[^"]*\.tgz)/, ['package-lock.json'])).toEqual([])
  })

  it('pins every package by its content', () => {
    expect(installed.filter(([, entry]) => !entry.integrity).map(([name]) => name)).toEqual([])
  })
})

describe('package.json', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(text('package.json')) as Record<
    string,
    Record<string, string>
  >

  it('asks for exact versions', () => {
    const asked = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    expect(asked.length).toBeGreaterThan(50)
    expect(asked.filter(([, version]) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  })
})

describe('no file', () => {
  it('knows the folders of the machine it was written on', () => {
    expect(linesWith(/(^|[\s'"`(=:])\/(work|home\/\w+|Users\/\w+|workspace)\//, own)).toEqual([])
  })

  it('reaches outside the repository', () => {
    const code = own.filter((file) => /^(src|views|islands|public|migrations|tests|scripts)\//.test(file))
    expect(linesWith(/\.\.\/shared\b(?!\/)|(\.\.\/)+shared\/(spec|contract|samples|design)/, code)).toEqual([])
  })

  it('leaves work for later in a comment', () => {
    expect(
      linesWith(
        new RegExp('\\b(TO' + 'DO|FIX' + 'ME|XXX)\\b'),
        own.filter((file) => !file.startsWith('tests/fixtures/')),
      ),
    ).toEqual([])
  })

  it('is built, vendored or kept by accident', () => {
    expect(
      files.filter((file) =>
        /^(node_modules|public\/build|var|coverage|test-results)\/|\.(log|tsbuildinfo)$|(^|\/)\.env$/.test(file),
      ),
    ).toEqual([])
  })
})

describe('the source of the product', () => {
  const sizes = own
    .filter(
      (file) =>
        /^(src|islands|public)\/.*\.(ts|tsx)$/.test(file) && !/(schema|\.generated)\.ts$|\.test\.tsx?$/.test(file),
    )
    .map((file) => ({ file, lines: text(file).split('\n').length - 1 }))
    .sort((a, b) => a.lines - b.lines)

  it('keeps its files short', () => {
    expect(sizes.filter(({ lines }) => lines > 300)).toEqual([])
  })

  it('keeps most of them much shorter', () => {
    const at = (share: number) => sizes[Math.floor(sizes.length * share)]!.lines
    expect(at(0.5)).toBeLessThanOrEqual(60)
    expect(at(0.95)).toBeLessThanOrEqual(200)
  })
})

/** Whether a range of package.json admits a version, for the operators that stand in our lock file. */
function admits(range: string, version: string): boolean {
  const parts = (text: string) => text.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : 0))
  const compare = (a: string, b: string) => {
    const [left, right] = [parts(a), parts(b)]
    const at = [0, 1, 2].find((i) => (left[i] ?? 0) !== (right[i] ?? 0))
    return at === undefined ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
  }
  const meets = (term: string) => {
    const [, operator = '', than = ''] = /^(>=|<=|>|<|\^|~|=)?v?(.*)$/.exec(term)!
    const order = compare(version, than)
    const major = parts(than)[0] === parts(version)[0]
    if (than === '*' || than === '') return true
    if (operator === '>=') return order >= 0
    if (operator === '>') return order > 0
    if (operator === '<=') return order <= 0
    if (operator === '<') return order < 0
    return operator === '^' ? major && order >= 0 : major && (order >= 0 || !than.includes('.'))
  }
  return range.split('||').some((any) =>
    any
      .trim()
      .replace(/([<>=^~])\s+/g, '$1')
      .split(/\s+/)
      .every(meets),
  )
}

describe('the version of Node', () => {
  const { engines } = JSON.parse(text('package.json')) as { engines: { node: string } }
  const VERSIONS = ['20.19.0', '22.17.1', '22.18.0', '22.21.0', '23.5.0', '23.6.0', '24.0.0', '24.21.0', '26.1.0']

  it('that package.json asks for is the one that the start accepts', () => {
    const accepts = (node: string) => {
      let accepted = true
      const console = { error: () => undefined }
      const process = { versions: { node }, version: `v${node}`, exit: () => (accepted = false) }
      runInNewContext(text('scripts/require-node.cjs'), { process, console })
      return accepted
    }
    expect(VERSIONS.filter(accepts)).toEqual(VERSIONS.filter((version) => admits(engines.node, version)))
    expect(VERSIONS.filter(accepts)).not.toEqual(VERSIONS)
  })

  it('is enough for every package that the product runs on, at its lowest', () => {
    const { packages } = JSON.parse(text('package-lock.json')) as {
      packages: Record<string, { dev?: boolean; engines?: { node?: string } }>
    }
    const asked = Object.entries(packages).flatMap(([name, { dev, engines: own }]) =>
      name !== '' && !dev && own?.node !== undefined ? [{ name, range: own.node }] : [],
    )
    const lowest = /\d+\.\d+\.\d+/.exec(engines.node)![0]
    expect(asked.length).toBeGreaterThan(50)
    expect(asked.filter(({ range }) => !admits(range, lowest))).toEqual([])
  })
})

describe('what it is deployed with', () => {
  it('starts Node in the image as `npm start` does', () => {
    const flags = (file: string) => text(file).match(/--max-[a-z-]+=\d+/g)
    expect(flags('Dockerfile')).toEqual(flags('package.json'))
    expect(flags('package.json')).toHaveLength(2)
  })

  it('says no key of a service of compose.yaml twice, which Docker refuses', () => {
    const keys = text('compose.yaml')
      .split(/^ {2}(?=\S)/m)
      .map((service) => [...service.matchAll(/^ {4}([a-z_]+):/gm)].map(([, key]) => key))
    expect(keys.flat()).toContain('stop_grace_period')
    for (const names of keys) expect(names).toEqual([...new Set(names)])
  })
})
