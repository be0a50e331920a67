/** A png taken apart, as far as drawing it asks for. */
import { crc32, createInflate } from 'node:zlib'

export interface Png {
  width: number
  height: number
  /** Bits of each channel. */
  depth: number
  color: PngColor
  interlaced: boolean
  /** Three bytes for each colour, where pixels are numbers of these; their alphas beside it, if there are any. */
  palette: Buffer
  alphas: Buffer
  /** The rows, still packed. */
  packed: Buffer
  /** Where the picture ends: some programs leave something behind it. */
  end: number
}

export const COLOR = { grey: 0, rgb: 2, palette: 3, greyAlpha: 4, rgba: 6 } as const
export type PngColor = (typeof COLOR)[keyof typeof COLOR]

/** Channels and possible depths by the kind of colour. */
const KINDS = new Map<number, { channels: number; depths: number[] }>([
  [COLOR.grey, { channels: 1, depths: [1, 2, 4, 8, 16] }],
  [COLOR.rgb, { channels: 3, depths: [8, 16] }],
  [COLOR.palette, { channels: 1, depths: [1, 2, 4, 8] }],
  [COLOR.greyAlpha, { channels: 2, depths: [8, 16] }],
  [COLOR.rgba, { channels: 4, depths: [8, 16] }],
])
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

interface Chunk {
  kind: string
  data: Buffer
}

/** The parts with their checksums right, up to the end of the picture; null for what is damaged or cut off. */
function chunksOf(bytes: Buffer): { chunks: Chunk[]; end: number } | null {
  const chunks: Chunk[] = []
  for (let at = SIGNATURE.length; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null
    const kind = bytes.toString('latin1', at + 4, at + 8)
    if (kind === 'IEND') return { chunks, end }
    chunks.push({ kind, data: bytes.subarray(at + 8, end - 4) })
    at = end
  }
  return null
}

/** @returns null for what is no png, or one with a part missing or damaged; the rows themselves are not read yet */
export function readPng(bytes: Buffer): Png | null {
  const read = bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE) ? chunksOf(bytes) : null
  const head = read?.chunks[0]
  if (!read || head?.kind !== 'IHDR' || head.data.length !== 13) return null
  const { chunks, end } = read
  const all = (kind: string) => Buffer.concat(chunks.filter((chunk) => chunk.kind === kind).map(({ data }) => data))
  const [depth = 0, color = 0, packing, filtering, interlaced] = head.data.subarray(8)
  const [palette, packed] = [all('PLTE'), all('IDAT')]
  const isKnown = KINDS.get(color)?.depths.includes(depth) === true && packing === 0 && filtering === 0
  if (!isKnown || packed.length === 0 || (color === COLOR.palette && palette.length < 3)) return null
  return {
    width: head.data.readUInt32BE(0),
    height: head.data.readUInt32BE(4),
    depth,
    color: color as PngColor,
    interlaced: interlaced !== 0,
    palette,
    alphas: all('tRNS'),
    packed,
    end,
  }
}

const pixelBits = ({ color, depth }: Pick<Png, 'color' | 'depth'>): number => KINDS.get(color)!.channels * depth

/** Bytes of a row, with the one in front that says how it is filtered. */
export const rowBytes = (png: Pick<Png, 'color' | 'depth' | 'width'>): number =>
  1 + Math.ceil((png.width * pixelBits(png)) / 8)

function paeth(left: number, up: number, corner: number): number {
  const a = Math.abs(up - corner)
  const b = Math.abs(left - corner)
  const c = Math.abs(left + up - 2 * corner)
  return a <= b && a <= c ? left : b <= c ? up : corner
}

/** Turns a row into its pixels, in place; `before` is the row above it, done already. */
export function unfilter(row: Buffer, before: Buffer, png: Pick<Png, 'color' | 'depth'>): void {
  const step = Math.max(1, pixelBits(png) / 8)
  const size = row.length
  const kind = row[0]!
  // A loop for each kind: this runs for every byte of a picture. Left of the first pixel all is zero.
  if (kind === 1) for (let at = 1 + step; at < size; at++) row[at]! += row[at - step]!
  if (kind === 2) for (let at = 1; at < size; at++) row[at]! += before[at]!
  if (kind < 3) return
  const edge = Math.min(size, 1 + step)
  for (let at = 1; at < edge; at++) row[at]! += kind === 3 ? before[at]! >> 1 : before[at]!
  if (kind === 3) for (let at = edge; at < size; at++) row[at]! += (row[at - step]! + before[at]!) >> 1
  else for (let at = edge; at < size; at++) row[at]! += paeth(row[at - step]!, before[at]!, before[at - step]!)
}

/**
 * Unpacks the rows one by one, as they are stored, so that memory holds two of them whatever the picture measures. The
 * row that `onRow` gets is overwritten after the next one.
 * @throws Error for rows that are missing, too many or damaged
 */
export async function eachRow(png: Png, onRow: (row: Buffer, before: Buffer) => void): Promise<void> {
  const size = rowBytes(png)
  let [row, before] = [Buffer.alloc(size), Buffer.alloc(size)]
  let filled = 0
  let rows = 0
  const inflate = createInflate({ chunkSize: 256 * 1024 })
  inflate.end(png.packed)
  for await (const chunk of inflate as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length;) {
      if (rows === png.height) throw new Error('more rows than the picture has')
      const part = chunk.copy(row, filled, at)
      at += part
      filled += part
      if (filled < size) continue
      if (row[0]! > 4) throw new Error('a row that is filtered in no known way')
      onRow(row, before)
      ;[row, before] = [before, row]
      filled = 0
      rows++
    }
  }
  if (rows < png.height) throw new Error('fewer rows than the picture has')
}

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([size, named, sum])
}

/** The picture alone as a file: without texts, moments, transparency and what else a png carries. */
export function writePng({ width, height, depth, color, palette, packed }: Omit<Png, 'end' | 'alphas' | 'interlaced'>) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, color], 8)
  const colours = color === COLOR.palette ? [chunk('PLTE', palette)] : []
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    ...colours,
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
