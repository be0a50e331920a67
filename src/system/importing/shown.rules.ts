/** What becomes of rows, in words. */
import { formatDate } from '../../platform/format/format.ts'
import type { Judged, Outcome } from './judging.rules.ts'
import type { Target } from './types.ts'

export const WORDS: Record<Outcome, string> = {
  new: 'Nieuw',
  changed: 'Bijgewerkt',
  same: 'Blijft gelijk',
  doubt: 'Twijfel',
  refused: 'Gaat niet mee',
}
export const ORDER: Outcome[] = ['doubt', 'refused', 'changed', 'new', 'same']

/** What changes, field by field; of what is chosen its label alone. */
const changesText = ({ fields }: Target, { changes, stored }: Pick<Judged, 'changes' | 'stored'>): string =>
  Object.entries(changes)
    .map(([field, value]) => {
      const { label = field, kind, record, options } = fields[field] ?? {}
      if (record !== undefined || options !== undefined) return label
      const told = (one: unknown) => {
        if (typeof one === 'number') return String(one)
        return typeof one !== 'string' ? '' : kind === 'date' ? formatDate(one) : one
      }
      return `${label}: ${[told(stored[field]), told(value)].filter(Boolean).join(' → ')}`
    })
    .join(', ')

export const shownRow = (target: Target, one: Judged, names: Map<number, string> | undefined) => ({
  ...{ line: one.line, name: one.name, outcome: one.outcome },
  why: one.outcome === 'changed' ? changesText(target, one) : one.why,
  uses: one.candidates
    .filter(({ guard }) => guard === null)
    .map((known) => ({
      id: known.id,
      label: `Gebruik ${[names?.get(known.id), known.id].filter(Boolean).join(', ')}`,
      changes: changesText(target, known),
    })),
})
