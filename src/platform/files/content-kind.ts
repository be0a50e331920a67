import { Readable } from 'node:stream'
import { fileTypeFromStream } from 'file-type'

/** Kinds of files that may be kept, by what is in them; a name or a sent type proves nothing. */
export const CONTENT_KINDS = {
  pdf: { label: 'PDF', mimeType: 'application/pdf' },
  jpg: { label: 'JPEG', mimeType: 'image/jpeg' },
  png: { label: 'PNG', mimeType: 'image/png' },
  webp: { label: 'WebP', mimeType: 'image/webp' },
  heic: { label: 'HEIC', mimeType: 'image/heic' },
  docx: {
    label: 'Word',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  xlsx: { label: 'Excel', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  pptx: {
    label: 'PowerPoint',
    mimeType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  },
  odt: { label: 'OpenDocument-tekst', mimeType: 'application/vnd.oasis.opendocument.text' },
  ods: { label: 'OpenDocument-rekenblad', mimeType: 'application/vnd.oasis.opendocument.spreadsheet' },
  zip: { label: 'Zip', mimeType: 'application/zip' },
  txt: { label: 'tekst', mimeType: 'text/plain; charset=utf-8' },
} as const
export type ContentKind = keyof typeof CONTENT_KINDS

/** So much of a file is looked at to tell text from something else. */
const SAMPLE_BYTES = 64 * 1024

/**
 * What a stored file holds, from its first bytes.
 * @param open opens the file from the start; called at most twice
 * @returns null for everything that is not in the list: programs, macros, scripts, pages, unknown data
 */
export async function contentKindOf(open: () => Promise<Readable>): Promise<ContentKind | null> {
  const found = await detect(await open())
  if (found !== undefined) return (Object.keys(CONTENT_KINDS) as ContentKind[]).find((kind) => kind === found) ?? null
  return isPlainText(await sampleOf(await open())) ? 'txt' : null
}

async function detect(stream: Readable): Promise<string | undefined> {
  try {
    return (await fileTypeFromStream(Readable.toWeb(stream) as ReadableStream<Uint8Array>))?.ext
  } finally {
    stream.destroy()
  }
}

async function sampleOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= SAMPLE_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, SAMPLE_BYTES)
}

/** UTF-8 without control characters that does not begin as a page or a script would. */
function isPlainText(sample: Buffer): boolean {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
  } catch {
    return false
  }

  return !/[\u0000-\u0008\u000e-\u001f]/.test(text) && !/^\s*(<|#!|%!|MZ)/.test(text)
}
