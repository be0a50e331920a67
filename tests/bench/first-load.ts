import { brotliCompressSync } from 'node:zlib'

const compressed = (body: Buffer, encoding: string | null) => (encoding ? body.length : brotliCompressSync(body).length)

/** Of the code that waits until it is asked for, what the calendar asks for at once: its island, and React. */
const AT_ONCE = /^(mount|root|calendar)-/

/** The files that a script loads with it: its imports, and of those that it may ask for what the calendar does. */
function loadedBy(script: string): string[] {
  const imported = script.matchAll(/(?:from|import)\s*["'`]\.\/([\w-]+\.js)["'`]/g)
  const askedFor = script.matchAll(/import\(\s*["'`]\.\/([\w-]+\.js)["'`]/g)
  return [
    ...[...imported].map(([, name]) => name!),
    ...[...askedFor].map(([, name]) => name!).filter((name) => AT_ONCE.test(name)),
  ]
}

async function sizeOf(url: string, headers: Record<string, string>): Promise<{ text: string; size: number }> {
  const answer = await fetch(url, { headers })
  const body = Buffer.from(await answer.arrayBuffer())
  // fetch() unpacks by itself, so what came over the wire is told by the length header, or measured by packing again.
  const length = answer.headers.get('content-length')
  const encoding = answer.headers.get('content-encoding')
  const packed = /woff2/.test(url) ? body.length : encoding && length ? Number(length) : compressed(body, null)
  return { text: body.toString('latin1'), size: packed }
}

/** Compressed HTML, CSS, JS, fonts and icons that the calendar page loads first, in kB (1,000 bytes). */
export async function firstLoad(url: string, cookie: string): Promise<string> {
  const headers = { cookie, 'accept-encoding': 'br', accept: 'text/html' }
  const page = await sizeOf(`${url}/calendar`, headers)
  const kinds = { html: page.size, css: 0, js: 0, fonts: 0, icons: 0 }
  const seen = new Set<string>()
  const queue = [...page.text.matchAll(/(?:href|src)="(\/assets\/[^"#]+)/g)].map(([, path]) => path!)
  while (queue.length > 0) {
    const path = queue.shift()!
    if (seen.has(path)) continue
    seen.add(path)
    const { text, size } = await sizeOf(url + path, { 'accept-encoding': 'br' })
    if (path.endsWith('.css')) kinds.css += size
    else if (path.endsWith('.js')) {
      kinds.js += size
      for (const name of loadedBy(text)) queue.push(`${path.slice(0, path.lastIndexOf('/'))}/${name}`)
    } else if (path.endsWith('.woff2')) kinds.fonts += size
    else if (path.endsWith('.svg')) kinds.icons += size
  }
  const total = Object.values(kinds).reduce((a, b) => a + b, 0)
  const parts = Object.entries(kinds).map(([kind, size]) => `${kind} ${(size / 1000).toFixed(1)}`)
  return `${(total / 1000).toFixed(1)} kB (${parts.join(', ')})`
}
