import type { Answer, Browser } from './app.ts'
import { pngOf } from './images.ts'

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

export const PNG = pngOf(640, 480)

/** Sends an image to /file/upload for one of its places. */
export const uploadImage = (browser: Browser, place: string, bytes = PNG): Promise<Answer> =>
  upload(
    browser,
    '/file/upload',
    { path: place, 'max-size': 3_000_000 },
    { name: 'foto.png', bytes: new Uint8Array(bytes) },
  )
