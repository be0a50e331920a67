import { sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { type Finding, judgeStored } from '../../planning/appointments/index.ts'
import type { Opening } from './types.ts'

/** What is to be known of a planning before people are put in it. */
export interface Standing {
  isOption: boolean
  /** What is not right about it that no planner settled, each sentence once. */
  found: Pick<Finding, 'tone' | 'text'>[]
}

/** How the plannings that are there stand, by their openings; as 'Te herstellen' judges them, however far ahead. */
export async function standingOf(
  db: Db,
  registry: Registry,
  openings: readonly Opening[],
): Promise<Map<Opening, Standing>> {
  const there = new Map(openings.filter(({ fresh }) => fresh === null).map((one) => [Number(one.key.slice(1)), one]))
  if (there.size === 0) return new Map()
  const { rows } = await sql<{ id: number; opening: number; status: string }>`
    select part.id, chosen.id as opening, part.status from appointments chosen
    join appointments part on part.group_id = chosen.group_id
    where chosen.id = any(${[...there.keys()]}::integer[]) order by part.starts_at, part.id`.execute(db)
  const judged = await judgeStored(
    db,
    registry,
    rows.map(({ id }) => id),
  )
  return new Map(
    [...Map.groupBy(rows, ({ opening }) => opening)].map(([opening, parts]) => {
      const open = parts.flatMap(({ id }) => judged.get(id) ?? []).filter(({ settled }) => settled !== true)
      const once = new Map(open.map(({ tone, text }) => [text, { tone, text }]))
      const isOption = parts.some(({ status }) => status === 'option')
      return [there.get(opening)!, { isOption, found: [...once.values()] }]
    }),
  )
}
