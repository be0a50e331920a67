/** How modules name their records and columns to the reader of the history. */
import { point } from '../../platform/points.ts'
import type { Registry } from '../../platform/registry.ts'

/** How the history names a column: its Dutch label, and what its values mean where they do not speak for themselves. */
export type HistoryField = string | { label: string; record?: string; values?: Record<string, string> }

/** How the history names the records of one type, as the history triggers call it, and their columns. */
export interface HistoryLabels {
  /** Dutch singular with a capital: 'Contact'. */
  label: string
  fields: Record<string, HistoryField>
}

/** By record type; types without labels are shown to administrators only, in the words of the database. */
export const historyLabels = point<Record<string, HistoryLabels>>('history labels')

/** How the history speaks of each record type. */
export const labelsOf = (registry: Registry): ReadonlyMap<string, HistoryLabels> =>
  new Map(registry.all(historyLabels).flatMap((labels) => Object.entries(labels)))
