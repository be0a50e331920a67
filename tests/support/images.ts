import { crc32, deflateSync } from 'node:zlib'

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

interface Kind {
  /** Bits of a channel, the number of the kind of colour, and whether it is interlaced. */
  head?: [depth: number, color: number, interlaced?: number]
  extra?: { kind: string; data: Buffer }[]
}

/** A png as a canvas writes one: so many pixels of one colour, or what is packed in its stead. */
export function pngOf(
  width: number,
  height: number,
  packed?: Buffer,
  { head = [8, 6], extra = [] }: Kind = {},
): Buffer {
  const [depth, color, interlaced = 0] = head
  const first = Buffer.alloc(13)
  first.writeUInt32BE(width, 0)
  first.writeUInt32BE(height, 4)
  first.set([depth, color, 0, 0, interlaced], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', first),
    ...extra.map(({ kind, data }) => chunk(kind, data)),
    chunk('IDAT', packed ?? deflateSync(Buffer.alloc((1 + width * 4) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A photograph as far as who reads its segments looks: size, begin and end of the picture. */
export function jpgOf(width: number, height: number, { components = 3, end = '\xff\xd9' } = {}): Buffer {
  const u16 = (value: number) => [value >> 8, value & 255]
  const segment = (marker: number, data: number[]) => [0xff, marker, ...u16(data.length + 2), ...data]
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, ...segment(0xe0, [0, 0])]),
    Buffer.from(
      segment(0xc0, [8, ...u16(height), ...u16(width), components, ...Array<number>(3 * components).fill(1)]),
    ),
    Buffer.from([...segment(0xda, [components, ...Array<number>(2 * components + 3).fill(0)]), 1, 2, 3]),
    Buffer.from(end, 'latin1'),
  ])
}
