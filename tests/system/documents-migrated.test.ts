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
  for (const file of readdirSync(MIGRATIONS).filter((name) => name < '20261122145900_documents__of_any_record'))
    symlinkSync(path.join(MIGRATIONS, file), path.join(folder, file))
  await migrateToLatest(database.db, folder)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.close()
})

it('documents of a database of years keep whose they are, unchanged, and so do merges that can be undone', async () => {
  const { pool, db } = database
  await pool.query(`insert into companies (name, client_id) values ('Blijft', 1), ('Ander', 2)`)
  await pool.query(
    `insert into contacts (first_name, last_name, company_id) select 'Bo', 'Bakker', id from companies where name = 'Ander'`,
  )
  await pool.query(`insert into documents (name, type_id, company_id) select name, 1, id from companies`)
  await pool.query(`insert into documents (name, type_id, contact_id) select last_name, 1, id from contacts`)
  const rows = [
    { table: 'contacts', before: { id: 1, company_id: 2 }, after: { id: 1, company_id: 1 } },
    { table: 'documents', before: { id: 1, company_id: 2 }, after: { id: 1, company_id: 1 } },
    { table: 'supervisions', before: { id: 1 }, after: null },
  ]
  await pool.query(
    `insert into merges (record_type, kept_id, gone_id, gone_name, moved_count, before) values ('company', 1, 2, 'Weg', 3, $1)`,
    [{ kept: { id: 1 }, gone: { id: 2 }, rows }],
  )
  // Of messages that a later step brings it tells.
  const written = async () =>
    (
      await pool.query<{ n: string }>(
        `select count(*) as n from history where table_name not in ('default_messages', 'message_moments', 'layouts', 'settings', 'device_categories', 'inspection_schedules', 'products', 'product_prices', 'interest_rates')`,
      )
    ).rows[0]!.n
  const before = await written()

  await migrateToLatest(db)

  const documents = await pool.query(
    `select d.name, d.object_type, d.version, coalesce(c.name, p.last_name) as owner from documents d
     left join companies c on d.object_type = 'company' and c.id = d.object_id
     left join contacts p on d.object_type = 'contact' and p.id = d.object_id order by d.id`,
  )
  expect(documents.rows).toEqual([
    { name: 'Blijft', object_type: 'company', version: 1, owner: 'Blijft' },
    { name: 'Ander', object_type: 'company', version: 1, owner: 'Ander' },
    { name: 'Bakker', object_type: 'contact', version: 1, owner: 'Bakker' },
  ])
  expect(await written()).toBe(before)
  const merges = await pool.query<{ before: unknown }>('select before from merges')
  expect(merges.rows[0]!.before).toEqual({
    kept: { id: 1 },
    gone: { id: 2 },
    rows: [rows[0], { table: 'documents', before: { id: 1, object_id: 2 }, after: { id: 1, object_id: 1 } }, rows[2]],
  })
})
