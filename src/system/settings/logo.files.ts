import { buffer } from 'node:stream/consumers'
import { Invalid } from '../../platform/errors.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { readImageType } from '../../platform/files/image.ts'
import { uploadKey } from '../../platform/files/uploaded-images.ts'

/** The place of /file/upload for the logo of the firm, which stands on what it issues. */
export const LOGO = 'logo'

/** Drawing more than this takes longer than anybody waits. */
const MOST_PIXELS = 2000

const UNPRINTABLE = `Kies een logo als PNG of JPG van hoogstens ${MOST_PIXELS} bij ${MOST_PIXELS} beeldpunten.`

/** @param name what an upload answered, and was kept */
export const readLogo = async (files: FileStore, name: string): Promise<Uint8Array> =>
  buffer(await files.open(uploadKey(LOGO, name)))

/** @throws Invalid for what is larger than any paper shows; whether it can be drawn was judged as it came */
export async function assertPrintable(files: FileStore, name: string): Promise<void> {
  const { width = Infinity, height = Infinity } = readImageType(await buffer(await files.open(uploadKey(LOGO, name)))) ?? {} // prettier-ignore
  if (Math.max(width, height) > MOST_PIXELS) throw new Invalid({ logo: [UNPRINTABLE] })
}
