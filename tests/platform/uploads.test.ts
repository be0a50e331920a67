import { deflateSync, inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readImageType } from '../../src/platform/files/image.ts'
import { uploadKey } from '../../src/platform/files/uploaded-images.ts'
import { COLOR, type PngColor, readPng, rowBytes } from '../../src/platform/files/png.ts'
import { printable } from '../../src/platform/pdf/picture.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { jpgOf, pngOf } from '../support/images.ts'
import { PNG } from '../support/upload.ts'

const u16 = (value: number, little = false) => [...(little ? [value & 255, value >> 8] : [value >> 8, value & 255])]
const file = (...parts: (string | number[])[]) =>
  Buffer.concat([
    ...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    Buffer.alloc(40),
  ])
/** The heads of images of 640 by 480 points. */
const images = {
  png: file('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', [0, 0, ...u16(640), 0, 0, ...u16(480)]),
  gif: file('GIF89a', u16(640, true), u16(480, true)),
  jpg: file('\xff\xd8\xff\xe0', u16(4), [0, 0], '\xff\xc0', u16(17), [8], u16(480), u16(640)),
  webp: file('RIFF\0\0\0\0WEBPVP8X', [0, 0, 0, 0, 0, 0, 0, 0], [127, 2, 0], [223, 1, 0]),
  lossy: file('RIFF\0\0\0\0WEBPVP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a], u16(640, true), u16(480, true)),
  lossless: file('RIFF\0\0\0\0WEBPVP8L', [0, 0, 0, 0, 0x2f, 0x7f, 0xc2, 0x77, 0]),
}

const JPG = jpgOf(640, 480)

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp({ gallery: true })
  planner = await app.as(2)
})
afterAll(() => app.close())

async function send(browser: Browser, bytes: Buffer, fields: Record<string, string> = {}, name = 'foto.png') {
  const { token } = (await browser.get('/ajax/getToken')).json<{ token: string }>()
  const body = new FormData()
  for (const [key, value] of Object.entries({ path: 'gallery', 'max-size': '3000000', ...fields })) body.set(key, value)
  body.set('file', new Blob([new Uint8Array(bytes)]), name)
  return browser.request('/file/upload', { method: 'POST', body, headers: { 'X-CSRF-Token': token } })
}

describe('an image', () => {
  it.each(Object.entries(images))('is known by its first bytes: %s', (name, bytes) => {
    const extension = name.startsWith('loss') ? 'webp' : name
    expect(readImageType(bytes)).toMatchObject({ extension, width: 640, height: 480 })
  })

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a head cut off', images.png.subarray(0, 20)],
    ['no size', file('GIF89a', [0, 0, 0, 0])],
    ['a drawing that can run scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a photograph without a picture', file('\xff\xd8\xff\xe0', u16(4), [0, 0], '\xff\xd9')],
    ['segments that lead nowhere', Buffer.alloc(64, 0xff)],
    ['a RIFF that is a sound', file('RIFF\0\0\0\0WAVEfmt ')],
  ])('is not: %s', (_what, bytes) => {
    expect(readImageType(bytes)).toBeNull()
  })
})

