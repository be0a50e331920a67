/** How modules name their records and columns to the reader of the history. */
import { type Catalogue, type FieldFacts, flattened, labelWithUnit } from '../../platform/fields/facts.ts'
import { point } from '../../platform/points.ts'
import type { Registry } from '../../platform/registry.ts'

/** How the history names a column: its Dutch label, and what its values mean where they do not speak for themselves. */
export type HistoryField = string | { label: string; record?: string; values?: Readonly<Record<string, string>> }

/**
 * How the history names the records of one type, as the history triggers call it, and the columns that its catalogue of
 * fields does not have.
 */
export interface HistoryLabels {
  /** Dutch singular with a capital: 'Contact'. */
  label: string
  fields: Record<string, HistoryField>
}

/** By record type; types without labels are shown to administrators only, in the words of the database. */
export const historyLabels = point<Record<string, HistoryLabels>>('history labels')

const inHistory = ({ record, options, ...field }: FieldFacts): HistoryField => ({
  label: labelWithUnit(field),
  ...(record === undefined ? {} : { record }),
  ...(options === undefined ? {} : { values: options }),
})

/** How the fields of a catalogue stand in the history. */
export const historyFieldsOf = (catalogue: Catalogue): Record<string, HistoryField> =>
  Object.fromEntries(Object.entries(flattened(catalogue)).map(([name, field]) => [name, inHistory(field)]))

const known = new WeakMap<Registry, ReadonlyMap<string, HistoryLabels>>()

/** How the history speaks of each record type: of its fields as their catalogue does, of the rest as modules say. */
export function labelsOf(registry: Registry): ReadonlyMap<string, HistoryLabels> {
  let labels = known.get(registry)
  if (labels) return labels
  const catalogues = new Map(registry.recordTypes().map(({ type, fields = {} }) => [type, fields]))
  const given = registry.all(historyLabels).flatMap((some) => Object.entries(some))
  labels = new Map(
    given.map(([type, { label, fields }]) => [
      type,
      { label, fields: { ...historyFieldsOf(catalogues.get(type) ?? {}), ...fields } },
    ]),
  )
  known.set(registry, labels)
  return labels
}
