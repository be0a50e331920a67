import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MIGRATIONS, migrateToLatest } from '../../src/platform/database/migrate.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await testDatabase({ from: 'nothing' })
  folder = mkdtempSync(path.join(os.tmpdir(), 'noordkaap-migrations-'))
  for (const file of readdirSync(MIGRATIONS).filter((name) => name < '20261122165800_mails__of_any_record'))
    symlinkSync(path.join(MIGRATIONS, file), path.join(folder, file))
  await migrateToLatest(database.db, folder)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.close()
})

it('messages of a database of years keep what they were about, and merges that moved them can be undone', async () => {
  const { pool, db } = database
  await pool.query(`insert into companies (name, client_id) values ('Blijft', 1)`)
  await pool.query(`insert into contacts (first_name, last_name, company_id) select 'Bo', 'Bakker', id from companies`)
  await pool.query(
    `insert into mailings (type, subject, content, record_ids, sender_name, sender_email)
     values ('default', 'x', 'x', '{1}', 'S', 's@x.example'), ('course', 'x', 'x', '{77}', 'S', 's@x.example')`,
  )
  await pool.query(
    `insert into mails (recipient, subject, text_body, record_type, record_id)
     values ('a@x.example', 'there', '', 'contact', 1), ('b@x.example', 'gone', '', 'contact', 999),
            ('c@x.example', 'account', '', 'user', 5), ('d@x.example', 'alone', '', null, null)`,
  )
  const rows = [
    { table: 'contacts', before: { id: 1, company_id: 2 }, after: { id: 1, company_id: 1 } },
    { table: 'mails', before: { id: 1, record_id: 2 }, after: { id: 1, record_id: 1 } },
  ]
  await pool.query(
    `insert into merges (record_type, kept_id, gone_id, gone_name, moved_count, before) values ('contact', 1, 2, 'Weg', 2, $1)`,
    [{ kept: { id: 1 }, gone: { id: 2 }, rows }],
  )

  await migrateToLatest(db)

  expect((await pool.query('select subject, object_type, object_id from mails order by id')).rows).toEqual([
    { subject: 'there', object_type: 'contact', object_id: 1 },
    { subject: 'gone', object_type: 'contact', object_id: null },
    { subject: 'account', object_type: 'user', object_id: 5 },
    { subject: 'alone', object_type: null, object_id: null },
  ])
  // To people who were chosen, and to those of a planning that is gone.
  expect((await pool.query('select object_type, object_id from mailings order by id')).rows).toEqual([
    { object_type: 'contact', object_id: null },
    { object_type: 'appointment', object_id: null },
  ])
  expect((await pool.query<{ before: object }>('select before from merges')).rows[0]!.before).toMatchObject({
    rows: [rows[0], { table: 'mails', before: { id: 1, object_id: 2 }, after: { id: 1, object_id: 1 } }],
  })
})
