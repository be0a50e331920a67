/** Every table that names somebody is in the file about that person, or says why not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { personData } from '../../src/system/privacy/points.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { NAMED_ELSEWHERE } from '../support/named-elsewhere.ts'
import { statementsOf } from '../support/queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** The tables with a column that refers to a contact or an account, or is said to name contacts. */
async function naming(): Promise<string[]> {
  const { rows } = await app.owner.pool.query<{ name: string }>(`
    select distinct name from (
      select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid in ('contacts'::regclass, 'users'::regclass)
      union
      select objoid::regclass::text from pg_description
      where classoid = 'pg_class'::regclass and objsubid > 0 and description like 'names contacts%'
    ) tables where name <> 'contacts' order by 1`)
  return rows.map(({ name }) => name)
}

/** What is read for the files about these people, and while one of them is anonymised. */
async function asked(): Promise<string> {
  const { pool, story, services } = app
  const { rows } = await pool.query<{ contact_id: number }>('select contact_id from users where contact_id is not null')
  const people = [...new Set([...rows.map(({ contact_id }) => contact_id), story.contacts.anouk])]
  const administrator = await app.as(ROLE.administrator)
  const sent = await statementsOf(app, async () => {
    for (const id of people) for (const source of services.registry.all(personData)) await source.collect(services, id)
    const id = await addContact(app.db)
    const anonymised = await administrator.post(`/privacy/anonymise/${id}`, { word: 'anonimiseren' })
    expect(anonymised.status).toBe(204)
  })
  return sent.map(({ text }) => text).join('\n')
}

describe('every table that names a contact or an account', () => {
  it('is read for the file about a person or where somebody is anonymised, or says why not', async () => {
    const text = await asked()
    const tables = await naming()
    expect(tables.length).toBeGreaterThan(50)
    const unread = tables.filter((table) => !new RegExp(`\\b${table}\\b`).test(text))
    expect(unread).toEqual(Object.keys(NAMED_ELSEWHERE).toSorted())
  })
})

describe('the file about somebody of whom nothing is known yet', () => {
  it('has the person and nothing of anybody else, whatever the others did', async () => {
    const id = await addContact(app.db)
    const told: Record<string, number> = {}
    for (const source of app.services.registry.all(personData)) {
      const rows = (await source.collect(app.services, id)).length
      if (rows > 0) told[source.key] = rows
    }
    // Of the history that they were added.
    expect(told).toEqual({ contact: 1, history: 1 })
  })
})
