/** Asks who is busy; without a DOM. */
export interface Occupation {
  contact_id: number
  id: number
  description: string
  /** 'do 19-11-2026, 08:30–16:30'. */
  period: string
}

/** When a part takes place, in epoch seconds. */
export interface Span {
  from: string
  to: string
}

/** So many requests at a time (training 9). */
const AT_ONCE = 5

/** Who is busy during each of these spans, in their order. */
export async function occupationsDuring(
  spans: readonly Span[],
  get: (url: string) => Promise<Occupation[]>,
): Promise<Occupation[][]> {
  const found: Occupation[][] = []
  for (let at = 0; at < spans.length; at += AT_ONCE) {
    const urls = spans.slice(at, at + AT_ONCE).map(({ from, to }) => `/calendar/getOccupations?from=${from}&to=${to}`)
    found.push(...(await Promise.all(urls.map(get))))
  }
  return found
}

/** 'Theorie BHV, do 19-11-2026, 08:30–16:00; …': what keeps one person busy; '' for nothing. */
export function busyText(occupations: readonly Occupation[], contactId: string): string {
  return occupations
    .filter(({ contact_id }) => String(contact_id) === contactId)
    .map(({ description, period }) => `${description}, ${period}`)
    .join('; ')
}
