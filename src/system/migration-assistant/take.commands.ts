import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import { HttpError } from '../../platform/errors.ts'
import type { Services } from '../../platform/services.ts'
import {
  type Counts,
  countsOf,
  countsText,
  type Judged,
  type ListedRow,
  listOutcomes,
  planRows,
  takeBatch,
  type Target,
  type Work,
} from '../importing/index.ts'
import { PARTS } from './assistant.contract.ts'
import { systemOf } from './old-system.ts'
import { type Plan, planStep } from './plan.queries.ts'
import { refuseDoubles } from './moves.commands.ts'
import { type OpenMove, listProgress } from './moves.queries.ts'
import { contentOf } from './steps.rules.ts'

const CHANGED_SINCE = 'Intussen is er iets gewijzigd, waardoor de uitslag anders wordt dan de proef. Bekijk de stap opnieuw.' // prettier-ignore

/**
 * Whether all that the older system has of a kind has come, and no debtor number stands there twice.
 * @throws HttpError 409 or 424
 */
export async function assertComplete(services: Services, move: OpenMove, { name, label }: Target): Promise<void> {
  const at = (await listProgress(services.db, move.id)).get(name)
  if (at?.parts.length !== PARTS) throw new HttpError(409, `Haal eerst alle ${label.many} op.`)
  const system = systemOf(services, services.db, move)
  await refuseDoubles(system, move.keepers)
  const now = (await system.counts()).get(name) ?? 0
  if (now !== at.fetched)
    throw new HttpError(409, `Het oude systeem telt nu ${now} ${label.many}; opgehaald zijn er ${at.fetched}. Haal ze opnieuw op.`) // prettier-ignore
}

/** Rows per statement. */
const SLICE = 5000

type Came = Pick<Judged, 'line' | 'outcome' | 'why'> & { record_id: number | null }

/**
 * Takes a kind over: through the import, whole or not at all.
 * @param how.left lines that somebody left out of it
 * @throws HttpError 409 where it would come to something else than its proof
 */
export async function takeStep(
  work: Work,
  move: OpenMove,
  target: Target,
  how: { expected: string; doubts: boolean; left: ReadonlySet<number> },
): Promise<{ counts: Counts; added: number }> {
  const { trx } = work
  const plan = await planStep(trx, work.services.registry, move, target)
  if (countsText(countsOf(plan.judged)) !== how.expected) throw new HttpError(409, CHANGED_SINCE)
  const rows = plan.rows.filter(({ line }) => !how.left.has(line))
  const lines = new Set(rows.map(({ line }) => line))
  const imported = rows.length > 0 ? await importRows(work, target, rows, how.doubts) : []
  const settled = plan.judged
    .filter(({ line }) => !lines.has(line))
    .map((one): Came => how.left.has(one.line) ? { ...one, outcome: 'refused', why: LEFT, record_id: null } : { ...one, record_id: one.id }) // prettier-ignore
  await keepOutcomes(trx, move, target.name, plan, [...settled, ...imported])
  const counts = countsOf([...settled, ...imported])
  return { counts, added: counts.new + (how.doubts ? counts.doubt : 0) }
}

const LEFT = 'Niet aangevinkt.'

async function importRows(work: Work, target: Target, rows: ListedRow[], doubts: boolean): Promise<Came[]> {
  const expected = countsText(countsOf(await planRows(work.trx, work.services.registry, target, rows)))
  const key = randomUUID()
  let id = 0
  for (let at = 0; at < rows.length; at += SLICE)
    ({ id } = await takeBatch(work, {
      ...{ table: target.name, key, file_names: 'Overstappen', total: rows.length, doubts, expected },
      ...{ choices: {}, source: '', columns: [] },
      import_data: rows.slice(at, at + SLICE),
    }))
  return listOutcomes(work.trx, id)
}

/** What became of each row, and for good which record came of which old one. */
async function keepOutcomes(
  trx: Trx,
  move: OpenMove,
  what: string,
  { old }: Plan,
  came: readonly Came[],
): Promise<void> {
  const log = came.map(({ line, outcome, why, record_id }) => {
    const { old_id, cells } = old.get(line)!
    return { line, outcome, why, record_id, old_id, content: contentOf(cells) }
  })
  await sql`
    with log as (
      select * from jsonb_to_recordset(${JSON.stringify(log)}::jsonb)
        as log (line integer, outcome text, why text, record_id integer, old_id text, content text)
    ), links as (
      insert into migration_links (source, what, old_id, record_id, content)
      select ${move.source}, ${what}, old_id, record_id, content from log
      where record_id is not null and outcome <> 'refused'
      on conflict (source, what, old_id) do update set record_id = excluded.record_id, content = excluded.content
    )
    update migration_rows set outcome = log.outcome, why = log.why, record_id = log.record_id from log
    where move_id = ${move.id} and what = ${what} and migration_rows.line = log.line`.execute(trx)
  await trx.updateTable('migration_steps').set({ done_at: new Date() }).where('move_id', '=', move.id).where('what', '=', what).execute() // prettier-ignore
}
