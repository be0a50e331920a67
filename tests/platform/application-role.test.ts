import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applicationAccess, grantToApplication } from '../../src/platform/database/application-role.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { MASKED, maskHistory, recordEvent } from '../../src/platform/database/history.ts'
import { prepareDatabase } from '../../src/platform/server/prepare-database.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { testDatabase } from '../support/database.ts'
import pg from 'pg'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('the role that the application works as', () => {
  it.each([
    `update history set action = 'x'`,
    'delete from history',
    `insert into unshown_changes (change_set, table_name, row_id, action, changes) values (1, 'contacts', 1, 'update', '{}')`,
    `update unshown_changes set changes = '{}'`,
    'delete from unshown_changes',
    'truncate unshown_changes',
    'truncate history',
    'alter table history disable trigger all',
    'drop table contacts',
    'create table public.mine ()',
    'create role somebody superuser',
    `copy contacts to program 'cat'`,
    `copy contacts from '/etc/passwd'`,
    `select pg_read_file('/etc/passwd')`,
    `select pg_terminate_backend(pid) from pg_stat_activity where usename <> current_user limit 1`,
    'delete from kysely_migration',
    'set session_replication_role = replica',
    `set role none; delete from history`,
    `reset session authorization; delete from history`,
    `set session authorization 'postgres'`,
    `begin; set local noordkaap.masking = 'on'; update history set changes = '{}'; commit`,
  ])('is refused by PostgreSQL: %s', async (statement) => {
    const client = new pg.Client(app.connectionString)
    await client.connect()
    try {
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
    } finally {
      await client.end()
    }
  })

  it('owns nothing and is nobody special', async () => {
    const { rows } = await app.pool.query(
      `select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication,
         (select count(*)::integer from pg_class where relowner = r.oid) as owned,
         (select count(*)::integer from pg_auth_members where member = r.oid) as member
       from pg_roles r where rolname = current_user`,
    )
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolbypassrls: false,
        rolreplication: false,
        owned: 0,
        member: 0,
      },
    ])
  })

  it('adds to the history, and masks in it what was personal, by one function', async () => {
    const id = 987_654
    await inTransaction(app.db, null, (trx) =>
      recordEvent(trx, null, { type: 'contact', id, action: 'told', details: { name: ['Jan', 'Piet'], kept: [1, 2] } }),
    )
    await inTransaction(app.db, null, (trx) => maskHistory(trx, 'contact', [id], ['kept']))
    const { rows } = await app.pool.query(`select action, changes from history where record_id = $1`, [id])
    expect(rows).toEqual([{ action: 'told', changes: { name: [MASKED, MASKED], kept: [1, 2] } }])
    // Whoever may mask may write nothing else there.
    await expect(app.pool.query(`select mask_history('{1}', '{}', 'iets anders')`)).rejects.toThrow('does not exist')
  })

  it('empties tables and sets counters only where putting back the demo is allowed', async () => {
    const { owner, connectionString } = app
    const mine = owner.pool.options.connectionString!
    const empty = () => inTransaction(app.db, null, async () => app.pool.query(`select empty_tables('{}')`))
    await grantToApplication(mine, connectionString, false)
    await expect(empty()).rejects.toThrow('permission denied for function empty_tables')
    await expect(app.pool.query(`select setval('contacts_id_seq', 1)`)).rejects.toThrow('permission denied')
    await grantToApplication(mine, connectionString, true)
    await expect(app.pool.query(`select setval('client_id_series', 900000)`)).resolves.toBeDefined()
  })
})

describe('preparing a database', () => {
  it('makes the role, grants at every start, and needs no owner once it is migrated', async () => {
    const database = await testDatabase({ from: 'nothing' })
    const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
    const role = `${rows[0]!.name}_app`
    try {
      const options = { connectionString: database.connectionString, migration: undefined, reset: false }
      const first = await prepareDatabase(options)
      expect(first.plain).toBe(true)
      expect(first.migrated.length).toBeGreaterThan(30)
      expect(new pg.Client(first.connectionString).user).toBe(role)
      await database.pool.query('create table later (id integer)')
      expect(
        (await Promise.all([prepareDatabase(options), prepareDatabase(options)])).map(({ plain }) => plain),
      ).toEqual([true, true])
      const client = new pg.Client(first.connectionString)
      await client.connect()
      expect((await client.query('select * from later')).rows).toEqual([])
      await client.end()
      expect(await prepareDatabase({ ...options, connectionString: first.connectionString })).toMatchObject({
        plain: true,
        migrated: [],
      })
      await database.pool.query('delete from kysely_migration where name like $1', ['%history__only_through%'])
      await expect(prepareDatabase({ ...options, connectionString: first.connectionString })).rejects.toThrow(
        'who has to migrate first',
      )
    } finally {
      await database.pool.query(`drop owned by ${role}; drop role ${role}`)
      await database.close()
    }
  })

  it('makes the user of DATABASE_URL when MIGRATION_DATABASE_URL names the owner', async () => {
    const database = await testDatabase({ from: 'nothing' })
    const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
    const role = `${rows[0]!.name}_worker`
    try {
      const connectionString = database.connectionString.replace(/\/\/[^@]*@/, `//${role}:secret-of-ours@`)
      const made = await prepareDatabase({ connectionString, migration: database.connectionString, reset: false })
      expect(made).toMatchObject({ connectionString, plain: true })
    } finally {
      await database.pool.query(`drop owned by ${role}; drop role ${role}`)
      await database.close()
    }
  })

  it('goes on as the owner, and says so, where no role can be made', async () => {
    const database = await testDatabase({ from: 'nothing' })
    const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
    const role = `${rows[0]!.name}_alone`
    try {
      await database.pool.query(`create role ${role} login`)
      const own = database.connectionString.replace(/\/\/[^@]*@/, `//${role}@`)
      expect(await applicationAccess(own)).toEqual({ connectionString: own, plain: false })
      expect(await grantToApplication(own, own, false)).toBe(false)
    } finally {
      await database.pool.query(`drop owned by ${role}; drop role ${role}`)
      await database.close()
    }
  })

  it('migrates as the owner of the database who is no superuser, with one parameter granted: the extensions are trusted', async () => {
    const database = await testDatabase({ from: 'nothing' })
    const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
    const name = rows[0]!.name
    const role = `${name}_owner`
    try {
      await database.pool.query(`create role ${role} login; alter database "${name}" owner to ${role}`)
      await database.pool.query(`grant set on parameter noordkaap.masking to ${role}`)
      const own = database.connectionString.replace(/\/\/[^@]*@/, `//${role}@`)
      await prepareDatabase({ connectionString: own, migration: own, reset: false })
      const { rows: made } = await database.pool.query<{ name: string; owner: string }>(
        'select extname::text as name, pg_get_userbyid(extowner) as owner from pg_extension order by 1',
      )
      expect(made).toContainEqual({ name: 'btree_gist', owner: role })
    } finally {
      await database.pool.query(
        `alter database "${name}" owner to current_user; reassign owned by ${role} to current_user`,
      )
      await database.pool.query(`drop owned by ${role}`)
      await database.pool.query(`revoke set on parameter noordkaap.masking from ${role}`)
      await database.pool.query(`drop role ${role}`)
      await database.close()
    }
  })
})
