import { randomUUID } from 'node:crypto'
import { callbackify } from 'node:util'
import multer from 'multer'
import { HttpError, Invalid } from '../errors.ts'
import { CONTENT_KINDS, type ContentKind, contentKindOf } from '../files/content-kind.ts'
import type { Exchange } from '../screens/screen.ts'
import type { Services } from '../services.ts'
import { cleanFileName, emptyFile, readMultipart } from './upload.ts'

/** What a screen takes: sizes in bytes, kinds by content. */
export interface UploadRule {
  field: string
  /** Folder below the file store. */
  folder: string
  maxBytes: number
  /** Most files, which are no larger than that together; one unless told. */
  most?: number
  kinds: readonly ContentKind[]
  /** The reader of the file judges what it is, whatever its kind; nobody gets it to see again. */
  unjudged?: true
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
const UNKNOWN = 'application/octet-stream'

/**
 * Reads a form with its files, which stream to the file store while they arrive: memory does not grow with them. Whoever
 * calls this removes them again when nothing comes to refer to them.
 * @throws Invalid for an empty file or too many of them, HttpError 413 for a file that is too large, 415 for one whose content is not of the kinds asked for
 */
export async function receiveFiles(
  { req, res, services }: Pick<Exchange, 'req' | 'res' | 'services'>,
  rule: UploadRule,
): Promise<{ fields: Record<string, unknown>; files: ReceivedFile[] }> {
  const { files } = services
  const storage: multer.StorageEngine = {
    _handleFile: callbackify(async (_req: unknown, file: Express.Multer.File) => {
      const path = `${rule.folder}/${randomUUID()}`
      const { size, sha256 } = await files.write(path, file.stream)
      return { path, size, filename: sha256 }
    }),
    _removeFile: callbackify((_req: unknown, file: Express.Multer.File) => files.remove(file.path)),
  }
  const { fields, files: sent } = await readMultipart({ req, res }, { ...rule, storage }).catch((error: unknown) => {
    throw isTooLarge(error) ? tooLarge(rule) : isTooMany(error) ? tooMany(rule) : error
  })
  try {
    const received: ReceivedFile[] = []
    for (const file of sent) received.push(await judged(services, rule, file))
    return { fields, files: received }
  } catch (error) {
    for (const { path } of sent) await files.remove(path)
    throw error
  }
}

/** A file that arrived, if it is what the screen takes. @throws Invalid, HttpError 415 */
async function judged(
  { files }: Pick<Services, 'files'>,
  rule: UploadRule,
  file: Express.Multer.File,
): Promise<ReceivedFile> {
  if (file.size === 0) throw emptyFile(rule.field)
  const { path: key, size, filename: sha256 } = file
  if (rule.unjudged)
    return { name: cleanFileName(file.originalname).slice(0, NAME_LENGTH) || 'bestand', key, kind: 'txt', mimeType: UNKNOWN, size, sha256 } // prettier-ignore
  const kind = await contentKindOf(() => files.open(file.path))
  if (kind === null || !rule.kinds.includes(kind))
    throw new HttpError(415, `Dit soort bestand wordt niet aangenomen. Wel: ${kindLabels(rule.kinds)}.`)
  return {
    name: nameOf(file.originalname, kind),
    key: file.path,
    kind,
    mimeType: CONTENT_KINDS[kind].mimeType,
    size: file.size,
    sha256: file.filename,
  }
}

const isTooMany = (error: unknown) =>
  error instanceof multer.MulterError && ['LIMIT_FILE_COUNT', 'LIMIT_UNEXPECTED_FILE'].includes(error.code)

const tooMany = ({ field, most = 1 }: UploadRule) =>
  most === 1 ? new HttpError(400, 'Kies één bestand.') : new Invalid({ [field]: [`Kies hooguit ${most} bestanden.`] })

const isTooLarge = (error: unknown) =>
  (error instanceof multer.MulterError && error.code === 'LIMIT_FILE_SIZE') ||
  (error instanceof HttpError && error.status === 413)

const tooLarge = ({ maxBytes, most = 1 }: UploadRule) =>
  new HttpError(
    413,
    `${most === 1 ? 'Het bestand is' : 'De bestanden zijn samen'} groter dan ${Math.floor(maxBytes / 1_000_000)} MB.`,
  )

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
