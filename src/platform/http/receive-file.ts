import { randomUUID } from 'node:crypto'
import multer from 'multer'
import { HttpError } from '../errors.ts'
import { CONTENT_KINDS, type ContentKind, contentKindOf } from '../files/content-kind.ts'
import type { Exchange } from '../screens/screen.ts'
import { cleanFileName, emptyFile, readMultipart } from './upload.ts'

/** What a screen takes: sizes in bytes, kinds by content. */
export interface UploadRule {
  field: string
  /** Folder below the file store. */
  folder: string
  maxBytes: number
  kinds: readonly ContentKind[]
}

/** A file that was written to the store, but that nothing refers to yet. */
export interface ReceivedFile {
  /** As the sender called it, without a path; its ending follows the content. */
  name: string
  key: string
  kind: ContentKind
  mimeType: string
  size: number
  sha256: string
}

const NAME_LENGTH = 200

/**
 * Reads a form with one file, which streams to the file store while it arrives: memory does not grow with it. Whoever
 * calls this removes the file again when nothing comes to refer to it.
 * @throws Invalid for an empty file, HttpError 413 for a file that is too large, 415 for one whose content is not of the kinds asked for
 */
export async function receiveFile(
  { req, res, services }: Pick<Exchange, 'req' | 'res' | 'services'>,
  rule: UploadRule,
): Promise<{ fields: Record<string, unknown>; file: ReceivedFile | null }> {
  const { files } = services
  const storage: multer.StorageEngine = {
    _handleFile: (_req, file, done) => {
      const path = `${rule.folder}/${randomUUID()}`
      files.write(path, file.stream).then(
        ({ size, sha256 }) => done(null, { path, size, filename: sha256 }),
        (error: unknown) => done(error),
      )
    },
    _removeFile: (_req, file, done) => void files.remove(file.path).then(() => done(null), done),
  }
  const { fields, file } = await readMultipart({ req, res }, { ...rule, storage }).catch((error: unknown) => {
    throw isTooLarge(error) ? tooLarge(rule) : error
  })
  if (!file) return { fields, file: null }
  if (file.size === 0) {
    await files.remove(file.path)
    throw emptyFile(rule.field)
  }
  const kind = await contentKindOf(() => files.open(file.path))
  if (kind === null || !rule.kinds.includes(kind)) {
    await files.remove(file.path)
    throw new HttpError(415, `Dit soort bestand wordt niet aangenomen. Wel: ${kindLabels(rule.kinds)}.`)
  }
  return {
    fields,
    file: {
      name: nameOf(file.originalname, kind),
      key: file.path,
      kind,
      mimeType: CONTENT_KINDS[kind].mimeType,
      size: file.size,
      sha256: file.filename,
    },
  }
}

const isTooLarge = (error: unknown) =>
  (error instanceof multer.MulterError && error.code === 'LIMIT_FILE_SIZE') ||
  (error instanceof HttpError && error.status === 413)

const tooLarge = ({ maxBytes }: UploadRule) =>
  new HttpError(413, `Het bestand is groter dan ${Math.floor(maxBytes / 1_000_000)} MB.`)

export const kindLabels = (kinds: readonly ContentKind[]): string =>
  kinds.map((kind) => CONTENT_KINDS[kind].label).join(', ')

/** Other endings that mean the same content. */
const ENDINGS: Partial<Record<ContentKind, string[]>> = {
  jpg: ['jpeg'],
  txt: ['csv', 'md', 'log', 'ics'],
  heic: ['heif'],
}

/** The sent name, cleaned, ending in what the file really is. */
function nameOf(sent: string, kind: ContentKind): string {
  const name = cleanFileName(sent)
  const [, stem = '', ending = ''] = /^(.*?)(?:\.([a-z0-9]{1,5}))?$/is.exec(name) ?? []
  const wanted = [kind, ...(ENDINGS[kind] ?? [])]
  const right = wanted.includes(ending.toLowerCase()) ? ending.toLowerCase() : kind
  return `${(stem || 'document').slice(0, NAME_LENGTH - right.length - 1)}.${right}`
}
