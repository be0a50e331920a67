import { inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { zipEntries } from '../../src/platform/files/zip-directory.rules.ts'
import { zip } from '../support/zip-writer.ts'

const WIDE = 0xffffffff
const DIRECTORY_ENTRY = Buffer.from('PK\x01\x02')
const two = () => [
  { name: 'a.xml', content: 'eerste'.repeat(20) },
  { name: 'map/b.xml', content: 'tweede' },
]
const unpacked = ({ packed, deflated }: ReturnType<typeof zipEntries>[number]) =>
  deflated ? inflateRawSync(packed).toString() : Buffer.from(packed).toString()

/** Where the directory, its entries and its end stand in a file that `zip` wrote. */
function placesIn(bytes: Buffer) {
  const end = bytes.lastIndexOf('PK\x05\x06')
  const directory = bytes.readUInt32LE(end + 16)
  return { end, directory, second: bytes.indexOf(DIRECTORY_ENTRY, directory + 4) }
}

/** The file with bytes put in between at a place; what is behind it moves on. */
const insert = (bytes: Buffer, at: number, ...more: Buffer[]) =>
  Buffer.concat([bytes.subarray(0, at), ...more, bytes.subarray(at)])

describe('the entries of a zip file', () => {
  it('are told by name, size and content', () => {
    const entries = zipEntries(zip(two()))
    expect(entries.map(({ name, size, encrypted, deflated }) => [name, size, encrypted, deflated])).toEqual([
      ['a.xml', 120, false, true],
      ['map/b.xml', 6, false, true],
    ])
    expect(entries.map(unpacked)).toEqual(['eerste'.repeat(20), 'tweede'])
    expect(zipEntries(zip([]))).toEqual([])
  })

  it('are found in a part of a longer piece of memory', () => {
    const whole = Buffer.concat([Buffer.alloc(100, 7), zip(two()), Buffer.alloc(100, 7)])
    expect(zipEntries(whole.subarray(100, whole.length - 100)).map(unpacked)).toEqual(['eerste'.repeat(20), 'tweede'])
  })

  it('say that they are locked, and that they are not packed', () => {
    const bytes = zip(two().map((part, i) => ({ ...part, encrypted: i === 1 })))
    expect(zipEntries(bytes).map(({ encrypted }) => encrypted)).toEqual([false, true])
    const { directory, second } = placesIn(bytes)
    // Other flags of the same field say something else.
    bytes.writeUInt16LE(0x0806, directory + 8)
    bytes.writeUInt16LE(0, second + 10)
    expect(zipEntries(bytes).map(({ encrypted, deflated }) => [encrypted, deflated])).toEqual([
      [false, true],
      [true, false],
    ])
  })

  it('are found behind a comment of the file, and past comments and extra fields of each', () => {
    const bytes = zip(two())
    const { directory, second } = placesIn(bytes)
    const name = directory + 46 + 'a.xml'.length
    bytes.writeUInt16LE(6, directory + 30)
    bytes.writeUInt16LE(3, directory + 32)
    const extra = Buffer.from([9, 0, 2, 0, 1, 2])
    expect(second).toBe(name)
    const spaced = Buffer.concat([insert(bytes, name, extra, Buffer.from('abc')), Buffer.from('met een opmerking')])
    expect(zipEntries(spaced).map(({ name: of }) => of)).toEqual(['a.xml', 'map/b.xml'])
    expect(zipEntries(spaced).map(unpacked)).toEqual(['eerste'.repeat(20), 'tweede'])
  })

  it('begin behind what stands in front of each: its name and an extra field of its own length', () => {
    const bytes = zip([two()[1]!])
    bytes.writeUInt16LE(4, 28)
    const end = placesIn(bytes).end
    const spaced = insert(bytes, 30 + 'map/b.xml'.length, Buffer.from([9, 9, 9, 9]))
    spaced.writeUInt32LE(bytes.readUInt32LE(end + 16) + 4, end + 4 + 16)
    expect(zipEntries(spaced).map(unpacked)).toEqual(['tweede'])
  })
})

describe('a zip file of 64 bits', () => {
  const number = (value: number) => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(BigInt(value))
    return bytes
  }

  it('has its directory where the second end says', () => {
    const bytes = zip(two())
    const { end, directory } = placesIn(bytes)
    const record = Buffer.alloc(56)
    record.write('PK\x06\x06')
    number(2).copy(record, 32)
    number(directory).copy(record, 48)
    const locator = Buffer.alloc(20)
    locator.write('PK\x06\x07')
    number(end).copy(locator, 8)
    const wide = insert(bytes, end, record, locator)
    // What the first end says means nothing then.
    wide.writeUInt32LE(WIDE, wide.length - 22 + 16)
    wide.writeUInt16LE(0xffff, wide.length - 22 + 8)
    expect(zipEntries(wide).map(unpacked)).toEqual(['eerste'.repeat(20), 'tweede'])
  })

  /** The entry of one file with an extra field: what is 64 bits wide of it, in order, behind a field of another kind. */
  function withField(wide: { size?: number; packed?: number; offset?: number }, values: number[]) {
    const bytes = zip([two()[1]!])
    const { directory, end } = placesIn(bytes)
    const field = Buffer.concat([Buffer.from([9, 0, 3, 0, 1, 2, 3]), Buffer.from([1, 0, values.length * 8, 0]), ...values.map(number)]) // prettier-ignore
    if (wide.size !== undefined) bytes.writeUInt32LE(wide.size, directory + 24)
    if (wide.packed !== undefined) bytes.writeUInt32LE(wide.packed, directory + 20)
    if (wide.offset !== undefined) bytes.writeUInt32LE(wide.offset, directory + 42)
    bytes.writeUInt16LE(field.length, directory + 30)
    return insert(bytes, end, field)
  }
  const packedSize = zip([two()[1]!]).readUInt32LE(18)

  it('tells sizes and place in an extra field, in this order, as far as they stand there', () => {
    const all = zipEntries(withField({ size: WIDE, packed: WIDE, offset: WIDE }, [6, packedSize, 0]))
    expect([all.map(unpacked), all[0]!.size, all[0]!.packed.length]).toEqual([['tweede'], 6, packedSize])
    const some = zipEntries(withField({ packed: WIDE }, [packedSize]))
    expect([some.map(unpacked), some[0]!.size]).toEqual([['tweede'], 6])
    const none = zipEntries(withField({}, [99, 99, 99]))
    expect([none.map(unpacked), none[0]!.size]).toEqual([['tweede'], 6])
    // A value that is said to stand there and does not is the value itself.
    expect(zipEntries(withField({ size: WIDE }, []))[0]!.size).toBe(WIDE)
  })
})

