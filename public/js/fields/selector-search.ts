/** What a selector offers: what the server finds for a text, and the choices with a meaning of their own around it. */
import { fetchJson, withParams } from '../lib/request.ts'
import { type Choice, NEW, NONE, SAME, type SelectorSettings } from './selector.ts'

/** An answer is used again for this long (P-251). */
const CACHE_MS = 1000
export const DEFAULT_LIMIT = 50

export type Option = Choice & { $order: number }

const cache = new Map<string, { at: number; found: Promise<Choice[]> }>()

/** The server answers a list in its order; other places a map of id to description. */
function choicesIn(answer: unknown): Choice[] {
  if (Array.isArray(answer))
    return answer.map((row: { id: number | string; description?: string; label?: string; sub?: string }) => ({
      value: String(row.id),
      text: row.description ?? row.label ?? '',
      ...(row.sub ? { sub: row.sub } : {}),
    }))
  const pairs = Object.entries(answer as Record<string, string>).map(([value, text]) => ({ value, text }))
  // Keys of digits come out of JSON in the order of the numbers, so the order is made again here.
  return pairs.sort((a, b) => a.text.localeCompare(b.text, 'nl', { numeric: true }))
}

/** @param options of a tag input say nothing when they fail: that is only logged (P-242) */
export function search(
  settings: SelectorSettings,
  v: string,
  options: { signal: AbortSignal; failText?: string },
): Promise<Choice[]> {
  const { type, filters, limit } = settings
  const params: [string, string][] = [
    ['v', v],
    ['type', type],
    ['returnObjects', '1'],
    ...Object.entries(filters).map(([name, value]) => [`filters[${name}]`, value] as [string, string]),
  ]
  params.push(['limit', String(limit ?? DEFAULT_LIMIT)])
  const url = withParams('/ajax/specialSelectorSearch', params)
  const known = cache.get(url)
  if (known && Date.now() - known.at < CACHE_MS) return known.found
  const found = fetchJson<unknown>(url, options).then(choicesIn)
  cache.set(url, { at: Date.now(), found })
  found.catch(() => cache.delete(url))
  return found
}

/** Geen first, Zelfde next, Nieuw... last, whatever is searched for. */
export function withSpecials({ none, same, createUrl }: SelectorSettings, found: Choice[]): Option[] {
  const options: Option[] = found.map((choice, i) => ({ ...choice, $order: i + 10 }))
  if (none) options.unshift({ value: NONE, text: none, $order: 1 })
  if (same) options.unshift({ value: SAME, text: 'Zelfde', $order: 2 })
  if (createUrl) options.push({ value: NEW, text: 'Nieuw...', $order: 1e6 })
  return options
}
