import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/platform/database/connection.ts'
import { MIGRATIONS, migrateToLatest, migrationsAtHead } from '../../src/platform/database/migrate.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

const ALL = readdirSync(MIGRATIONS)
  .map((file) => path.basename(file, '.ts'))
  .sort()

describe('the migrations of the product', () => {
  let empty: TestDatabase

  beforeEach(async () => {
    empty = await testDatabase({ from: 'nothing' })
  })
  afterEach(() => empty.close())

  it('run once each when several processes start together', async () => {
    const others = [1, 2].map(() => openDatabase(empty.connectionString, { max: 1 }))
    try {
      const done = await Promise.all([empty, ...others].map(({ db }) => migrateToLatest(db)))
      expect(done.map((names) => names.length).sort((a, b) => a - b)).toEqual([0, 0, ALL.length])
      expect(done.flat()).toEqual(ALL)
      expect(await migrationsAtHead(empty.db)).toBe(true)
    } finally {
      await Promise.all(others.map((other) => other.close()))
    }
  })

  it('give change sets to a database of years: its history is not written again, and goes on', async () => {
    const { db, pool } = empty
    const folder = mkdtempSync(path.join(os.tmpdir(), 'noordkaap-migrations-'))
    const change = (name: string) => pool.query(`update skills set name = $1`, [name])
    const told = async () =>
      (
        await pool.query<{ told: string }>(
          `select concat_ws(' ', action, changes ->> 'name', table_name, row_id = (select id from skills), change_set > 0) as told
           from history where record_type = 'skill' order by id`,
        )
      ).rows.map((row) => row.told)
    const file = async () => (await pool.query<{ file: string }>(`select pg_relation_filenode('history') as file`)).rows
    try {
      for (const name of ALL.filter((one) => one < '20261122134500_history__change_sets'))
        symlinkSync(path.join(MIGRATIONS, `${name}.ts`), path.join(folder, `${name}.ts`))
      await migrateToLatest(db, folder)
      await pool.query(`insert into skills (name) values ('Heffen')`)
      const before = await file()
      await migrateToLatest(db)
      await change('Tillen')
      expect(await told()).toEqual(['insert [null, "Heffen"]', 'update ["Heffen", "Tillen"] skills t t'])
      expect(await file()).toEqual(before)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('take no ledger account over that stands for something else already', async () => {
    const { db, pool } = empty
    const folder = mkdtempSync(path.join(os.tmpdir(), 'noordkaap-migrations-'))
    try {
      for (const name of ALL.filter((one) => one < '20261126075100_ledger_rules__costs_and_interest'))
        symlinkSync(path.join(MIGRATIONS, `${name}.ts`), path.join(folder, `${name}.ts`))
      await migrateToLatest(db, folder)
      await pool.query(
        `insert into ledger_accounts (code, name, kind) values ('8900', 'Verhuur van lokalen', 'turnover')`,
      )
      await migrateToLatest(db)
      const { rows } = await pool.query(
        `select r.kind, a.code, a.name from ledger_rules r join ledger_accounts a on a.id = r.ledger_account_id
         where r.kind in ('costs', 'interest') or a.code = '8900'`,
      )
      expect(rows).toEqual([{ kind: 'interest', code: '8910', name: 'Ontvangen rente van debiteuren' }])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('leave the limits of the session as they were', async () => {
    const { db, close } = openDatabase(empty.connectionString, { max: 1, statementTimeout: 12_000 })
    try {
      await migrateToLatest(db)
      const { rows } =
        await sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`.execute(
          db,
        )
      expect(rows).toEqual([{ statement: '12s', lock: '10s' }])
    } finally {
      await close()
    }
  })
})

describe('a folder of migrations', () => {
  let database: TestDatabase
  let folder: string

  beforeAll(async () => {
    database = await testDatabase({ from: 'nothing' })
  })
  afterAll(() => database.close())
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'noordkaap-migrations-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const write = (name: string, statement: string) =>
    writeFileSync(
      path.join(folder, name),
      `import { type Kysely, sql } from '${import.meta.resolve('kysely')}'
       export const up = (db: Kysely<unknown>) => sql.raw(${JSON.stringify(statement)}).execute(db)\n`,
    )

  it('is carried out as a whole or not at all, and the failing one is named', async () => {
    write('20260101000000_one__make.ts', 'create table one ()')
    write('20260102000000_two__break.ts', 'create table two (id nonsense)')
    await expect(migrateToLatest(database.db, folder)).rejects.toThrow(
      /^Migration 20260102000000_two__break failed: .*nonsense/,
    )
    const { rows } = await sql`select to_regclass('one') is null as absent`.execute(database.db)
    expect(rows).toEqual([{ absent: true }])
    expect(await migrationsAtHead(database.db, folder)).toBe(false)
  })

  it('may hold no file with another kind of name', async () => {
    write('first.ts', 'select 1')
    await expect(migrateToLatest(database.db, folder)).rejects.toThrow(/migrations\/first\.ts is not named/)
    await expect(migrationsAtHead(database.db, folder)).rejects.toThrow(/is not named/)
  })

  it('are not carried out on a database of a version that has others', async () => {
    const own = await testDatabase({ from: 'nothing' })
    try {
      write('20260101000000_one__make.ts', 'create table one ()')
      await migrateToLatest(own.db, folder)
      await own.pool.query(`update kysely_migration set name = '20250101000000_one__elsewhere'`)
      write('20260102000000_two__make.ts', 'create table two ()')
      await expect(migrateToLatest(own.db, folder)).rejects.toThrow(
        /another version of Noordkaap: it has had the migration 20250101000000_one__elsewhere/,
      )
      expect((await own.pool.query(`select to_regclass('two') as made`)).rows).toEqual([{ made: null }])
    } finally {
      await own.close()
    }
  })

  it('is behind its head as long as one is still to be done', async () => {
    const own = await testDatabase({ from: 'nothing' })
    try {
      expect(await migrationsAtHead(own.db, folder)).toBe(false)
      write('20260101000000_one__make.ts', 'create table one ()')
      expect(await migrateToLatest(own.db, folder)).toEqual(['20260101000000_one__make'])
      expect(await migrationsAtHead(own.db, folder)).toBe(true)
      write('20260102000000_two__make.ts', 'create table two ()')
      expect(await migrationsAtHead(own.db, folder)).toBe(false)
    } finally {
      await own.close()
    }
  })
})