describe('POST /file/upload', () => {
  it('takes an image, and answers its new name, width and height [R-005][P-128][P-225]', async () => {
    const answer = await send(planner, JPG, {}, 'mijn naïeve foto.exe')
    expect(answer.status).toBe(200)
    const { file_name, width, height } = answer.json<{ file_name: string; width: number; height: number }>()
    expect([width, height]).toEqual([640, 480])
    expect(file_name).toMatch(/^[0-9a-f-]{36}\.jpg$/)
    expect((await app.services.files.read(uploadKey('gallery', file_name))).equals(JPG)).toBe(true)
    const { rows } = await app.pool.query(
      'select name, mime_type, created_by from stored_files order by id desc limit 1',
    )
    expect(rows).toEqual([{ name: 'mijn naïeve foto.exe', mime_type: 'image/jpeg', created_by: planner.userId }])
  })

  it('refuses more than 3,000,000 bytes, whatever size the browser asks for [P-189][P-190][M-010]', async () => {
    const image = (size: number) => Buffer.concat([PNG, Buffer.alloc(size - PNG.length)])
    expect((await send(planner, image(3_000_000))).status).toBe(200)
    for (const wish of ['3000000', '9000000', 'veel']) {
      const answer = await send(planner, image(3_000_001), { 'max-size': wish })
      expect([wish, answer.status]).toEqual([wish, 413])
      expect(answer.trigger.flash?.str).toBe('Bestand overschrijdt de maximale bestandsgrootte van 3MB.')
    }
    expect((await send(planner, image(2_000_001), { 'max-size': '2000000' })).trigger.flash?.str).toContain('2MB')
  })

  it('goes by what is in a file, not by its name', async () => {
    const answer = await send(planner, Buffer.from('<html><script>alert(1)</script></html>'.repeat(3)), {}, 'foto.png')
    expect(answer.status).toBe(422)
    expect(answer.json()).toEqual({ file: ['Kies een afbeelding (PNG, JPG, GIF of WebP).'] })
  })

  it('takes no image that is not whole, or of more pixels than can be drawn, and keeps nothing of it', async () => {
    const count = async () => (await app.pool.query('select from stored_files')).rowCount
    const before = await count()
    const zeros = (bytes: number) => deflateSync(Buffer.alloc(bytes))
    const damaged = 'Deze afbeelding is beschadigd of niet compleet. Kies een andere, of sla haar opnieuw op.'
    const tooLarge = 'Deze afbeelding is te groot: hooguit 40 megapixel, en 20.000 beeldpunten breed of hoog.'
    const wrong: [string, Buffer, string][] = [
      ['a head only', images.png, damaged],
      ['packed as something else', pngOf(640, 480, Buffer.from('no zlib at all')), damaged],
      ['cut off', PNG.subarray(0, PNG.length - 20), damaged],
      ['with a byte changed', Buffer.from(PNG.map((byte, i) => (i === 60 ? byte ^ 1 : byte))), damaged],
      ['with half of its rows', pngOf(640, 480, zeros(2561 * 240)), damaged],
      ['with rows that it does not have', pngOf(640, 480, zeros(2561 * 481)), damaged],
      ['of rows that no filter makes', pngOf(640, 480, deflateSync(Buffer.alloc(2561 * 480, 9))), damaged],
      ['without colours', pngOf(8, 8, zeros(9 * 8), { head: [8, COLOR.palette] }), damaged],
      ['in layers', pngOf(640, 480, undefined, { head: [8, 6, 1] }), 'Deze PNG is opgebouwd in lagen (interlaced). Sla hem op zonder, of als JPG.'], // prettier-ignore
      ['of 64 megapixels', pngOf(8000, 8000, zeros(100)), tooLarge],
      ['without end', pngOf(60_000, 60_000, zeros(100)), tooLarge],
      ['of one pixel wide', pngOf(1, 30_000_000, zeros(100)), tooLarge],
      ['of 21 megapixels of eight bytes', pngOf(4600, 4600, zeros(100), { head: [16, 6] }), tooLarge],
      ['a photograph without a picture', images.jpg, damaged],
      ['a photograph that was cut off', jpgOf(640, 480, { end: '' }), damaged],
      ['a photograph in two colours', jpgOf(640, 480, { components: 2 }), damaged],
      ['a photograph of 64 megapixels', jpgOf(8000, 8000), tooLarge],
      ['a gif of four thousand megapixels', file('GIF89a', u16(65_535), u16(65_535)), tooLarge],
      ['a gif that was cut off', images.gif, damaged],
      ['a webp that was cut off', Buffer.concat([Buffer.from('RIFF\xff\0\0\0', 'latin1'), images.webp.subarray(8)]), damaged], // prettier-ignore
    ]
    for (const [what, bytes, sentence] of wrong) {
      const answer = await send(planner, bytes)
      expect([what, answer.status, answer.json()]).toEqual([what, 422, { file: [sentence] }])
    }
    expect(await count()).toBe(before)
  })

  it('serves only places that an area declared, for whoever may change something there', async () => {
    expect((await send(planner, PNG, { path: '../../etc' })).status).toBe(422)
    expect((await send(await app.as(3), PNG)).status).toBe(403)
    expect((await app.anonymous.request('/file/upload', { method: 'POST' })).status).toBe(401)
    expect((await planner.post('/file/upload', { path: 'gallery' })).json()).toEqual({ file: ['Kies een bestand.'] })
  })

  it('says of an empty file that it is, and cleans the name it keeps', async () => {
    expect((await send(planner, Buffer.alloc(0))).json()).toEqual({ file: ['Dit bestand is leeg.'] })
    expect((await send(planner, PNG, {}, '../map/fo\u202eto\u2066.png')).status).toBe(200)
    const { rows } = await app.pool.query('select name from stored_files order by id desc limit 1')
    expect(rows).toEqual([{ name: 'foto.png' }])
  })

  it('keeps an image once that comes twice by its token, and anew when it has gone since', async () => {
    const once = { _once: `kept-${'0a'.repeat(16)}` }
    const stored = async () =>
      Number((await app.pool.query<{ count: string }>('select count(*) from stored_files')).rows[0]!.count)
    const before = await stored()
    const [first, second] = await Promise.all([send(planner, JPG, once), send(planner, JPG, once)])
    expect(first.json()).toMatchObject({ width: 640, height: 480 })
    expect(second.json()).toEqual(first.json())
    expect(await stored()).toBe(before + 1)
    const other = await send(planner, PNG, once)
    expect([other.status, other.json().message]).toEqual([409, expect.stringContaining('al een ander bestand bewaard')])
    const { file_name } = first.json<{ file_name: string }>()
    await app.db.deleteFrom('stored_files').where('storage_key', '=', uploadKey('gallery', file_name)).execute()
    const again = (await send(planner, JPG, once)).json<{ file_name: string }>()
    expect(again.file_name).not.toBe(file_name)
    expect((await send(planner, JPG, once)).json()).toEqual(again)
    expect(await stored()).toBe(before + 1)
  })

  it('gives out names that lead nowhere else when they come back', () => {
    for (const name of ['../../secret.png', 'foto.png', `${'0'.repeat(36)}.png`, ''])
      expect(() => uploadKey('gallery', name)).toThrow('niet gevonden')
  })
})

