import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Invalid } from '../../platform/errors.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { readImageType } from '../../platform/files/image.ts'
import { uploadKey } from '../../platform/files/uploaded-images.ts'
import { addA4Page, createPdf } from '../../platform/pdf/document.ts'

/** The place of /file/upload for the logo of the firm, which stands on what it issues. */
export const LOGO = 'logo'

/** Drawing more than this takes longer than anybody waits. */
const MOST_PIXELS = 2000

const UNPRINTABLE = `Kies een logo als PNG of JPG van hoogstens ${MOST_PIXELS} bij ${MOST_PIXELS} beeldpunten.`

/** @param name what an upload answered, and was kept */
export const readLogo = async (files: FileStore, name: string): Promise<Uint8Array> =>
  buffer(await files.open(uploadKey(LOGO, name)))

const NOWHERE = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/** @throws Invalid for what paper cannot show, so that nothing that is issued later fails by it */
export async function assertPrintable(files: FileStore, name: string): Promise<void> {
  const bytes = await buffer(await files.open(uploadKey(LOGO, name)))
  const { width = Infinity, height = Infinity } = readImageType(bytes) ?? {}
  if (Math.max(width, height) > MOST_PIXELS) throw new Invalid({ logo: [UNPRINTABLE] })
  try {
    const trial = createPdf({ title: '', author: '', createdAt: new Date(0) })
    addA4Page(trial)
    trial.image(bytes, 0, 0, { fit: [100, 100] })
    trial.end()
    await pipeline(trial, NOWHERE())
  } catch {
    throw new Invalid({ logo: [UNPRINTABLE] })
  }
}
