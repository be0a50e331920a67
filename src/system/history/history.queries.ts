import { type Expression, type SqlBool, sql } from 'kysely'
import { ROLE } from '../../platform/access/roles.ts'
import { MASKED } from '../../platform/database/history.ts'
import type { Db } from '../../platform/database/types.ts'
import { type Viewer, hasRole, viewerScope } from '../../platform/access/viewer.ts'
import type { KnownRecord } from '../../platform/manifest.ts'
import type { Registry } from '../../platform/registry.ts'
import { ofSeen } from '../../platform/screens/form/carried.ts'
import type { Services } from '../../platform/services.ts'
import { type ChangeLine, type Names, changeLines, mentioned, readable } from './history.rules.ts'
import { labelsOf } from './points.ts'

/** One entry with everything in words; the last three are filled in by `inWords`. */
export interface Entry {
  id: number
  at: Date
  record_type: string
  record_id: number | null
  action: string
  changes: Record<string, unknown>
  actor: string | null
  acted_by: string | null
  subject: string
  open: string | null
  lines: ChangeLine[]
}

/** When a record was last changed, with what hangs on it and stands in its history: a payment of an invoice. */
export const changedAt = (type: string, id: Expression<number>, updatedAt: Expression<Date>) =>
  sql<Date>`greatest(${updatedAt}, (select history.at from history
    where history.record_type = ${type} and history.record_id = ${id} order by history.id desc limit 1))`

export const listHistory = (db: Db) =>
  db
    .selectFrom('history')
    .leftJoin('users as actor', 'actor.id', 'history.actor_id')
    .leftJoin('users as helper', 'helper.id', 'history.acted_by_id')
    .select([
      'history.id',
      'history.at',
      'history.record_type',
      'history.record_id',
      'history.action',
      sql<Record<string, unknown>>`history.changes`.as('changes'),
      sql<string | null>`coalesce(actor.name, history.actor_name)`.as('actor'),
      'helper.name as acted_by',
      sql<string>`''`.as('subject'),
      sql<string | null>`null`.as('open'),
      sql<ChangeLine[]>`'[]'::jsonb`.as('lines'),
    ])

/**
 * The ids a record has had: its own, and those of records that were merged into it and not taken out again since. What
 * happened to those stays to be read with the record that they became.
 */
export const idsOf = (type: string, id: number) => sql<{ id: number }>`
  with recursive same(id) as (
    select ${id}::bigint
    union
    select substring(latest.changes ->> 'gone_id' from '^[0-9]+$')::bigint from same, lateral (
      select distinct on (h.changes ->> 'gone_id') h.action, h.changes from history h
      where h.record_type = ${type} and h.record_id = same.id and h.action in ('merge', 'merge_undone')
      order by h.changes ->> 'gone_id', h.id desc
    ) latest where latest.action = 'merge'
  ) select id from same where id is not null`

/** Whether the viewer sees the row of an entry, or saw it as it was when it was deleted last. */
function rowSeen(registry: Registry, viewer: Viewer, record: KnownRecord, id: Expression<unknown>) {
  const { type, table } = record
  const kept = sql`(select jsonb_object_agg(side.key, nullif(side.value -> 0, to_jsonb(${MASKED}::text)))
    from jsonb_each(gone.changes) side)`
  return sql<SqlBool>`case
    when exists (select from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = ${id})
    then ${registry.sees(viewer, type, id)}
    else exists (
      select from (
        select changes from history entry
        where entry.record_type = ${type} and entry.record_id = ${id} and entry.action = 'delete'
        order by entry.id desc limit 1
      ) gone, jsonb_populate_record(null::${sql.table(table)}, ${kept}) ${sql.table(table)}
      where ${record.visibleTo(viewer)}) end`
}

/**
 * Entries about rows that are somebody else's alone, though the viewer has all of their area. What they did themselves is
 * none to them.
 */
