import { deflateSync } from 'node:zlib'
import { COLOR, type Png, eachRow, readPng, unfilter, writePng } from '../files/png.ts'
import { readWholeImage } from '../files/whole-image.ts'
import type { Pdf } from './document.ts'

/** What becomes of a larger one is not seen: the pictures of our documents are a few centimetres wide. */
const MOST_SIDE = 1200

/** Writes the red, green, blue and alpha of a pixel of a row into `into`. */
function readPixel({ color, depth, palette, alphas }: Png, row: Buffer, x: number, into: Uint8Array): void {
  if (color === COLOR.palette) {
    const bit = x * depth
    const number = (row[1 + (bit >> 3)]! >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)
    for (let i = 0; i < 3; i++) into[i] = palette[number * 3 + i] ?? 0
    into[3] = alphas[number] ?? 255
    return
  }
  // Of sixteen bits the first eight are enough.
  const step = depth >> 3
  const isGrey = color === COLOR.greyAlpha
  const at = 1 + x * step * (isGrey ? 2 : 4)
  for (let i = 0; i < 3; i++) into[i] = row[isGrey ? at : at + i * step]!
  into[3] = row[at + step * (isGrey ? 1 : 3)]!
}

/**
 * The picture on white paper, no larger than is seen of it. PDFKit would take it apart as a whole: 15 bytes for each of
 * its pixels, all pictures of a document at once.
 * @throws Error when its rows are not all there
 */
async function onPaper(png: Png): Promise<Png> {
  const by = Math.ceil(Math.max(png.width, png.height) / MOST_SIDE)
  const [width, height] = [Math.ceil(png.width / by), Math.ceil(png.height / by)]
  // Of a large block of pixels four tell enough.
  const step = Math.max(1, by >> 1)
  const rows = Buffer.alloc((1 + width * 3) * height)
  const sums = new Float64Array(width * 3)
  const counts = new Uint32Array(width)
  const pixel = new Uint8Array(4)
  const addRow = (row: Buffer) => {
    for (let x = 0; x < png.width; x++) {
      if ((x % by) % step !== 0) continue
      readPixel(png, row, x, pixel)
      const to = Math.floor(x / by)
      const opaque = pixel[3]! / 255
      counts[to]!++
      for (let i = 0; i < 3; i++) sums[to * 3 + i]! += 255 + (pixel[i]! - 255) * opaque
    }
  }
  let y = 0
  const write = () => {
    const from = (Math.ceil(y / by) - 1) * (1 + width * 3) + 1
    for (let i = 0; i < sums.length; i++) rows[from + i] = sums[i]! / counts[Math.floor(i / 3)]!
    sums.fill(0)
    counts.fill(0)
  }
  await eachRow(png, (row, before) => {
    unfilter(row, before, png)
    if (y % by === 0 && y > 0) write()
    if ((y % by) % step === 0) addRow(row)
    y++
  })
  write()
  return { ...png, width, height, depth: 8, color: COLOR.rgb, packed: deflateSync(rows) }
}

/** The picture as PDFKit puts it into a document without taking it apart; null for what cannot be shown. */
export async function printable(bytes: Buffer): Promise<Buffer | null> {
  const read = await readWholeImage(bytes)
  if ('error' in read || !['png', 'jpg'].includes(read.image.extension)) return null
  const png = readPng(bytes)
  if (png === null) return bytes
  const isSeeThrough = png.color === COLOR.palette ? png.alphas.length > 0 : png.color >= COLOR.greyAlpha
  return writePng(isSeeThrough ? await onPaper(png) : png)
}

/** Pictures as they can be drawn, by their names: many papers of one document have the same one. */
export type Printables = Map<string, Buffer | null>

export async function printableOnce(known: Printables, name: string, bytes: Uint8Array): Promise<Buffer | null> {
  const before = known.get(name)
  const shown = before === undefined ? await printable(Buffer.from(bytes)) : before
  known.set(name, shown)
  return shown
}

/**
 * Draws a picture within a box, from its top left corner.
 * @returns whether it could be: of what is damaged, too large or of another kind nothing is drawn
 */
export async function drawPicture(
  doc: Pdf,
  bytes: Buffer,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): Promise<boolean> {
  const picture = await printable(bytes)
  if (picture === null) return false
  try {
    doc.image(picture, x, y, { fit: [width, height] })
    return true
  } catch {
    // What a camera wrote beside its picture can be beyond PDFKit; it looks at it before it draws anything.
    return false
  }
}
