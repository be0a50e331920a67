/** How modules name their records and columns to the reader of the history. */
import type { Db } from '../../platform/database/types.ts'
import { type Catalogue, type FieldFacts, flattened, labelWithUnit } from '../../platform/fields/facts.ts'
import { capital } from '../../platform/format/sentence.ts'
import { point } from '../../platform/points.ts'
import { addedFields } from '../../platform/screens/form/added-fields.ts'
import type { Registry } from '../../platform/registry.ts'

/** How the history names a column: its Dutch label, and what its values mean where they do not speak for themselves. */
export type HistoryField =
  | string
  | {
      label: string
      record?: string
      values?: Readonly<Record<string, string>>
      /** Whole cents, read as an amount. */
      money?: true
    }

/**
 * How the history names the records of one type, as the history triggers call it, and the columns that its catalogue of
 * fields does not have.
 */
export interface HistoryLabels {
  /** Dutch singular with a capital, where it is not as its record type has it: 'Contact'. */
  label?: string
  /** Dutch plural in small letters, where no record type tells it. */
  many?: string
  /**
   * How the person or thing of such a row is called where a sentence counts them, and the column that names it; `where`
   * is the column of what they come to or leave, which the sentence tells behind them.
   */
  about?: { one: string; many: string; column: string; where?: string }
  /** To what such records belong, by their ids, as it stands behind 'van' where a sentence counts them: 'planning 20424 (BHV basis)'. */
  whole?: (db: Db, ids: number[]) => Promise<Map<number, string>>
  /** What is done with such records, by action, where 'voegde * toe' and the like do not say it: 'schreef * in'. */
  acts?: Readonly<Record<string, string>>
  /** What it is of what records carry: its `object_type` and `object_id` are read as a name, 'Contact: Anouk'. */
  of?: string
  fields?: Record<string, HistoryField>
}

/** With what its record type tells. */
export type KnownLabels = HistoryLabels & Required<Pick<HistoryLabels, 'label' | 'fields'>>

/** By record type, of what that does not tell itself. */
export const historyLabels = point<Record<string, HistoryLabels>>('history labels')

const inHistory = ({ record, options, ...field }: FieldFacts): HistoryField => ({
  label: labelWithUnit(field),
  ...(record === undefined ? {} : { record }),
  ...(options === undefined ? {} : { values: options }),
})

/** How the fields of a catalogue stand in the history. */
export const historyFieldsOf = (catalogue: Catalogue): Record<string, HistoryField> =>
  Object.fromEntries(Object.entries(flattened(catalogue)).map(([name, field]) => [name, inHistory(field)]))

/** The fields with one for each type of record that can carry it, as `contact_id`: so it is named, and once was. */
const withOwners = (registry: Registry, of: string | undefined, fields: KnownLabels['fields'] = {}) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([column, field]) =>
      of === undefined || column !== 'object_type'
        ? [[column, field]]
        : [
            ...registry
              .recordTypes()
              .filter(({ carries }) => carries?.includes(of))
              .map(({ type, label }) => [`${type}_id`, { label: capital(label.one), record: type }]),
            [column, field],
          ],
    ),
  ) as KnownLabels['fields']

const known = new WeakMap<Registry, ReadonlyMap<string, KnownLabels>>()

/**
 * How the history speaks of each record type: of its fields as their catalogue does, of the rest as modules say. Types
 * without labels are shown to administrators only, in the words of the database.
 */
export function labelsOf(registry: Registry): ReadonlyMap<string, KnownLabels> {
  let labels = known.get(registry)
  if (labels) return labels
  const records = new Map(registry.recordTypes().map((record) => [record.type, record]))
  const told = [...records].flatMap(([type, { history = true }]) => (history ? [[type, {}] as const] : []))
  const given = registry.all(historyLabels).flatMap((some) => Object.entries(some))
  // Several modules name columns of one type: of an order those of its lines, its contacts and its devices.
  const all = new Map<string, HistoryLabels>()
  for (const [type, { fields, ...rest }] of [...told, ...given] as (readonly [string, HistoryLabels])[]) {
    const before = all.get(type)
    all.set(type, { ...before, ...rest, fields: { ...before?.fields, ...fields } })
  }
  labels = new Map(
    [...all].map(([type, { label, fields, ...rest }]) => {
      const record = records.get(type)
      const added = registry.all(addedFields).flatMap((given) => (given.record === type ? [given.fields] : []))
      const named = {
        ...historyFieldsOf(Object.assign({}, record?.fields, ...added) as Catalogue),
        ...withOwners(registry, rest.of, fields),
      }
      return [type, { ...rest, label: label ?? capital(record?.label.one ?? type), fields: named }]
    }),
  )
  known.set(registry, labels)
  return labels
}
