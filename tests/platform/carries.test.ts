import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** What records carry, the table it stands in, and the trigger that its function makes. */
const KINDS = [
  ['notes', 'notes', 'notes_go_along'],
  ['documents', 'documents', 'documents_stay'],
] as const

const carrying = (kind: string) => app.services.registry.recordTypes().filter(({ carries }) => carries?.includes(kind))

describe.each(KINDS)('%s', (kind, table, trigger) => {
  it('are carried by the records whose table has the trigger, and by no others', async () => {
    const { rows } = await app.owner.pool.query<{ said: string }>(
      `select tgrelid::regclass::text || ' ' || split_part(encode(tgargs, 'escape'), '\\', 1) as said
       from pg_trigger where tgname = $1 order by 1`,
      [trigger],
    )
    expect(rows.length).toBeGreaterThan(2)
    expect(rows.map(({ said }) => said)).toEqual(
      carrying(kind)
        .map((record) => `${record.table} ${record.type}`)
        .sort(),
    )
  })

  it('belong to a record that is there', async () => {
    const there = carrying(kind).map(({ type, table: of }) => `select '${type}' as type, id from ${of}`)
    const { rows } = await app.owner.pool.query<{ all: string; orphans: string }>(
      `select count(*) as all, count(*) filter (where not exists (
         select from (${there.join(' union all ')}) there where there.type = t.object_type and there.id = t.object_id
       )) as orphans from ${table} t`,
    )
    expect(Number(rows[0]!.all)).toBeGreaterThan(3)
    expect(Number(rows[0]!.orphans)).toBe(0)
  })
})

it('a record with documents is not deleted, whoever tries; nor does one of a record that is not there begin', async () => {
  const { rows } = await app.owner.pool.query<{ object_id: number }>(
    `select object_id from documents where object_type = 'company' limit 1`,
  )
  await expect(app.owner.pool.query('delete from companies where id = $1', [rows[0]!.object_id])).rejects.toThrow()
  await expect(
    app.owner.pool.query(
      `insert into documents (name, type_id, object_type, object_id) values ('x', 1, 'contact', 999999)`,
    ),
  ).rejects.toThrow('document of something that is not there')
})
