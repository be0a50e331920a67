import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

/** The built files a page links to; names carry a hash, so browsers may keep them for ever. */
export interface Assets {
  js: string
  css: string[]
  preload: string[]
  fonts: string[]
}

const PREFIX = '/assets/'
const SCRIPT = 'public/js/app.ts'
const STYLE = 'public/css/app.css'

/**
 * Reads Vite's manifest from the build folder.
 * @throws Error when the browser files were never built
 */
export function readAssets(buildDir: string): Assets {
  const path = join(buildDir, '.vite/manifest.json')
  if (!existsSync(path)) throw new Error('The browser files are not built: run `npm run build`.')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Chunk>
  const script = manifest[SCRIPT]
  const style = manifest[STYLE]
  if (!script || !style) throw new Error(`The build lacks ${SCRIPT} or ${STYLE}.`)
  const url = (file: string) => `${PREFIX}${file}`
  return {
    js: url(script.file),
    css: [style.file, ...(script.css ?? [])].map(url),
    preload: (script.imports ?? [])
      .map((name) => manifest[name]?.file)
      .filter((file) => file !== undefined)
      .map(url),
    fonts: Object.values(manifest)
      .map((chunk) => chunk.file)
      .filter((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
      .map(url),
  }
}
