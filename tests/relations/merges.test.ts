import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { mergeStrategies } from '../../src/platform/merging.ts'
import { listReferences } from '../../src/relations/merging/references.queries.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

const TYPES = [
  { type: 'contact', table: 'contacts' },
  { type: 'company', table: 'companies' },
  { type: 'invoice', table: 'invoices' },
]
const told = () => app.services.registry.all(mergeStrategies)
/** Columns that name records of these types, as the database knows them. */
const naming = async () => {
  const found = new Set<string>()
  await inTransaction(app.db, null, async (trx) => {
    for (const { type, table } of TYPES)
      for (const reference of await listReferences(trx, table, type))
        found.add(`${reference.table}.${reference.column}`)
  })
  return [...found].sort()
}
const addCompany = async (name: string) => (await planner.post('/company/add', { name })).json<{ id: number }>().id
const merge = (kept: number, gone: number) => planner.post('/companies/merge', { kept_id: kept, gone_id: gone })
const exists = async (id: number) =>
  (await app.db.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

describe('every column that names a contact, a company or an invoice', () => {
  it('says how it merges, once, and what says so is there', async () => {
    const names = await naming()
    expect(names.length).toBeGreaterThan(20)
    expect(
      told()
        .map(({ table, column }) => `${table}.${column}`)
        .sort(),
    ).toEqual(names)
  })

  it('is moved without a key too, so that nobody is told twice what one of both was told', async () => {
    const [kept, gone] = [await addContact(app.db, {}), await addContact(app.db, {})]
    await app.pool.query(
      `insert into moment_sends (moment_id, scope_id, subject_id, recipient_id, occasion)
       select min(id), 7, $1, $1, 0 from message_moments`,
      [gone],
    )
    expect((await planner.post('/contacts/merge', { kept_id: kept, gone_id: gone })).status).toBeLessThan(300)
    const { rows } = await app.pool.query('select subject_id, recipient_id from moment_sends where scope_id = 7')
    expect(rows).toEqual([{ subject_id: kept, recipient_id: kept }])
  })

  it('of which a record has one at most says more than that it moves', async () => {
    const { rows } = await app.owner.pool.query<{ table: string; column: string }>(`
      select distinct c.conrelid::regclass::text as table, a.attname as column
      from pg_constraint c join pg_index i on i.indrelid = c.conrelid and i.indisunique and c.conkey[1] = any(i.indkey)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid in ('contacts'::regclass, 'companies'::regclass)`)
    expect(rows.length).toBeGreaterThan(5)
    const merely = rows.filter(({ table, column }) =>
      told().some((says) => says.table === table && says.column === column && says.merges === 'moves'),
    )
    expect(merely).toEqual([])
  })
})

/**
 * Columns of which the rows of two records can be in each other's way: one of an index of which there is one of each,
 * also where the index has an expression of it.
 */
const contested = `
  select distinct i.indrelid::regclass::text || '.' || a.attname as named from pg_index i
  join pg_attribute a on a.attrelid = i.indrelid and (a.attnum = any(i.indkey::smallint[]) or exists (
    select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = i.indexrelid
      and d.refclassid = 'pg_class'::regclass and d.refobjid = i.indrelid and d.refobjsubid = a.attnum))
  where (i.indisunique or i.indisexclusion) and i.indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`

describe('a row that goes when two become one', () => {
  it('is one of which there can be no two: what merely names a record, such as the company of a contact person, never goes', async () => {
    const { rows } = await app.owner.pool.query<{ named: string }>(contested)
    const resolved = told().filter(({ merges }) => merges !== 'moves' && merges !== 'stays')
    expect(resolved.length).toBeGreaterThan(5)
    const unopposed = resolved
      .map(({ table, column }) => `${table}.${column}`)
      .filter((column) => !rows.some(({ named }) => named === column))
    expect(unopposed).toEqual([])
  })
})

describe('a table of which a module has yet to say how it merges', () => {
  afterEach(() => app.owner.pool.query('drop table final_invoices'))

  it('is not moved silently: nothing is merged', async () => {
    const [kept, gone] = [await addCompany('Blijft'), await addCompany('Verdwijnt')]
    await app.owner.pool.query(
      'create table final_invoices (id integer primary key, debtor_id integer not null references companies)',
    )
    expect(await naming()).toContain('final_invoices.debtor_id')
    expect((await merge(kept, gone)).status).toBe(500)
    expect(await exists(gone)).toBe(true)
  })
})

describe('a final invoice, which stays', () => {
  const given = { record: 'company', table: 'final_invoices', column: 'debtor_id', merges: 'stays' } as const
  const strategies = () => told() as (typeof given)[]
  const debtor = async () =>
    (await app.owner.pool.query<{ debtor_id: number }>('select debtor_id from final_invoices')).rows[0]?.debtor_id

  async function withInvoice(column: string, says: { table: string; column: string; merges: 'stays' }) {
    const [kept, gone] = [await addCompany('Blijft'), await addCompany('Verdwijnt')]
    await app.owner.pool.query(`create table final_invoices (id integer primary key, ${column})`)
    await app.owner.pool.query('grant select, insert, update, delete on final_invoices to public')
    strategies().push(says as typeof given)
    return { kept, gone }
  }
  afterEach(async () => {
    strategies().pop()
    await app.owner.pool.query('drop table final_invoices')
  })

  it('keeps its debtor: who has one is not the one that goes', async () => {
    const { kept, gone } = await withInvoice('debtor_id integer not null references companies', given)
    await app.owner.pool.query('insert into final_invoices values (1, $1)', [gone])
    const refused = await merge(kept, gone)
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('Verdwijnt heeft gegevens die niet naar een ander mogen')
    expect([await debtor(), await exists(gone)]).toEqual([gone, true])
    expect((await merge(gone, kept)).status).toBe(200)
    expect([await debtor(), await exists(kept)]).toEqual([gone, false])
  })

  it('that names its debtor by type and number keeps that name, whatever became of it', async () => {
    const { kept, gone } = await withInvoice('record_type text, record_id integer', {
      table: 'final_invoices',
      column: 'record_id',
      merges: 'stays',
    })
    await app.owner.pool.query(`insert into final_invoices values (1, 'company', $1)`, [gone])
    expect((await merge(kept, gone)).status).toBe(200)
    const { rows } = await app.owner.pool.query('select record_id from final_invoices')
    expect(rows).toEqual([{ record_id: gone }])
  })
})
