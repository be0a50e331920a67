/** What a browser makes of a drawing: webp as asked for, png where it cannot write webp. */
export type ImageType = 'image/webp' | 'image/png'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The type of an image by its content, whatever it says of itself; null for anything that is not one of these two. */
export function imageType(bytes: Buffer): ImageType | null {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'image/png'
  if (bytes.length < 20 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null
  const isWhole = bytes.readUInt32LE(4) + 8 === bytes.length
  const isWebp = /^WEBPVP8[ LX]$/.test(bytes.toString('latin1', 8, 16))
  return isWhole && isWebp ? 'image/webp' : null
}
