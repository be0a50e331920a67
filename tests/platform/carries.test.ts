import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** What records carry, the table it stands in, the trigger that its function makes, and how many the story has. */
const KINDS = [
  ['notes', 'notes', 'notes_go_along', 8],
  ['documents', 'documents', 'documents_stay', 4],
  ['messages', 'mails', 'messages_outlive', 3],
  ['tasks', 'tasks', 'tasks_go_along', 1],
] as const

const carrying = (kind: string) => app.services.registry.recordTypes().filter(({ carries }) => carries?.includes(kind))

describe.each(KINDS)('%s', (kind, table, trigger, told) => {
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
       )) as orphans from ${table} t where t.object_type is not null`,
    )
    expect(Number(rows[0]!.all)).toBeGreaterThanOrEqual(told)
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

it('a message outlives what it was about, and is of nothing that is there any more', async () => {
  const { rows } = await app.owner.pool.query<{ id: number }>(
    `with gone as (insert into contacts (last_name) values ('Weg') returning id),
       mailing as (
         insert into mailings (object_type, object_id, subject, content, sender_name, sender_email)
         select 'contact', id, 'x', 'x', 'x', 'x@x.example' from gone)
     insert into mails (recipient, subject, text_body, state, object_type, object_id)
     select 'weg@post.example', 'Aan wie weg is', '', 'sent', 'contact', id from gone returning object_id as id`,
  )
  await app.owner.pool.query('delete from contacts where id = $1', [rows[0]!.id])
  for (const table of ['mails', 'mailings']) {
    const left = await app.owner.pool.query<{ object_type: string; object_id: number | null }>(
      `select object_type, object_id from ${table} order by id desc limit 1`,
    )
    expect(left.rows).toEqual([{ object_type: 'contact', object_id: null }])
  }
})
