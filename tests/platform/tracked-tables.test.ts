import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetUnshown } from '../../src/platform/database/change-sets.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { UNTRACKED } from '../support/untracked-tables.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** No secret of somebody's: whoever takes part in an online meeting is told it. */
const TOLD = ['join_password']
const EVENTS = ['insert', 'update', 'delete']

interface Tracked {
  table: string
  columns: string[]
  generated: string[]
  /** By event: which triggers the table has for it. */
  triggers: string[]
  hidden: string[]
  secret: string[]
  unshown: string[]
}

/** All tables of the migrated database, with what their triggers say of their columns. */
async function tables(): Promise<Tracked[]> {
  const { rows } = await app.pool.query<Tracked>(`
    select c.relname as table,
      (select array_agg(attname::text order by attnum) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and attgenerated <> '') as generated,
      array(select tgname::text from pg_trigger where tgrelid = c.oid and not tgisinternal) as triggers,
      coalesce(nullif(a[3], ''), '{}')::text[] as hidden, coalesce(a[4], '{}')::text[] as secret, coalesce(a[5], '{}')::text[] as unshown
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      left join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'history_insert',
      lateral (select string_to_array(encode(t.tgargs, 'escape'), '\\000') as a) arguments
    where n.nspname = 'public' and c.relkind in ('r', 'p') order by 1`)
  return rows
}

const hasAll = ({ triggers }: Tracked, kind: string) => EVENTS.every((event) => triggers.includes(`${kind}_${event}`))
const isTracked = (table: Tracked) => hasAll(table, 'history')

describe('every table that can change', () => {
  it('has a history, or is kept for undoing, or is named with the reason why not', async () => {
    const all = await tables()
    const without = all.filter((table) => !isTracked(table) && !hasAll(table, 'unshown')).map(({ table }) => table)
    expect(without).toEqual(Object.keys(UNTRACKED).sort())
    expect(all.filter(isTracked).length).toBeGreaterThan(30)
  })

  it('says of each column that the history does not show why, once', async () => {
    for (const { table, columns, generated, hidden, secret, unshown } of (await tables()).filter(isTracked)) {
      expect([table, hidden.filter((column) => !columns.includes(column))]).toEqual([table, []])
      expect([table, hidden.length]).toEqual([table, new Set(hidden).size])
      const derived = hidden.filter((column) => !secret.includes(column) && !unshown.includes(column))
      expect([table, generated.filter((column) => !derived.includes(column))]).toEqual([table, []])
      const telling = columns.filter((column) => /password|secret|token|_hash|sealed/.test(column))
      expect([table, telling.filter((column) => !secret.includes(column) && !TOLD.includes(column))]).toEqual([
        table,
        [],
      ])
    }
  })
})

describe('a deleted row', () => {
  it('is kept whole for a day in every table with a history, but for what is derived or secret', async () => {
    const { pool } = app.owner
    const client = await pool.connect()
    let compared = 0
    try {
      for (const table of (await tables()).filter((one) => hasAll(one, 'unshown') || isTracked(one))) {
        await client.query('begin')
        // Of the whole story everything hangs on everything; here it is about one row at a time.
        const { rows: foreign } = await client.query<{ table: string; name: string }>(
          `select conrelid::regclass::text as table, conname as name from pg_constraint where confrelid = $1::regclass`,
          [table.table],
        )
        for (const { table: of, name } of foreign) await client.query(`alter table ${of} drop constraint ${name}`)
        const { rows } = await client.query<{ row: Record<string, unknown> }>(
          `delete from ${table.table} t where id = (select max(id) from ${table.table}) returning to_jsonb(t) as row`,
        )
        if (rows[0]) {
          const { rows: kept } = await client.query<{ row: Record<string, unknown> }>(
            `select jsonb_object_agg(key, value -> 0) as row from (
               select changes from history where change_set = change_set() and table_name = $1 and row_id = $2 and action = 'delete'
               union all
               select changes from unshown_changes where change_set = change_set() and table_name = $1 and row_id = $2 and action = 'delete'
             ) entries, jsonb_each(changes)`,
            [table.table, rows[0].row.id],
          )
          const lost = [...table.hidden.filter((column) => !table.unshown.includes(column)), 'updated_at', 'id']
          const whole = Object.entries(rows[0].row).filter(
            ([column, value]) => value !== null && !lost.includes(column),
          )
          expect([table.table, kept[0]!.row]).toEqual([table.table, Object.fromEntries(whole)])
          compared++
        }
        await client.query('rollback')
      }
    } finally {
      await client.query('rollback')
      client.release()
    }
    expect(compared).toBeGreaterThan(20)
  })

  it('leaves nothing secret behind', async () => {
    const { pool } = app.owner
    const secrets = (await tables()).flatMap(({ table, secret }) => secret.map((column) => ({ table, column })))
    expect(secrets.length).toBeGreaterThan(5)
    for (const { table, column } of secrets)
      for (const kept of ['history', 'unshown_changes']) {
        const { rows } = await pool.query(`select id from ${kept} where table_name = $1 and changes ? $2`, [
          table,
          column,
        ])
        expect([table, column, rows]).toEqual([table, column, []])
      }
  })
})

describe('what the history does not show', () => {
  const certificate = () =>
    app.db
      .selectFrom('certificates')
      .select(['id', 'file_key', 'snapshot'])
      .where('id', '=', app.story.certificates.anouk)
      .executeTakeFirstOrThrow()
  const unshownOf = async (table: string, id: number) =>
    await app.db
      .selectFrom('unshown_changes')
      .selectAll()
      .where('table_name', '=', table)
      .where('row_id', '=', id)
      .orderBy('id')
      .execute()

  it('is kept apart, as it was and as it became, under the set of the change', async () => {
    const before = await certificate()
    await app.db
      .updateTable('certificates')
      .set({ file_key: 'certificates/x.pdf', withdrawn_at: new Date() })
      .where('id', '=', before.id)
      .execute()
    const [change] = (await unshownOf('certificates', before.id)).slice(-1)
    expect(change).toMatchObject({ action: 'update', changes: { file_key: [before.file_key, 'certificates/x.pdf'] } })
    const shown = await app.db.selectFrom('history').selectAll().where('change_set', '=', change!.change_set).execute()
    expect(shown.map(({ changes }) => Object.keys(changes as object))).toEqual([['withdrawn_at']])
  })

  it('is gone after a day, and not before', async () => {
    const { id } = await certificate()
    const { rows } = await app.owner.pool.query<{ id: number }>(
      `insert into unshown_changes (at, change_set, table_name, row_id, action, changes)
       values (now() - interval '25 hours', 1, 'certificates', $1, 'update', '{}'), (now() - interval '23 hours', 1, 'certificates', $1, 'update', '{}')
       returning id`,
      [id],
    )
    const [old, young] = rows.map((row) => row.id)
    await forgetUnshown({}, app.services)
    const left = (await unshownOf('certificates', id)).map((row) => row.id)
    expect(left).toContain(young)
    expect(left).not.toContain(old)
    expect(app.services.registry.manifests.flatMap(({ crons }) => Object.keys(crons ?? {}))).toContain('history.forget')
  })
})
