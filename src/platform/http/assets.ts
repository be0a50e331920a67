import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { drawIconsFrom } from '../format/icons.ts'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

/** The built files a page links to; names carry a hash, so browsers may keep them for ever. */
export interface Assets {
  js: string
  css: string[]
  /** The stylesheet of single screens, behind those. */
  areas: string
  preload: string[]
  fonts: string[]
  /** The sheet that icons refer to. */
  icons?: string
  /** What a phone keeps of them, and the worker that does so. */
  worker?: { kept: string[]; code: string }
}

const PREFIX = '/assets/'
const SCRIPT = 'public/js/app.ts'
const STYLE = 'public/css/app.css'
const AREAS = 'public/css/areas.css'
const WORKER = 'public/js/service-worker.ts'
/** Scripts of screens that nobody opens on a phone without network. */
const LEFT_OUT = [WORKER, 'public/js/developer/']

/**
 * The built files, from Vite's manifest; the sheet of icons is one of them. When they are rebuilt while the server
 * runs, the next page links to the new files: the manifest is read again once it has changed. Until a build is complete
 * the previous one stays in use.
 * @throws Error when the browser files were never built
 */
export function readAssets(buildDir: string): Assets {
  const path = join(buildDir, '.vite/manifest.json')
  if (!existsSync(path)) throw new Error('The browser files are not built: run `npm run build`.')
  let readAt = changedAt(path)
  let assets = readBuild(buildDir, path)
  const current = (): Assets => {
    const now = changedAt(path)
    if (now === readAt || now === 0) return assets
    try {
      assets = readBuild(buildDir, path)
      readAt = now
    } catch {
      // Half written; the next page finds it whole.
    }
    return assets
  }
  return {
    get js() {
      return current().js
    },
    get css() {
      return current().css
    },
    get areas() {
      return current().areas
    },
    get preload() {
      return current().preload
    },
    get fonts() {
      return current().fonts
    },
    get icons() {
      return current().icons ?? ''
    },
    get worker() {
      return current().worker ?? { kept: [], code: '' }
    },
  }
}

/** When a file was last written, in milliseconds; 0 while there is none. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function readBuild(buildDir: string, manifest: string): Assets {
  const text = readFileSync(manifest, 'utf8')
  const assets = parseManifest(text)
  const file = readdirSync(buildDir).find((name) => /^icons-[\w-]+\.svg$/.test(name))
  if (!file) throw new Error('The build lacks the icons.')
  const names = readFileSync(join(buildDir, file), 'utf8').matchAll(/<symbol id="([^"]+)"/g)
  const icons = `${PREFIX}${file}`
  drawIconsFrom({ url: icons, names: new Set([...names].map(([, name]) => name!)) })
  return { ...assets, icons, worker: readWorker(buildDir, text, [...assets.css, assets.areas, ...assets.fonts, icons]) }
}

/** The scripts of our own screens with what they import; islands are for larger screens. */
function readWorker(buildDir: string, text: string, others: string[]): { kept: string[]; code: string } {
  const chunks = JSON.parse(text) as Record<string, Chunk>
  const names = new Set<string>()
  const add = (name: string): void => {
    const chunk = chunks[name]
    if (!chunk || names.has(name)) return
    names.add(name)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const name of Object.keys(chunks))
    if (name.startsWith('public/js/') && !LEFT_OUT.some((left) => name.startsWith(left))) add(name)
  const worker = chunks[WORKER]
  if (!worker) throw new Error(`The build lacks ${WORKER}.`)
  const scripts = [...names].map((name) => `${PREFIX}${chunks[name]!.file}`)
  return { kept: [...new Set([...scripts, ...others])], code: readFileSync(join(buildDir, worker.file), 'utf8') }
}

function parseManifest(text: string): Assets {
  const manifest = JSON.parse(text) as Record<string, Chunk>
  const script = manifest[SCRIPT]
  const style = manifest[STYLE]
  const areas = manifest[AREAS]
  if (!script || !style || !areas) throw new Error(`The build lacks ${SCRIPT}, ${STYLE} or ${AREAS}.`)
  const url = (file: string) => `${PREFIX}${file}`
  return {
    js: url(script.file),
    css: [style.file, ...(script.css ?? [])].map(url),
    areas: url(areas.file),
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
