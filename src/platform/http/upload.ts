import multer from 'multer'
import { HttpError, Invalid } from '../errors.ts'
import { withoutDirectionMarks } from '../format/direction-marks.ts'
import { assertReadable } from './read-body.ts'
import type { Exchange } from '../screens/screen.ts'

/** Room for the other fields of a form beside its file, in bytes and in number (rulings 3, big requests). */
const FIELDS_BYTES = 2 * 1024 * 1024
const FIELDS = 20_000
const LIST = 5_000
const DEPTH = 10

/**
 * Reads a form that may carry files, one unless told, which go where `storage` puts them. A form without a file may also come
 * url-encoded. The CSRF token of a multipart form travels in the header, since it is checked before the form is read.
 * @param options.field name of the file field
 * @param options.maxBytes largest file, and all of them together, in bytes
 * @param options.most most files
 * @throws HttpError (413) when the request as a whole is too large or does not say its size, and MulterError, which is
 *   answered with 413 for a file that is too large and 400 for a form that cannot be read
 */
export async function readMultipart(
  { req, res }: Pick<Exchange, 'req' | 'res'>,
  {
    field,
    maxBytes,
    most = 1,
    storage,
  }: { field: string; maxBytes: number; most?: number; storage: multer.StorageEngine },
): Promise<{ fields: Record<string, unknown>; files: Express.Multer.File[] }> {
  if (!req.is('multipart/form-data')) return { fields: (req.body ?? {}) as Record<string, unknown>, files: [] }
  const size = Number(req.get('content-length') ?? Number.POSITIVE_INFINITY)
  if (!(size <= maxBytes + FIELDS_BYTES)) throw new HttpError(413, 'Dit is te veel in één keer.')
  const receive = multer({
    storage,
    // Without it 'naïef.csv' arrives as 'naÃ¯ef.csv'.
    defParamCharset: 'utf8',
    limits: {
      files: most,
      fileSize: maxBytes,
      fields: FIELDS,
      fieldSize: FIELDS_BYTES,
      fieldNameSize: 200,
      fieldNestingDepth: DEPTH,
      // One index makes a list of that length, whatever else was sent.
      fieldArrayIndexLimit: LIST - 1,
    },
  }).array(field, most)
  await new Promise<void>((resolve, reject) => {
    void receive(req, res, (error: unknown) => {
      if (error === undefined || error === null) resolve()
      else reject(isOurs(error) ? error : new HttpError(400, 'Het bestand kon niet worden gelezen.'))
    })
  })
  const fields = { ...(req.body as Record<string, unknown>) }
  try {
    assertReadable(fields)
  } catch (error) {
    for (const sent of filesOf(req))
      await new Promise<void>((resolve) => storage._removeFile(req, sent, () => resolve()))
    throw error
  }
  return { fields, files: filesOf(req) }
}

const filesOf = (req: Exchange['req']) => (req.files ?? []) as Express.Multer.File[]

/** Errors of the system and of multer have a code; an error in the form itself has none. */
const isOurs = (error: unknown): error is Error =>
  error instanceof HttpError || (error instanceof Error && 'code' in error)

export interface Upload {
  /** As the sender called it; never a path to write to. */
  name: string
  bytes: Buffer
}

/** Somebody chose a file, but there is nothing in it; a form without a file has none. */
export const emptyFile = (field: string) => new Invalid({ [field]: ['Dit bestand is leeg.'] })

/**
 * The name of a sent file without folders, control characters, and those that turn the direction of writing, which make
 * a name look as if it ended otherwise.
 */
export const cleanFileName = (sent: string): string =>
  withoutDirectionMarks(sent)
    .replace(/^.*[/\\]/s, '')
    .replace(/[\u0000-\u001f\u007f<>:"|?*]/g, '')
    .trim()

/**
 * As `readMultipart`, for a file that is kept in memory and thrown away with the request. @throws Invalid when empty
 */
export async function readUpload(
  exchange: Pick<Exchange, 'req' | 'res'>,
  limits: { field: string; maxBytes: number },
): Promise<{ fields: Record<string, unknown>; file: Upload | null }> {
  const { fields, files } = await readMultipart(exchange, { ...limits, storage: multer.memoryStorage() })
  const [file] = files
  if (file?.size === 0) throw emptyFile(limits.field)
  return { fields, file: file ? { name: cleanFileName(file.originalname), bytes: file.buffer } : null }
}
