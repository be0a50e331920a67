import { type RowChange, rowKey, sideOf } from './net-changes.ts'
import type { Restoring, RowName } from './points.ts'
import type { Reference } from './tables.ts'

/** A record with what hangs on it: given back whole or not at all. */
export type Unit = RowChange[]

/**
 * Divides the rows of a change set into units: rows of one record belong together, and so do a row that came or went
 * and those that name it, and what modules say of their own rows.
 * @param wholes rows of the set with what they are part of
 */
export function unitsOf(
  changes: RowChange[],
  references: readonly Reference[],
  restorings: readonly Pick<Restoring, 'table' | 'together'>[] = [],
  wholes: readonly (readonly [part: RowName, whole: RowName])[] = [],
): Unit[] {
  const leader = new Map(changes.map((change) => [rowKey(change), rowKey(change)]))
  const leaderOf = (key: string): string => {
    let at = key
    while (leader.get(at) !== at) at = leader.get(at)!
    return at
  }
  const join = (one: RowName, other: RowName) => leader.set(leaderOf(rowKey(one)), leaderOf(rowKey(other)))

  const joinAlike = (rows: RowChange[], keyOf: (change: RowChange) => unknown) => {
    for (const [first, ...others] of Map.groupBy(rows, keyOf).values()) for (const other of others) join(other, first!)
  }
  joinAlike(
    changes.filter(({ record }) => record),
    ({ record }) => `${record!.type} ${record!.id}`,
  )
  for (const { table, together } of restorings)
    if (together)
      joinAlike(
        changes.filter((change) => change.table === table && change.kind !== 'changed'),
        together,
      )

  for (const [part, whole] of wholes) if (leader.has(rowKey(whole))) join(part, whole)
  const named = namedBy(changes, references)
  for (const change of changes) for (const other of named(change)) join(change, other)
  return [...Map.groupBy(changes, (change) => leaderOf(rowKey(change))).values()]
}

/** Finds the rows of the set that came or went and that a row names. */
function namedBy(changes: RowChange[], references: readonly Reference[]): (change: RowChange) => RowChange[] {
  const found = new Map<string, RowChange>()
  const keyOf = (reference: Reference, values: unknown[]) => JSON.stringify([reference.to, reference.toColumns, values])
  for (const change of changes) {
    if (change.kind === 'changed') continue
    const values = { ...sideOf(change), id: change.id } as Record<string, unknown>
    for (const reference of references)
      if (reference.to === change.table)
        found.set(
          keyOf(
            reference,
            reference.toColumns.map((column) => values[column] ?? null),
          ),
          change,
        )
  }
  return (change) =>
    references
      .filter(({ table }) => table === change.table)
      .flatMap((reference) =>
        [change.before, change.after]
          .filter(({ [reference.type?.column ?? '']: type }) => !reference.type || type === reference.type.value)
          .flatMap(
            (side) =>
              found.get(
                keyOf(
                  reference,
                  reference.columns.map((column) => side[column] ?? null),
                ),
              ) ?? [],
          ),
      )
}
