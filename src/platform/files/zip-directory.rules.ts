const DIRECTORY_END = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const DIRECTORY_64_LOCATOR = 0x07064b50
const SEE_EXTRA_FIELD = 0xffffffff

export interface ZipEntry {
  name: string
  encrypted: boolean
  deflated: boolean
  /** The bytes as stored, still packed when `deflated`. */
  packed: Uint8Array
  /** The size that the directory promises after unpacking. */
  size: number
}

/**
 * The entries in the central directory of a zip file, which is what the workbook reader goes by as well (64-bit
 * directories included: some exporters always write them). Throws RangeError when the directory is damaged.
 */
export function zipEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries: ZipEntry[] = []
  let { at, count } = findDirectory(view)
  for (; count > 0; count--) {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new RangeError('no directory entry')
    const extra = at + 46 + view.getUint16(at + 28, true)
    const comment = extra + view.getUint16(at + 30, true)
    const [size, packedSize, offset] = sizes(view, at, extra, comment)
    const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
    if (start + packedSize > bytes.byteLength) throw new RangeError('entry outside the file')
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, extra)),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      deflated: view.getUint16(at + 10, true) === 8,
      packed: bytes.subarray(start, start + packedSize),
      size,
    })
    at = comment + view.getUint16(at + 32, true)
  }
  return entries
}

function findDirectory(view: DataView): { at: number; count: number } {
  let end = view.byteLength - 22
  while (view.getUint32(end, true) !== DIRECTORY_END) end--
  if (end < 20 || view.getUint32(end - 20, true) !== DIRECTORY_64_LOCATOR)
    return { at: view.getUint32(end + 16, true), count: view.getUint16(end + 8, true) }
  const end64 = Number(view.getBigUint64(end - 12, true))
  return { at: Number(view.getBigUint64(end64 + 48, true)), count: Number(view.getBigUint64(end64 + 32, true)) }
}

/** Unpacked size, packed size and offset; values that need 64 bits stand, in this order, in extra field 1. */
function sizes(view: DataView, at: number, extra: number, end: number): [number, number, number] {
  let wide = end
  for (let field = extra; field + 4 <= end; field += 4 + view.getUint16(field + 2, true))
    if (view.getUint16(field, true) === 1) wide = field + 4
  const read = (place: number) => {
    const value = view.getUint32(at + place, true)
    if (value !== SEE_EXTRA_FIELD || wide + 8 > end) return value
    wide += 8
    return Number(view.getBigUint64(wide - 8, true))
  }
  return [read(24), read(20), read(42)]
}
