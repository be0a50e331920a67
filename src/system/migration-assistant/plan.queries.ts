import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { Registry } from '../../platform/registry.ts'
import { type Judged, type ListedRow, planRows, type Target } from '../importing/index.ts'
import type { OpenMove } from './moves.queries.ts'
import { contentOf, nameOf, withKeepers } from './steps.rules.ts'
import type { OldRow } from './types.ts'

/** What would come of the rows of a step as things stand. */
export interface Plan {
  judged: Judged[]
  /** The rows that are left to the import. */
  rows: ListedRow[]
  old: ReadonlyMap<number, OldRow>
}

const TWICE = 'Dit nummer staat twee keer in het oude systeem.'
const CHANGED = 'Is in het oude systeem gewijzigd nadat het was overgenomen. Wijzig het hier zelf.'

/** Old ids that were taken over before, with the records that are still there. */
async function linksOf(
  db: Db | Trx,
  registry: Registry,
  { source }: Pick<OpenMove, 'source'>,
  { name, record }: Target,
): Promise<Map<string, { id: number; content: string }>> {
  const { table } = registry.record(record)
  const { rows } = await sql<{ old_id: string; id: number; content: string }>`
    select links.old_id, links.record_id as id, links.content from migration_links links
    join ${sql.table(table)} kept on kept.id = links.record_id
    where links.source = ${source} and links.what = ${name}`.execute(db)
  return new Map(rows.map(({ old_id, ...link }) => [old_id, link]))
}

/** The rows that have come of a step, by their lines. */
async function rowsOf(db: Db | Trx, move: OpenMove, what: string): Promise<Map<number, OldRow>> {
  const rows = await db
    .selectFrom('migration_rows')
    .select(['line', 'old_id', 'cells'])
    .where('move_id', '=', move.id)
    .where('what', '=', what)
    .where('part', 'is not', null)
    .orderBy('line')
    .execute()
  return new Map(rows.map(({ line, ...row }) => [line, withKeepers(what, row as OldRow, move.keepers)]))
}

export async function planStep(db: Db | Trx, registry: Registry, move: OpenMove, target: Target): Promise<Plan> {
  const old = await rowsOf(db, move, target.name)
  const links = await linksOf(db, registry, move, target)
  const seen = new Set<string>()
  const settled: Judged[] = []
  const rows: ListedRow[] = []
  for (const [line, row] of old) {
    const { old_id, cells } = row
    const link = links.get(old_id)
    const isTwice = seen.has(old_id)
    seen.add(old_id)
    const as = (outcome: Judged['outcome'], why: string, id: number | null): Judged =>
      ({ line, name: nameOf(row), outcome, why, id, version: 0, stored: {}, changes: {}, input: null, candidates: [] }) // prettier-ignore
    if (isTwice) settled.push(as('refused', TWICE, null))
    else if (link === undefined) rows.push({ line, cells })
    else if (link.content === contentOf(cells)) settled.push(as('same', 'Al overgenomen.', link.id))
    else settled.push(as('refused', CHANGED, link.id))
  }
  const imported = await planRows(db, registry, target, rows)
  return { judged: [...settled, ...imported].sort((a, b) => a.line - b.line), rows, old }
}
