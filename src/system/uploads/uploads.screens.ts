import { createHash } from 'node:crypto'
import { MulterError } from 'multer'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Forbidden, HttpError, Invalid } from '../../platform/errors.ts'
import { isKept, storeUpload } from '../../platform/files/uploaded-images.ts'
import { readWholeImage } from '../../platform/files/whole-image.ts'
import { keepOutcome, onceKey, takeOnce } from '../../platform/http/once.ts'
import { readUpload } from '../../platform/http/upload.ts'
import { may } from '../../platform/access/viewer.ts'
import { raw } from '../../platform/screens/call/raw.ts'
import { type Exchange, signedIn } from '../../platform/screens/screen.ts'
import { uploadPlaces } from './points.ts'
import { uploadArea } from './rights.ts'

/** 3 MB as the specification counts them (P-189). */
const MAX_BYTES = 3_000_000

/** Its bytes are compared, by their hash. */
const ANOTHER = 'Onder deze sleutel is al een ander bestand bewaard. Voeg het bestand opnieuw toe.'

const tooLarge = (bytes: number) =>
  new HttpError(413, `Bestand overschrijdt de maximale bestandsgrootte van ${Math.floor(bytes / 1_000_000)}MB.`)

async function readWithin(exchange: Exchange) {
  try {
    return await readUpload(exchange, { field: 'file', maxBytes: MAX_BYTES })
  } catch (error) {
    if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') throw tooLarge(MAX_BYTES)
    throw error
  }
}

/** The browser may ask for less than we allow, in whole megabytes at least; more or nonsense is left aside. */
function limitOf(wish: unknown): number {
  const bytes = typeof wish === 'string' && /^\d{7,12}$/.test(wish) ? Number(wish) : MAX_BYTES
  return Math.min(bytes, MAX_BYTES)
}

/**
 * Takes one image for a place that an area has declared, from whoever may change something there. The kind of file is
 * read from its content; size and place that the browser sends are only wishes (permissions, upload). One that comes
 * again by its token is stored once, and answered by the name that it got.
 */
export const fileUpload = raw({
  path: '/file/upload',
  noUndo: 'changes no record',
  kind: 'action',
  methods: ['POST'],
  area: uploadArea,
  right: 'change',
  handle: async (exchange) => {
    const { res, services } = exchange
    const viewer = signedIn(exchange.viewer)
    const { fields, file } = await readWithin(exchange)
    const place = services.registry.all(uploadPlaces).find(({ path }) => path === fields.path)
    if (!place) throw new Invalid({ path: ['Hier kan geen bestand worden toegevoegd.'] })
    if (!may(viewer, place.area, 'change')) throw new Forbidden()
    if (!file) throw new Invalid({ file: ['Kies een bestand.'] })
    const limit = limitOf(fields['max-size'])
    if (file.bytes.length > limit) throw tooLarge(limit)
    const read = await readWholeImage(file.bytes)
    if ('error' in read) throw new Invalid({ file: [read.error] })
    const { image } = read
    const { width, height } = image
    const sha256 = createHash('sha256').update(file.bytes).digest('base64url')
    const once = onceKey(viewer.id, exchange.req.path, { ...fields, file: sha256 })
    const answer = await inTransaction(services.db, viewer, async (trx) => {
      const before = once && (await takeOnce<{ file_name: string }>(trx, once, ANOTHER))
      if (before && (await isKept(trx, place.path, before.file_name))) return before
      const upload = { place: place.path, name: file.name, bytes: file.bytes, image }
      const stored = { file_name: await storeUpload({ db: trx, files: services.files }, viewer, upload), width, height }
      if (once) await keepOutcome(trx, once, stored)
      return stored
    })
    res.set('Cache-Control', 'no-store').json(answer)
  },
})
