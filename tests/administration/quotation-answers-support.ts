import { ROLE } from '../../src/platform/access/roles.ts'
import type { FormValue, TestApp } from '../support/app.ts'
import { pngOf } from '../support/images.ts'
import { visitor } from '../support/visitor.ts'

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
