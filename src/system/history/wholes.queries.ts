import type { Services } from '../../platform/services.ts'
import { labelsOf } from './points.ts'

interface Row {
  type: string
  record: number | null
}

const severalOf = (rows: readonly Row[], type: string): number[] => {
  const ids = new Set(rows.flatMap((row) => (row.type === type && row.record !== null ? [row.record] : [])))
  return ids.size > 1 ? [...ids] : []
}

/** To what the records belong of which an action has several of a kind, by type and id, where their modules say that. */
export async function wholesOf(
  actions: readonly { rows: readonly Row[] }[],
  { db, registry }: Pick<Services, 'db' | 'registry'>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const [type, { whole }] of labelsOf(registry)) {
    const ids = [...new Set(actions.flatMap(({ rows }) => severalOf(rows, type)))]
    if (whole && ids.length > 0) for (const [id, name] of await whole(db, ids)) found.set(`${type}:${id}`, name)
  }
  return found
}
