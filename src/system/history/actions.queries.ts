import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Db } from '../../platform/database/types.ts'
import type { Services } from '../../platform/services.ts'
import { type Entry, actorOf, entriesSeenBy, inWords, listHistory, namesOf } from './history.queries.ts'
import { type ChangeLine, changeLines, mentioned, nameIn, readable } from './history.rules.ts'
import { labelsOf } from './points.ts'
import { type ToldRow, sentenceOf } from './sentences.rules.ts'
import { wholesOf } from './wholes.queries.ts'

/** A row of what an action did, as it is stored. */
interface StoredRow {
  id: number
  type: string
  record: number | null
  action: string
  changes: Record<string, unknown>
  table: string | null
}

/** Rows of one action that an entry is told by; of as many the first tell what they changed. */
const MOST_ROWS = 1000
const MOST_TOLD = 40

/** An action: its first entry, with all that belongs to it. */
export interface ActionEntry extends Entry {
  rows: StoredRow[]
  sentence: string
  /** What it changed, one part for each record. */
  parts: { subject: string; open: string | null; action: string; lines: ChangeLine[] }[]
}

/**
 * Which entries make up an action with the one in `history`: those of its change set, or of these the ones about the
 * same record.
 */
type Among = (alias: string) => Expression<SqlBool>

const sameSet: Among = (alias) => sql<SqlBool>`${sql.ref(`${alias}.change_set`)} = history.change_set`

/** So far apart the entries of one save about one record may lie; what a job adds much later is an entry of its own. */
const SPAN = 10_000

/**
 * By the index of records, since a change set may be long; the change set is only compared, hence `+ 0`.
 */
export const sameRecord: Among = (alias) => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<SqlBool>`${of('record_type')} = history.record_type and ${of('record_id')} = history.record_id
    and ${of('id')} between history.id - ${sql.lit(SPAN)} and history.id + ${sql.lit(SPAN)}
    and ${of('change_set')} + 0 = history.change_set`
}

/**
 * Entries that are the first of their action: each stands for all of it.
 * @param kept a condition on the entry `earlier`: only such count
 */
export const isFirstOfAction = (among: Among = sameSet, kept: Expression<SqlBool> = sql<SqlBool>`true`) =>
  sql<SqlBool>`(history.change_set is null or not exists (
    select 1 from history earlier where ${among('earlier')} and earlier.id < history.id and ${kept}))`

/** What the entry itself is about comes first, then what is of its kind. */
const nearest = sql`(other.record_type, other.record_id) is distinct from (history.record_type, history.record_id),
  other.record_type <> history.record_type, other.id`

