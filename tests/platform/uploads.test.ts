import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readImageType } from '../../src/platform/files/image.ts'
import { uploadKey } from '../../src/platform/files/uploaded-images.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

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
    const answer = await send(planner, images.jpg, {}, 'mijn naïeve foto.exe')
    expect(answer.status).toBe(200)
    const { file_name, width, height } = answer.json<{ file_name: string; width: number; height: number }>()
    expect([width, height]).toEqual([640, 480])
    expect(file_name).toMatch(/^[0-9a-f-]{36}\.jpg$/)
    expect((await app.services.files.read(uploadKey('gallery', file_name))).equals(images.jpg)).toBe(true)
    const { rows } = await app.pool.query(
      'select name, mime_type, created_by from stored_files order by id desc limit 1',
    )
    expect(rows).toEqual([{ name: 'mijn naïeve foto.exe', mime_type: 'image/jpeg', created_by: planner.userId }])
  })

  it('refuses more than 3,000,000 bytes, whatever size the browser asks for [P-189][P-190][M-010]', async () => {
    const image = (size: number) => Buffer.concat([images.png, Buffer.alloc(size - images.png.length)])
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

  it('serves only places that an area declared, for whoever may change something there', async () => {
    expect((await send(planner, images.png, { path: '../../etc' })).status).toBe(422)
    expect((await send(await app.as(3), images.png)).status).toBe(403)
    expect((await app.anonymous.request('/file/upload', { method: 'POST' })).status).toBe(401)
    expect((await planner.post('/file/upload', { path: 'gallery' })).json()).toEqual({ file: ['Kies een bestand.'] })
  })

  it('says of an empty file that it is, and cleans the name it keeps', async () => {
    expect((await send(planner, Buffer.alloc(0))).json()).toEqual({ file: ['Dit bestand is leeg.'] })
    expect((await send(planner, images.png, {}, '../map/fo\u202eto\u2066.png')).status).toBe(200)
    const { rows } = await app.pool.query('select name from stored_files order by id desc limit 1')
    expect(rows).toEqual([{ name: 'foto.png' }])
  })

  it('keeps an image once that comes twice by its token, and anew when it has gone since', async () => {
    const once = { _once: `kept-${'0a'.repeat(16)}` }
    const stored = async () =>
      Number((await app.pool.query<{ count: string }>('select count(*) from stored_files')).rows[0]!.count)
    const before = await stored()
    const [first, second] = await Promise.all([send(planner, images.jpg, once), send(planner, images.jpg, once)])
    expect(first.json()).toMatchObject({ width: 640, height: 480 })
    expect(second.json()).toEqual(first.json())
    expect(await stored()).toBe(before + 1)
    expect((await send(planner, images.png, once)).status).toBe(409)
    const { file_name } = first.json<{ file_name: string }>()
    await app.db.deleteFrom('stored_files').where('storage_key', '=', uploadKey('gallery', file_name)).execute()
    const again = (await send(planner, images.jpg, once)).json<{ file_name: string }>()
    expect(again.file_name).not.toBe(file_name)
    expect((await send(planner, images.jpg, once)).json()).toEqual(again)
    expect(await stored()).toBe(before + 1)
  })

  it('gives out names that lead nowhere else when they come back', () => {
    for (const name of ['../../secret.png', 'foto.png', `${'0'.repeat(36)}.png`, ''])
      expect(() => uploadKey('gallery', name)).toThrow('niet gevonden')
  })
})
