import { type SqlBool, sql } from 'kysely'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import type { Asked } from './autopilot.forms.ts'
import type { Due, Proposal } from './types.ts'
import { readGround } from './inputs.queries.ts'
import { propose } from './proposing.rules.ts'
import { finishInTurns } from '../../../platform/jobs/turns.ts'
import { kilometresBetween } from './regions.rules.ts'

/** Establishments that people can live near, in Dutch order. */
export const listNear = (db: Db) =>
  db
    .selectFrom('establishments')
    .select(['id', 'name', 'postal_code'])
    .where('active', '=', true)
    .orderBy(sql`name collate "nl-x-icu"`)
    .execute()

/** Refreshers that are chosen, or that end in a period, of a course and of a company with all below it. */
function which(ids: number[], { course_id, company_id, from, until }: Asked) {
  if (ids.length > 0) return sql<SqlBool>`contact_refreshers.id = any(${ids})`
  const conditions = [sql<SqlBool>`contact_refreshers.expires_at <= ${until}`]
  if (from !== null) conditions.push(sql<SqlBool>`contact_refreshers.expires_at >= ${from}`)
  if (course_id !== null) conditions.push(sql<SqlBool>`contact_refreshers.course_id = ${course_id}`)
  if (company_id !== null)
    conditions.push(sql<SqlBool>`contact_refreshers.contact_id in (
      with recursive tree as (select id from companies where id = ${company_id}
        union select c.id from companies c join tree on c.parent_id = tree.id)
      select contact_id from contact_companies where company_id in (select id from tree))`)
  return sql.join<SqlBool>(conditions, sql` and `)
}

/** Where everybody who is asked about can go, and why. */
export async function makeProposal(
  db: Db,
  registry: Registry,
  viewer: Viewer,
  ids: number[],
  asked: Asked,
): Promise<Proposal> {
  const { minimum, withinKm } = asked
  const ground = await readGround(db, registry, viewer, { which: which(ids, asked), minimum, withinKm })
  if (asked.near === null) return finishInTurns(propose(ground))
  const near = (await listNear(db)).find(({ id }) => id === asked.near)?.postal_code ?? null
  const isNear = ({ postalCode }: Due) => {
    const km = kilometresBetween(postalCode, near)
    return km !== null && (withinKm === null || km <= withinKm)
  }
  return finishInTurns(propose({ ...ground, dues: ground.dues.filter(isNear) }))
}
