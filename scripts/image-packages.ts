/**
 * For the image, where everything is built already: leaves in its package.json the packages alone that the server and the
 * scripts beside it name, so that `npm prune` takes away what only the build or the browser files needed.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the image runs (Dockerfile); a package is needed when one of these names it. */
export const RUN = ['src/**/*.ts', 'migrations/*.ts', 'views/**/*.ejs', 'scripts/{admin,migrate}.ts']

/** The packages of `dependencies` that are named by what the image runs. */
export function imagePackages(root: string, dependencies: string[]): string[] {
  const text = globSync(RUN, { cwd: root })
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n')
  return dependencies.filter((name) => ["'", '"', '`', '/'].some((end) => hasName(text, name + end)))
}

const hasName = (text: string, name: string): boolean => ["'", '"', '`'].some((quote) => text.includes(quote + name))

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const file = path.join(root, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> }
  const kept = imagePackages(root, Object.keys(manifest.dependencies))
  manifest.dependencies = Object.fromEntries(kept.map((name) => [name, manifest.dependencies[name]!]))
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
}
