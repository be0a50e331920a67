/** An image as its own bytes tell; the name it was sent under is not believed. */
export interface ImageType {
  mimeType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  extension: 'png' | 'jpg' | 'gif' | 'webp'
  /** In pixels, as stored: a turned photograph is not turned back. */
  width: number
  height: number
}

const startsWith = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text

function png(bytes: Buffer): ImageType | null {
  if (!startsWith(bytes, '\x89PNG\r\n\x1a\n') || !startsWith(bytes, 'IHDR', 12)) return null
  return { mimeType: 'image/png', extension: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function gif(bytes: Buffer): ImageType | null {
  if (!startsWith(bytes, 'GIF87a') && !startsWith(bytes, 'GIF89a')) return null
  return { mimeType: 'image/gif', extension: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

function webp(bytes: Buffer): ImageType | null {
  if (!startsWith(bytes, 'RIFF') || !startsWith(bytes, 'WEBP', 8)) return null
  const kind = { mimeType: 'image/webp', extension: 'webp' } as const
  if (startsWith(bytes, 'VP8X', 12))
    return { ...kind, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (startsWith(bytes, 'VP8 ', 12))
    return { ...kind, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (!startsWith(bytes, 'VP8L', 12)) return null
  const packed = bytes.readUInt32LE(21)
  return { ...kind, width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
}

/** Marker of a JPEG segment that holds the size of the picture (C0 … CF but for three that mean something else). */
const holdsSize = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** The segments of a JPEG up to its picture, each from its marker on. */
export function* jpegSegments(bytes: Buffer): Generator<{ at: number; isFrame: boolean; isScan: boolean }> {
  for (let at = 2; at + 10 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!
    const isScan = marker === 0xda
    yield { at, isFrame: holdsSize(marker), isScan }
    if (isScan) return
    // A second 0xff only fills up; anything else says how long it is.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
}

function jpeg(bytes: Buffer): ImageType | null {
  if (!startsWith(bytes, '\xff\xd8\xff')) return null
  for (const { at, isFrame } of jpegSegments(bytes))
    if (isFrame)
      return {
        mimeType: 'image/jpeg',
        extension: 'jpg',
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
      }
  return null
}

/** What no header of an image is shorter than; a shorter file is none. */
const SHORTEST = 30

/** The kind and size of an image that a browser can show, or null for anything else, SVG (which runs scripts) included. */
export function readImageType(bytes: Buffer): ImageType | null {
  if (bytes.length < SHORTEST) return null
  const found = png(bytes) ?? jpeg(bytes) ?? gif(bytes) ?? webp(bytes)
  return found && found.width > 0 && found.height > 0 ? found : null
}
