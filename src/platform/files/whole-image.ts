/** Whether an image can be shown and drawn: what is in it is judged, not how many bytes it takes. */
import { type ImageType, jpegSegments, readImageType } from './image.ts'
import { eachRow, readPng, rowBytes } from './png.ts'

/** More than a phone takes, less than fills memory or a screen for long. */
const MOST_PIXELS = 40_000_000
/** Of a picture of one pixel wide, every row costs as much as one of a thousand. */
const MOST_SIDE = 20_000
/** Bytes of the rows of a png: that many pixels of four channels, or half of them in sixteen bits. */
const MOST_UNPACKED = 4 * MOST_PIXELS + MOST_SIDE

const NO_IMAGE = 'Kies een afbeelding (PNG, JPG, GIF of WebP).'
const TOO_LARGE = 'Deze afbeelding is te groot: hooguit 40 megapixel, en 20.000 beeldpunten breed of hoog.'
const DAMAGED = 'Deze afbeelding is beschadigd of niet compleet. Kies een andere, of sla haar opnieuw op.'
const INTERLACED = 'Deze PNG is opgebouwd in lagen (interlaced). Sla hem op zonder, of als JPG.'

async function problemOfPng(bytes: Buffer): Promise<string | null> {
  const png = readPng(bytes)
  if (png === null) return DAMAGED
  if (png.interlaced) return INTERLACED
  if (rowBytes(png) * png.height > MOST_UNPACKED) return TOO_LARGE
  try {
    await eachRow(png, () => undefined)
    return null
  } catch {
    return DAMAGED
  }
}

/** Eight bits of grey, colour or ink, with something to see that comes to its end. */
function isWholeJpeg(bytes: Buffer): boolean {
  let hasFrame = false
  for (const { isFrame, isScan, at } of jpegSegments(bytes)) {
    if (isFrame) hasFrame = bytes[at + 4] === 8 && [1, 3, 4].includes(bytes[at + 9]!)
    if (isScan) return hasFrame && bytes.lastIndexOf('\xff\xd9', undefined, 'latin1') > at + 4
  }
  return false
}

const isWhole: Readonly<Record<'jpg' | 'gif' | 'webp', (bytes: Buffer) => boolean>> = {
  jpg: isWholeJpeg,
  gif: (bytes) => bytes.at(-1) === 0x3b,
  webp: (bytes) => bytes.readUInt32LE(4) + 8 <= bytes.length,
}

/**
 * The kind and size of an image of which all is there, within what can be drawn.
 * @returns in Dutch why it is not taken, for anything else
 */
export async function readWholeImage(bytes: Buffer): Promise<{ image: ImageType } | { error: string }> {
  const image = readImageType(bytes)
  if (image === null) return { error: NO_IMAGE }
  const { width, height, extension } = image
  if (width * height > MOST_PIXELS || Math.max(width, height) > MOST_SIDE) return { error: TOO_LARGE }
  const error = extension === 'png' ? await problemOfPng(bytes) : isWhole[extension](bytes) ? null : DAMAGED
  return error === null ? { image } : { error }
}
