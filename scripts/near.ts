import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import type { Stage } from './steps.ts'

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line && existsSync(line))

/** Tests of a file: those named after it or its module, and those that import it. */
function testsOf(file: string): string[] {
  if (/\.test\.tsx?$/.test(file)) return [file]
  const [, area, module] = /^(?:src|views)\/([^/]+)\/(?:.*\/)?([^/]+)\/[^/]+$/.exec(file) ?? []
  const name = path.basename(file).split('.')[0]!
  const named =
    area === undefined ? [] : globSync([`tests/${area}/${module}*.test.ts`, `tests/${area}/${name}*.test.ts`])
  const importing = /\.tsx?$/.test(file) ? gitGrep(`/${path.basename(file)}'`) : []
  return [...named, ...importing]
}

function gitGrep(text: string): string[] {
  try {
    return git('grep', '-lF', text, '--', 'tests/*.test.ts', 'islands/*.test.ts', 'islands/*.test.tsx')
  } catch {
    // Nothing found.
    return []
  }
}

/** What is near to what changed since the commit before the last one: its format and lint, and the tests beside it. */
export function nearStages(): Stage[] {
  const changed = [...git('diff', '--name-only', 'HEAD~1'), ...git('ls-files', '--others', '--exclude-standard')]
  const code = changed.filter((file) => /\.tsx?$/.test(file))
  const browser = /^tests\/(e2e|deep)\//
  const tests = [...new Set(changed.flatMap(testsOf))].filter((file) => !browser.test(file))
  return [
    {
      name: 'near',
      budget: 120,
      steps: [
        {
          name: 'format',
          run: { command: `prettier --check --ignore-unknown --log-level warn ${changed.join(' ') || 'package.json'}` },
        },
        ...(code.length > 0 ? [{ name: 'lint and types', run: { command: `oxlint ${code.join(' ')}` } }] : []),
        { name: 'build', run: { command: 'vite build --logLevel warn' } },
        { name: 'tests', run: { tests: ['tests/architecture', ...tests].join(' ') } },
      ],
    },
  ]
}
