import { p95 } from './figures.ts'

/** Requests under way at any moment. */
const LANES = 4

/** What a browser sends with a save. */
export async function savingHeaders(url: string, cookie: string): Promise<Record<string, string>> {
  const page = await (await fetch(`${url}/contacts`, { headers: { cookie, accept: 'text/html' } })).text()
  const token = /name="csrf-token" content="([^"]+)"/.exec(page)![1]!
  return { cookie, 'HX-Request': 'true', 'X-CSRF-Token': token }
}

/** The time within which 95 % of the contacts tables came, asked for without pause for so long. */
export async function tableP95(url: string, cookie: string, goesOn: () => boolean): Promise<number> {
  const times: number[] = []
  const lane = async () => {
    while (goesOn()) {
      const start = performance.now()
      const answer = await fetch(`${url}/contacts`, { headers: { cookie, 'HX-Request': 'true' } })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`/contacts answered ${answer.status}`)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return p95(times)
}

/** Says yes for so many seconds from now. */
export function forSeconds(seconds: number): () => boolean {
  const until = performance.now() + seconds * 1000
  return () => performance.now() < until
}

/** The 95th percentile of the contacts table while a piece of work is done, and what that work answers. */
export async function tableWhile<T>(url: string, cookie: string, work: Promise<T>): Promise<{ p95: number; value: T }> {
  let going = true
  const [found, value] = await Promise.all([tableP95(url, cookie, () => going), work.finally(() => (going = false))])
  return { p95: found, value }
}