const rowsOfAction = (among: Among, kept: Expression<SqlBool>) => sql<StoredRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', one.id, 'type', one.record_type, 'record', one.record_id,
      'action', one.action, 'table', one.table_name,
      'changes', case when one.place <= ${sql.lit(MOST_TOLD)} then one.changes else '{}' end) order by one.place), '[]')
  from (
    select other.*, row_number() over (order by ${nearest}) as place
    from (select history.* union all select other.* from history other where ${among('other')} and other.id <> history.id) other
    where ${kept}
    order by place limit ${sql.lit(MOST_ROWS)}) as one)`

/**
 * Entries with the rows of their actions.
 * @param kept a condition on the rows, by the name `other`
 */
export const listActions = (db: Db, among: Among = sameSet, kept: Expression<SqlBool> = sql<SqlBool>`true`) =>
  listHistory(db).select([
    rowsOfAction(among, kept).as('rows'),
    sql<string>`''`.as('sentence'),
    sql<ActionEntry['parts']>`'[]'::jsonb`.as('parts'),
  ])

/**
 * Actions that did something to one of several records, told by what they did to those alone.
 * Each is looked up by itself (`offset 0`), since of how few they are PostgreSQL knows nothing.
 * @param along rows of `record_type` and `record_id`
 * @param visible a condition on the entry of that name
 */
export function listActionsAlong(db: Db, along: RawBuilder<unknown>, visible: (alias: string) => Expression<SqlBool>) {
  const among = (alias: string) => sql<SqlBool>`(${sql.ref(`${alias}.record_type`)}, ${sql.ref(`${alias}.record_id`)})
    in (select along.record_type, along.record_id from (${along}) along)`
  return listActions(db, sameSet, sql<SqlBool>`${among('other')} and ${visible('other')}`).where(
    sql<SqlBool>`history.id = any(array(
      select min(found.id) from (${along}) along, lateral (
        select entry.id, entry.change_set from history entry
        where entry.record_type = along.record_type and entry.record_id = along.record_id and ${visible('entry')}
        offset 0) found
      group by coalesce(found.change_set, -found.id)))`,
  )
}

/** Says in sentences and names what each of these actions did: one query per type of record that they mention, and of what they count. */
export async function actionsInWords(entries: ActionEntry[], services: Services): Promise<ActionEntry[]> {
  const { registry } = services
  const labels = labelsOf(registry)
  const types = new Map(registry.recordTypes().map((record) => [record.type, record]))
  const stored = entries
    .flatMap(({ rows }) => rows)
    .map((row) => ({ ...row, changes: readable(labels.get(row.type), row.changes) }))
  const names = await namesOf(
    services,
    stored.flatMap(({ type, record, changes }) => [
      ...(record === null ? [] : [{ type, id: record }]),
      ...mentioned(labels.get(type), changes),
    ]),
  )
  const wholes = await wholesOf(entries, services)
  const told = new Map(
    stored.map((row) => {
      const { id, type, record, action, changes } = row
      const known = types.get(type)
      const words = labels.get(type)
      const about = words?.about
      const lines = changeLines(words, action, changes, names)
      const one = about?.one ?? words?.label.toLowerCase() ?? type
      const ids = about ? [changes[about.column]].flat(1).filter((value) => typeof value === 'number') : []
      const nameAt = (column: string | undefined) => {
        const field = column === undefined ? undefined : words?.fields[column]
        const at = column === undefined ? undefined : [changes[column]].flat(1).findLast((id) => typeof id === 'number')
        return typeof field === 'object' && field.record ? names.get(`${field.record}:${at}`) : undefined
      }
      const named = nameAt(about?.column)
      const toldRow: ToldRow = {
        id,
        type,
        one,
        many: about?.many ?? words?.many ?? known?.label.many ?? one,
        acts: words?.acts,
        action,
        record,
        key: String(ids.at(-1) ?? record ?? `row ${id}`),
        name: named ?? names.get(`${type}:${record}`) ?? nameIn(changes),
        where: nameAt(about?.where) ?? null,
        whole: wholes.get(`${type}:${record}`) ?? null,
        isRecord: row.table === null || known === undefined || row.table === known.table,
        lines,
      }
      return [id, toldRow] as const
    }),
  )
  const whole = new Map((await inWords(entries, services)).map((entry) => [entry.id, entry]))
  return entries.map((entry) => {
    const rows = entry.rows.map(({ id }) => told.get(id)!)
    return {
      ...whole.get(entry.id)!,
      sentence: sentenceOf(actorOf(entry), rows),
      parts: rows.slice(0, MOST_TOLD).map(({ type, one, name, record, action, lines }) => ({
        subject: name === null ? one : `${one} ${name}`,
        open: names.has(`${type}:${record}`) ? (types.get(type)?.open?.replace('{id}', String(record)) ?? null) : null,
        action,
        lines,
      })),
    }
  })
}

/**
 * What each of these saves did, in a sentence, as far as the viewer may know of it: by itself a save also does what is
 * none of theirs, such as an order that follows an enrolment. Of one without a trace that they may see there is none.
 */
export async function sentencesOf(services: Services, viewer: Viewer, sets: number[]): Promise<Map<number, string>> {
  if (sets.length === 0) return new Map()
  const inSets = sql<SqlBool>`history.change_set = any(${sets}::bigint[])`
  // What may be known is long to ask: once for all rows, not three times for each.
  const { rows } = await sql<{ id: number }>`
    select history.id from history where ${inSets} and ${entriesSeenBy(services.registry, viewer)}`.execute(services.db)
  const ids = rows.map(({ id }) => id)
  const seen = (alias: string) => sql<SqlBool>`${sql.ref(`${alias}.id`)} = any(${ids}::bigint[])`
  const entries = await listActions(services.db, sameSet, seen('other'))
    .select('history.change_set')
    .where(inSets)
    .where(seen('history'))
    .where(isFirstOfAction(sameSet, seen('earlier')))
    .execute()
  const told = await actionsInWords(entries, services)
  return new Map(entries.map(({ change_set }, i) => [change_set!, told[i]!.sentence]))
}
