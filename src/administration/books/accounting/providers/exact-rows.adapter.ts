/** How answers of Exact Online are shaped: rows of OData, page by page. */
import * as z from 'zod'
import { Unavailable } from '../../../../platform/outside/ask-json.ts'
import type { Books, Call } from '../types.ts'

const page = z.object({
  d: z.union([
    z.object({ results: z.array(z.record(z.string(), z.unknown())), __next: z.string().max(4000).optional() }),
    z.array(z.record(z.string(), z.unknown())).transform((results) => ({ results, __next: undefined })),
  ]),
})
export type Row = Record<string, unknown>

export const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
export const cents = (value: unknown): number => Math.round(Number(value ?? 0) * 100)
/** '/Date(1795564800000)/', or an ISO day. */
export const dayOf = (value: unknown): string => {
  const ms = /^\/Date\((-?\d+)/.exec(text(value))?.[1]
  return ms === undefined ? text(value).slice(0, 10) : new Date(Number(ms)).toISOString().slice(0, 10)
}
export const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`
export const at = ({ administration }: Books, path: string, query: Record<string, string> = {}): string => {
  const search = new URLSearchParams(query).toString()
  return `/api/v1/${encodeURIComponent(administration)}/${path}${search === '' ? '' : `?${search}`}`
}

export function rowsOf(body: unknown): { rows: Row[]; next: string | undefined } {
  const read = page.safeParse(body)
  if (!read.success) throw new Unavailable('the answer has another shape')
  return { rows: read.data.d.results, next: read.data.d.__next }
}

/** All pages of a list, one after the other. */
export async function* pages(call: Call, path: string): AsyncGenerator<Row[]> {
  let next: string | undefined = path
  while (next !== undefined) {
    const { rows, next: after } = rowsOf((await call(next)).body)
    yield rows
    // A whole address, of which only what is below that of the package is followed.
    next =
      after === undefined ? undefined : new URL(after, 'http://exact').pathname + new URL(after, 'http://exact').search
  }
}

export async function all(call: Call, path: string): Promise<Row[]> {
  const rows: Row[] = []
  for await (const some of pages(call, path)) rows.push(...some)
  return rows
}
