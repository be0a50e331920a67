import { deflateSync, crc32 } from 'node:zlib'
import { ROLE } from '../../src/platform/access/roles.ts'
import type { FormValue, TestApp } from '../support/app.ts'
import { visitor } from '../support/visitor.ts'

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A png as a canvas writes one: so many pixels of one colour, or what is packed in its stead. */
export function pngOf(width: number, height: number, packed?: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', packed ?? deflateSync(Buffer.alloc((1 + width * 4) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const drawn = (bytes: Buffer, type = 'png') => `data:image/${type};base64,${bytes.toString('base64')}`
export const SIGNATURE = drawn(pngOf(40, 20))

/** What whoever has the link of a quotation does with it. */
export function answering(app: TestApp) {
  const planner = () => app.as(ROLE.scheduler)
  const linkOf = async (id: number): Promise<string> => {
    const browser = await planner()
    await browser.post(`/administration/quotation/make_link/${id}`)
    const { $ } = await browser.get(`/administration/quotation/link/${id}`)
    return new URL($(`#quotation-link-${id}`).val() as string).pathname
  }
  /** The page as it was opened, and what is sent from it: by default with what it counted. */
  const open = async (path: string) => {
    const reader = visitor(app)
    const page = await reader.request(path)
    const hidden = (name: string) => (page.$(`input[name=${name}]`).val() as string | undefined) ?? ''
    const send = (fields: Record<string, FormValue>) => {
      const body = new URLSearchParams({ _token: hidden('_token'), seen: hidden('seen') })
      const { chosen = [], ...rest } = fields
      for (const id of [chosen].flat()) body.append('chosen', String(id))
      body.set('counted', [chosen].flat().join(','))
      for (const [name, value] of Object.entries(rest)) body.set(name, String(value))
      return reader.request(path, { method: 'POST', body })
    }
    return { page, send, again: () => reader.request(path), get: reader.request }
  }
  return { linkOf, open, visit: async (id: number) => open(await linkOf(id)) }
}
