import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rowsByCachedSql } from '../../src/platform/fast/cached-sql.ts'
import type { Viewer } from '../../src/platform/access/viewer.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const planner: Viewer = {
  id: 2,
  name: 'Marieke de Boer',
  email: 'planner@noordkaap.example',
  roles: [2],
  contactId: null,
  isSupport: false,
  isDeveloper: false,
  agreedTo: [],
  meta: {},
  actedBy: null,
}

/** The rows by id, and how often their query was written. */
function asked(name: string, write: (id: number) => ReturnType<typeof sql>) {
  let written = 0
  const query = (id: number) => {
    written += 1
    const text = write(id)
    return { compile: () => text.compile(database.db) }
  }
  return {
    rows: (id: number, viewer = planner) =>
      rowsByCachedSql(database.db, { viewer, name, ids: [id] }, (_rights, id) => query(id)),
    written: () => written,
  }
}

it('writes it for each database that is asked, whose areas may be others', async () => {
  const texts: string[] = []
  const ask = (db: TestDatabase['db'], text: string) =>
    rowsByCachedSql<{ said: string }>(db, { viewer: planner, name: 'of a database' }, () => {
      texts.push(text)
      return { compile: () => sql<{ said: string }>`select ${sql.lit(text)} as said`.compile(db) }
    })
  const other = database.db.withoutPlugins()
  expect(await ask(database.db, 'this')).toEqual([{ said: 'this' }])
  expect(await ask(other, 'other')).toEqual([{ said: 'other' }])
  expect(await ask(database.db, 'this')).toEqual([{ said: 'this' }])
  expect(texts).toEqual(['this', 'other'])
})

it('writes a query once per viewer and asks it for every id', async () => {
  const { rows, written } = asked('double', (id) => sql`select ${id}::integer * 2 as double, ${id}::integer as id`)
  expect(await rows(4)).toEqual([{ double: 8, id: 4 }])
  expect(await rows(5, { ...planner, meta: { theme: 'dark' } })).toEqual([{ double: 10, id: 5 }])
  expect(written()).toBe(1)
  const others = [{ id: 3 }, { roles: [1 as const] }, { contactId: 7 }, { isSupport: true }, { modulesOff: ['one'] }]
  for (const other of others) await rows(6, { ...planner, ...other })
  expect(written()).toBe(6)
})

it('writes it anew every time where the id is part of something else', async () => {
  const inside = asked('inside', (id) => sql`select ${`/contact/view/${id}`} as url`)
  expect(await inside.rows(4)).toEqual([{ url: '/contact/view/4' }])
  expect(await inside.rows(5)).toEqual([{ url: '/contact/view/5' }])
  const literal = asked('literal', (id) => sql`select ${sql.lit(id)} as id`)
  expect(await literal.rows(4)).toEqual([{ id: 4 }])
  expect(await literal.rows(5)).toEqual([{ id: 5 }])
})

it('tells two ids apart, and a query with one from a query with two', async () => {
  const rows = (...ids: number[]) =>
    rowsByCachedSql(database.db, { viewer: planner, name: 'pair', ids }, (_rights, one, other) => {
      const text = sql`select ${one}::integer as one, ${other ?? null}::integer as other`
      return { compile: () => text.compile(database.db) }
    })
  for (const [one, other] of [
    [1, 2],
    [2, 1],
    [3, 3],
  ])
    expect(await rows(one!, other!)).toEqual([{ one, other }])
  expect(await rows(9)).toEqual([{ one: 9, other: null }])
})

it('keeps no query with a moment in it', async () => {
  const moments = [new Date(1000), new Date(2000)]
  const write = () => {
    const text = sql`select ${moments.shift()}::timestamptz as at`
    return { compile: () => text.compile(database.db) }
  }
  const rows = () => rowsByCachedSql(database.db, { viewer: planner, name: 'clock' }, write)
  moments.unshift(moments[0]!)
  expect(await rows()).toEqual([{ at: new Date(1000) }])
  expect(await rows()).toEqual([{ at: new Date(2000) }])
})

it('gives the rights of the viewer to what writes it, and nothing else of the viewer', async () => {
  const by = (read: (rights: Viewer) => unknown) =>
    rowsByCachedSql<{ said: string }>(database.db, { viewer: planner, name: String(read) }, (rights) => ({
      compile: () => sql<{ said: string }>`select ${String(read(rights))}::text as said`.compile(database.db),
    }))
  expect(await by((rights) => rights.roles)).toEqual([{ said: '2' }])
  for (const read of [(rights: Viewer) => rights.meta.theme, (rights: Viewer) => rights.email])
    await expect(by(read)).rejects.toThrow('SQL that is kept cannot depend on')
})

it('writes it anew for who has other roles beside those that count here', async () => {
  const { rows, written } = asked('roles', (id) => sql`select ${id}::integer as id`)
  await rows(4, { ...planner, allRoles: [2, 3] })
  await rows(4, { ...planner, allRoles: [2, 4] })
  await rows(4, { ...planner, allRoles: [2, 4] })
  expect(written()).toBe(2)
})