describe('a picture on a document', () => {
  const rowsOf = (png: Buffer) => {
    const read = readPng(png)!
    return { ...read, rows: inflateSync(read.packed) }
  }

  it('is the one that was sent, however its rows are filtered, on white and without what is see-through', async () => {
    const [width, height] = [5, 10]
    const plain = Buffer.from(Array.from({ length: height * width * 4 }, (_, i) => (i * 89) % 256))
    const at = (x: number, y: number) => (x < 0 || y < 0 ? 0 : plain[y * width * 4 + x]!)
    const rows = Buffer.concat(
      Array.from({ length: height }, (_, y) => {
        const kind = y % 5
        const guess = (x: number) => {
          const [left, up, corner] = [at(x - 4, y), at(x, y - 1), x < 4 ? 0 : at(x - 4, y - 1)]
          const nearest = [left, up, corner].toSorted(
            (a, b) => Math.abs(left + up - corner - a) - Math.abs(left + up - corner - b),
          )
          return [0, left, up, (left + up) >> 1, nearest[0]!][kind]!
        }
        return Buffer.from([kind, ...Array.from({ length: width * 4 }, (_x, x) => at(x, y) - guess(x))])
      }),
    )
    const shown = rowsOf((await printable(pngOf(width, height, deflateSync(rows))))!)
    expect([shown.color, shown.width, shown.height]).toEqual([COLOR.rgb, width, height])
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        for (let i = 0; i < 3; i++) {
          const alpha = at(x * 4 + 3, y) / 255
          const onWhite = 255 + (at(x * 4 + i, y) - 255) * alpha
          expect(Math.abs(shown.rows[y * (1 + width * 3) + 1 + x * 3 + i]! - onWhite)).toBeLessThanOrEqual(1)
        }
  })

  it.each<[string, PngColor, number, number[], Record<string, number[]>, number[]]>([
    ['numbers of colours', COLOR.palette, 2, [0b00011011], { PLTE: [9, 9, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9], tRNS: [0, 255] }, [255, 255, 255, 1, 2, 3, 4, 5, 6, 7, 8, 9]], // prettier-ignore
    ['grey in sixteen bits', COLOR.greyAlpha, 16, [40, 1, 255, 1, 40, 1, 0, 0, 0, 0, 255, 255, 90, 0, 255, 0], {}, [40, 40, 40, 255, 255, 255, 0, 0, 0, 90, 90, 90]], // prettier-ignore
  ])('is right of %s', async (_what, color, depth, row, extra, pixels) => {
    const packed = deflateSync(Buffer.from([0, ...row]))
    const chunks = Object.entries(extra).map(([kind, data]) => ({ kind, data: Buffer.from(data) }))
    const shown = rowsOf((await printable(pngOf(4, 1, packed, { head: [depth, color], extra: chunks })))!)
    expect([...shown.rows]).toEqual([0, ...pixels])
  })

  it('is as small as it is seen, and without what else the file tells', async () => {
    const large = pngOf(4000, 2001, undefined, { extra: [{ kind: 'tEXt', data: Buffer.alloc(200_000, 'a') }] })
    const shown = rowsOf((await printable(large))!)
    expect([shown.width, shown.height, shown.rows.length]).toEqual([1000, 501, rowBytes(shown) * 501])
    expect(shown.rows.every((byte, i) => byte === (i % rowBytes(shown) === 0 ? 0 : 255))).toBe(true)
    const opaque = pngOf(4000, 10, deflateSync(Buffer.alloc(12_001 * 10)), { head: [8, COLOR.rgb] })
    expect((await printable(opaque))!.equals(opaque)).toBe(true)
    expect(await printable(images.webp)).toBeNull()
  })
})
