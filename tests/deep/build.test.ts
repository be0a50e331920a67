import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'noordkaap-build-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('the browser files are made, compressed too, where a process may have no more than 256 files open', async () => {
  await run('sh', ['-c', 'ulimit -n 256 && exec node_modules/.bin/vite build --logLevel error --outDir "$0"', folder])
  const files = readdirSync(folder)
  expect(files.filter((name) => /^app-.*\.(js|css)$/.test(name))).toHaveLength(2)
  for (const name of files.filter((name) => /\.(js|css|svg)$/.test(name)))
    expect([existsSync(join(folder, `${name}.br`)), existsSync(join(folder, `${name}.gz`))]).toEqual([true, true])
}, 120_000)