export function ofOthersAlone(registry: Registry, viewer: Viewer, alias = 'history'): Expression<SqlBool> {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  const hidden = registry
    .recordTypes()
    .filter(({ personal }) => personal)
    .map(
      (record) => sql`(${of('record_type')} = ${record.type} and ${of('actor_id')} is distinct from ${viewer.id}
        and not ${rowSeen(registry, viewer, record, of('record_id'))})`,
    )
  return hidden.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(hidden, sql` or `)})`
}

/**
 * Entries about types of which the viewer sees all records, but for what is somebody else's alone; administrators also
 * those about what is no record type of its own, such as settings, and all that anybody did. Who sees only some records
 * of a type has no right to any history (permissions, history).
 */
export function historyVisibleTo(registry: Registry, viewer: Viewer, alias = 'history'): Expression<SqlBool> {
  if (hasRole(viewer, ROLE.administrator)) return sql<SqlBool>`true`
  const types = registry
    .recordTypes()
    .filter(({ area }) => viewerScope(viewer, area) === 'all')
    .map(({ type }) => type)
  return sql<SqlBool>`(${sql.ref(`${alias}.record_type`)} = any(${types}::text[])
    and not ${ofOthersAlone(registry, viewer, alias)})`
}

/** The same with those about the own records of who sees no others, as far as these are there. */
export function entriesSeenBy(registry: Registry, viewer: Viewer): Expression<SqlBool> {
  const own = registry.recordTypes().filter(({ area }) => viewerScope(viewer, area) === 'own')
  const ofOwn = ofSeen(viewer, registry, own, 'history', ['record_type', 'record_id'])
  return sql<SqlBool>`(${historyVisibleTo(registry, viewer)} or ${ofOwn})`
}

/** Names of records whose type tells them in SQL. */
async function namesIn(db: Db, { table, nameSql }: KnownRecord, ids: number[]): Promise<Map<number, string>> {
  if (!nameSql) return new Map()
  const id = sql.ref<number>(`${table}.id`)
  const { rows } = await sql<{ id: number; name: string }>`
    select ${id} as id, ${nameSql} as name from ${sql.table(table)} where ${id} = any(${ids}::integer[])
  `.execute(db)
  return new Map(rows.map((row) => [row.id, row.name]))
}

export async function namesOf({ db, registry }: Services, refs: { type: string; id: number }[]): Promise<Names> {
  const byType = Map.groupBy(refs, ({ type }) => type)
  const found = await Promise.all(
    registry.recordTypes().map(async (record) => {
      const { type } = record
      const ids = [...new Set(byType.get(type)?.map(({ id }) => id))]
      if (ids.length === 0) return []
      const names = record.names ? await record.names(db, ids) : await namesIn(db, record, ids)
      return [...names].map(([id, name]): [string, string] => [`${type}:${id}`, name])
    }),
  )
  return new Map(found.flat())
}

/** Completes entries with names and Dutch labels: one query per type of record that they mention. */
export async function inWords<Row extends Entry>(entries: Row[], services: Services): Promise<Row[]> {
  const { registry } = services
  const labels = labelsOf(registry)
  const rows = entries.map((row) => ({ ...row, changes: readable(labels.get(row.record_type), row.changes) }))
  const open = new Map(registry.recordTypes().map((record) => [record.type, record.open]))
  const names = await namesOf(
    services,
    rows.flatMap((row) => [
      ...(row.record_id === null ? [] : [{ type: row.record_type, id: row.record_id }]),
      ...mentioned(labels.get(row.record_type), row.changes),
    ]),
  )
  return rows.map((row) => {
    const kind = labels.get(row.record_type)?.label ?? row.record_type
    const name = names.get(`${row.record_type}:${row.record_id}`)
    return {
      ...row,
      subject: name === undefined ? kind : `${kind} ${name}`,
      // Without a name the record is no longer there.
      open: name === undefined ? null : (open.get(row.record_type)?.replace('{id}', String(row.record_id)) ?? null),
      lines: changeLines(labels.get(row.record_type), row.action, row.changes, names),
    }
  })
}

/** Who did it, with the administrator behind a login-as; the product itself has no name. */
export function actorOf({ actor, acted_by }: Pick<Entry, 'actor' | 'acted_by'>): string {
  const who = actor ?? 'Noordkaap'
  return acted_by === null ? who : `${acted_by} als ${who}`
}
