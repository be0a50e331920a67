import type { Answer, Browser } from './app.ts'

/** Sends a form with a file, as a browser does: multipart, with the CSRF token in the header. */
export async function upload(
  browser: Browser,
  path: string,
  fields: Record<string, string | number>,
  file?: { name: string; bytes: Uint8Array<ArrayBuffer> | string },
): Promise<Answer> {
  const { token } = (await browser.get('/ajax/getToken')).json<{ token: string }>()
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, String(value))
  if (file) body.set('file', new Blob([file.bytes]), file.name)
  return browser.request(path, { method: 'POST', headers: { 'HX-Request': 'true', 'X-CSRF-Token': token }, body })
}

/** The head of a PNG of 640 by 480 points: enough for what reads kind and size. */
export const PNG = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
  Buffer.from([0, 0, 2, 128, 0, 0, 1, 224]),
  Buffer.alloc(40),
])

/** Sends an image to /file/upload for one of its places. */
export const uploadImage = (browser: Browser, place: string): Promise<Answer> =>
  upload(
    browser,
    '/file/upload',
    { path: place, 'max-size': 3_000_000 },
    { name: 'foto.png', bytes: new Uint8Array(PNG) },
  )