describe('a zip file that is damaged', () => {
  const damaged = (change: (bytes: Buffer, places: ReturnType<typeof placesIn>) => Buffer | void) => () => {
    const bytes = zip(two())
    return zipEntries(change(bytes, placesIn(bytes)) ?? bytes)
  }

  it('is refused: without an end, without the entries that it says, or with one outside the file', () => {
    expect(damaged((bytes, { end }) => bytes.subarray(0, end))).toThrow(RangeError)
    expect(damaged(() => Buffer.alloc(5))).toThrow(RangeError)
    expect(damaged((bytes, { end }) => void bytes.writeUInt16LE(3, end + 8))).toThrow('no directory entry')
    expect(damaged((bytes, { second }) => void bytes.write('XX', second))).toThrow('no directory entry')
    expect(damaged((bytes, { second }) => void bytes.writeUInt32LE(bytes.length, second + 20))).toThrow('entry outside the file') // prettier-ignore
    expect(damaged((bytes, { second }) => void bytes.writeUInt32LE(bytes.length + 9, second + 42))).toThrow(RangeError)
  })

  it('may hold an entry to its last byte', () => {
    const bytes = zip(two())
    const { second } = placesIn(bytes)
    const start = bytes.readUInt32LE(second + 42) + 30 + 'map/b.xml'.length
    bytes.writeUInt32LE(bytes.length - start, second + 20)
    expect(zipEntries(bytes)[1]!.packed).toHaveLength(bytes.length - start)
    bytes.writeUInt32LE(bytes.length - start + 1, second + 20)
    expect(() => zipEntries(bytes)).toThrow('entry outside the file')
  })
})
