/** What somebody drew, as a browser sends it: a data URL of a png. */
import { crc32, inflateSync } from 'node:zlib'
import { readImageType } from './image.ts'

const DRAWN = /^data:image\/png;base64,([A-Za-z\d+/]+={0,2})$/
/** A pad is no larger, whatever screen it is on. */
const MOST_PIXELS = 6_000_000
/** Eight bits per channel, not interlaced: what a canvas writes. Bytes of a pixel by the kind of colour. */
const PIXEL_BYTES: Readonly<Record<number, number>> = { 2: 3, 6: 4 }

/** The parts of a png with their checksums right and nothing after its end; null for what is damaged. */
function chunksOf(bytes: Buffer): { kind: string; data: Buffer }[] | null {
  const chunks: { kind: string; data: Buffer }[] = []
  let at = 8
  while (at + 12 <= bytes.length) {
    const size = bytes.readUInt32BE(at)
    const end = at + 12 + size
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null
    chunks.push({ kind: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end - 4) })
    at = end
  }
  return at === bytes.length && chunks.at(-1)?.kind === 'IEND' ? chunks : null
}

/** Whether every row of the picture is there: what is half a png cannot be drawn on a document later. */
function isWhole(bytes: Buffer, { width, height }: { width: number; height: number }): boolean {
  const chunks = chunksOf(bytes)
  const head = chunks?.[0]
  const pixel =
    head?.kind === 'IHDR' && head.data[8] === 8 && head.data[12] === 0 ? PIXEL_BYTES[head.data[9]!] : undefined
  if (chunks === null || pixel === undefined || width * height > MOST_PIXELS) return false
  const row = 1 + width * pixel
  try {
    const packed = Buffer.concat(chunks.filter(({ kind }) => kind === 'IDAT').map(({ data }) => data))
    const raw = inflateSync(packed, { maxOutputLength: row * height })
    if (raw.length !== row * height) return false
    for (let at = 0; at < raw.length; at += row) if (raw[at]! > 4) return false
    return true
  } catch {
    return false
  }
}

/** The drawing of a data URL; null for anything that is none, or of more bytes than these. */
export function readDrawing(url: string, mostBytes: number): Buffer | null {
  const bytes = Buffer.from(DRAWN.exec(url)?.[1] ?? '', 'base64')
  const image = bytes.length <= mostBytes ? readImageType(bytes) : null
  return image?.extension === 'png' && isWhole(bytes, image) ? bytes : null
}
