import { formatCount } from '../../../platform/format/format.ts'

/*
 * What the steps say where they are folded on one page: what comes of them as they stand. Null where there is something
 * to choose, which is then open.
 */

export const NOBODY = 'Niemand is geslaagd'

export const presenceLine = ({ present, passed }: { present: number; passed: number }): string =>
  `${present} aanwezig, ${passed} geslaagd`

export function refresherLine(rows: readonly { choice: string; dueOn: string }[]): string | null {
  if (rows.length === 0) return NOBODY
  if (rows.some(({ choice }) => choice === '')) return null
  const kept = rows.filter(({ choice }) => choice !== '-1')
  if (kept.length === 0) return 'Geen'
  const days = new Set(kept.map(({ dueOn }) => dueOn))
  const until = days.size === 1 ? `, vervalt op ${[...days].join()}` : ''
  return `${formatCount(kept.length, 'herhaling', 'herhalingen')}${until}`
}

export function documentLine(
  documents: readonly { layout: { name: string }; chosen: boolean; count: number }[],
  day: string,
): string | null {
  const chosen = documents.filter((document) => document.chosen)
  if (chosen.length === 0)
    return documents.length > 0 && documents.every(({ count }) => count === 0) ? 'Zijn al gemaakt' : null
  const of = chosen.map(({ layout, count }) => `${layout.name} voor ${formatCount(count, 'cursist', 'cursisten')}`)
  return `${of.join(', ')}, datum van afgifte ${day}`
}
