import type { Browser } from './app.ts'
import { shownFields } from './example-calls.ts'

/** What the question of a bulk action shows under these choices, and what sending it then sends. */
export async function askBulk(browser: Browser, url: string, ids: number[], choices: Record<string, string>) {
  const form = { ...shownFields((await browser.get(`${url}?ids=${ids.join(',')}`)).$), ...choices }
  const shown = await browser.post(`${url}/preview`, form)
  return { shown, form: { ...form, ...shownFields(shown.$) } }
}
