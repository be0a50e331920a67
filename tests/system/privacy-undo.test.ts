import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact, addCourse, addEnrolment, addEmptyPlanning, addPart } from '../support/builders.ts'
import { runRetention } from '../../src/system/privacy/retention.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(1)
})
afterAll(() => app.close())

/** Somebody who signed for a part, and drew the signature anew. */
async function signer() {
  const contact = await addContact(app.db)
  const part = await addPart(app.db, { group_id: await addEmptyPlanning(app.db, await addCourse(app.db)) })
  await addEnrolment(app.db, { appointment_id: part, contact_id: contact })
  const { id } = await app.db
    .insertInto('presence_signatures')
    .values({
      appointment_id: part,
      contact_id: contact,
      storage_key: `signatures/aa/${contact}.png`,
      mime_type: 'image/png',
      sha256: 'a',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .updateTable('presence_signatures')
    .set({ storage_key: `signatures/bb/${contact}.png` })
    .where('id', '=', id)
    .execute()
  return { contact, id }
}
const keptOf = async (id: number) =>
  (
    await app.db
      .selectFrom('unshown_changes')
      .select('action')
      .where('table_name', '=', 'presence_signatures')
      .where('row_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

describe('what the history says of an enrolment that is gone', () => {
  it('is masked with the person', async () => {
    const contact = await addContact(app.db)
    const part = await addPart(app.db, { group_id: await addEmptyPlanning(app.db, await addCourse(app.db)) })
    const enrolment = { appointment_id: part, contact_id: contact, note: 'Eet glutenvrij' }
    await app.db.insertInto('enrolments').values(enrolment).execute()
    await app.db.deleteFrom('enrolments').where('contact_id', '=', contact).execute()
    const told = async () =>
      (await app.pool.query(`select from history where record_type = 'enrolment' and changes::text ~ 'glutenvrij'`))
        .rowCount
    expect(await told()).toBe(2)
    const answer = await administrator.post(`/privacy/anonymise/${contact}`, { word: 'anonimiseren' })
    expect(answer.status).toBe(204)
    expect(await told()).toBe(0)
  })
})

describe('what is kept for undoing', () => {
  it('of a person who is anonymised is emptied in the same transaction, in every table, and nobody else loses any', async () => {
    const [gone, other] = [await signer(), await signer()]
    expect(await keptOf(gone.id)).toEqual(['insert', 'update'])
    const answer = await administrator.post(`/privacy/anonymise/${gone.contact}`, { word: 'anonimiseren' })
    expect(answer.status).toBe(204)
    expect(await keptOf(gone.id)).toEqual([])
    expect(await keptOf(other.id)).toEqual(['insert', 'update'])
    const { rows } = await sql`
      select from unshown_changes where change_set = (
        select change_set from history where action = 'anonymise' and record_id = ${gone.contact})
    `.execute(app.db)
    expect(rows).toEqual([])
  })

  it('of what was removed after its term is emptied with it', async () => {
    const [old, young] = [await signer(), await signer()]
    await app.owner.pool.query(
      `update appointments set starts_at = now() - interval '5 years', ends_at = now() - interval '5 years' + interval '1 hour'
       where id = (select appointment_id from presence_signatures where id = $1)`,
      [old.id],
    )
    await app.db.insertInto('retention_terms').values({ kind: 'signatures', months: 24, enabled: true }).execute()
    await runRetention({}, app.services)
    expect(await keptOf(old.id)).toEqual([])
    expect(await keptOf(young.id)).toEqual(['insert', 'update'])
  })
})
