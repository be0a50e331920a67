/**
 * Files of forms that are kept without network. One that could not be uploaded stands in its field by a key of its own;
 * it goes along with the form, is kept with it, and is uploaded under that key before the form is sent.
 */
import { ONCE_FIELD, newOnceToken } from './once-token.ts'
import { type Fields, type KeptFile, type NamedFile, readFile } from './operation-store.ts'
import { fetchJson } from './request.ts'

/** Those of the forms on this page that nobody has sent yet. */
const waiting = new Map<string, KeptFile>()

export function newFile(place: string, blob: Blob): KeptFile {
  return { key: `kept-${newOnceToken()}`, place, blob }
}

/** From now on its key may stand in a field. */
export function letWait(file: KeptFile): void {
  waiting.set(file.key, file)
}

/** The files that these fields name. */
export const filesIn = (fields: Fields): KeptFile[] => fields.flatMap(([, value]) => waiting.get(value) ?? [])

/** They are kept elsewhere, or the server has them. */
export function stopWaiting(keys: string[]): void {
  for (const key of keys) waiting.delete(key)
}

/**
 * Uploads a file, once however often it is sent; answers the name that the server gave it.
 * @throws RequestFailed when it is refused, TypeError or a timeout without network
 */
export async function upload({ key, place, blob }: KeptFile, signal?: AbortSignal): Promise<string> {
  const body = new FormData()
  body.set(ONCE_FIELD, key)
  body.set('path', place)
  body.set('file', new File([blob], 'foto.jpg', { type: blob.type }))
  const options = { method: 'POST', body, failText: '', ...(signal ? { signal } : {}) }
  return (await fetchJson<{ file_name: string }>('/file/upload', options)).file_name
}

/** The fields as the server is to read them, with the names of the files that it has now. */
export async function withUploads(fields: Fields, files: NamedFile[], signal?: AbortSignal): Promise<Fields> {
  const names = new Map<string, string>()
  for (const named of files) {
    const file = await readFile(named)
    if (file) names.set(file.key, await upload(file, signal))
  }
  return fields.map(([name, value]): [string, string] => [name, names.get(value) ?? value])
}
