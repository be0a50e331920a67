import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

interface Manifest {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
const { scripts, dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const folder = mkdtempSync(path.join(tmpdir(), 'noordkaap-sbom-'))
let text: string
beforeAll(() => {
  const [command, ...args] = scripts.sbom!.split(' ')
  const output = path.join(folder, 'sbom.json')
  // No registry answers on this address: everything is read from what is installed.
  const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:9/', npm_config_offline: 'true' }
  execFileSync(path.join('node_modules/.bin', command!), [...args.slice(0, -1), output], { env, stdio: 'pipe' })
  text = readFileSync(output, 'utf8')
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

it('the bill of materials names all that the product runs on, in the versions that are locked, and no tools', () => {
  const { bomFormat, components } = JSON.parse(text) as {
    bomFormat: string
    components: { group?: string; name: string; version: string }[]
  }
  const named = new Map(components.map(({ group, name, version }) => [group ? `${group}/${name}` : name, version]))
  expect(bomFormat).toBe('CycloneDX')
  expect(named.size).toBeGreaterThan(300)
  for (const [name, version] of Object.entries(dependencies)) expect([name, named.get(name)]).toEqual([name, version])
  const tools = ['eslint', 'prettier', 'vitest', 'playwright', '@stryker-mutator/core', '@cyclonedx/cyclonedx-npm']
  expect(tools.filter((name) => !Object.hasOwn(devDependencies, name) || named.has(name))).toEqual([])
  expect(text).not.toMatch(/127\.0\.0\.1|\.tgz/)
})
