import { utimes } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeForgotten } from '../../src/platform/files/kept-files.ts'
import { sweepFiles } from '../../src/platform/files/orphans.ts'
import { runRetention } from '../../src/system/privacy/retention.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact, addCourse, addEnrolment, addEmptyPlanning, addPart } from '../support/builders.ts'
import { upload } from '../support/upload.ts'

const PDF = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'
const SIGNATURE = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='
const HOUR_MS = 3_600_000

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(1)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.owner.pool.query('delete from graphile_worker._private_jobs')
})

/** A document of this contact, with the key of its file. */
async function addDocument(contact: number) {
  const answer = await upload(
    administrator,
    `/documents/add?contact_id=${contact}`,
    { type_id: app.story.documents.type },
    { name: 'brief.pdf', bytes: PDF },
  )
  expect(answer.status).toBeLessThan(300)
  return app.db
    .selectFrom('documents')
    .innerJoin('document_versions', 'document_versions.document_id', 'documents.id')
    .innerJoin('stored_files', 'stored_files.id', 'document_versions.file_id')
    .select(['documents.id', 'stored_files.storage_key as key', 'stored_files.id as file'])
    .where('documents.object_type', '=', 'contact')
    .where('documents.object_id', '=', contact)
    .orderBy('documents.id', 'desc')
    .executeTakeFirstOrThrow()
}
async function sign(contact: number): Promise<string> {
  const part = await addPart(app.db, { group_id: await addEmptyPlanning(app.db, await addCourse(app.db)) })
  await addEnrolment(app.db, { appointment_id: part, contact_id: contact })
  const signature = `data:image/webp;base64,${SIGNATURE}`
  const answer = await administrator.post(`/calendar/signatureInterface/${part}/${contact}`, { signature })
  expect(answer.status).toBeLessThan(300)
  const { storage_key } = await app.db
    .selectFrom('presence_signatures')
    .select('storage_key')
    .where('contact_id', '=', contact)
    .executeTakeFirstOrThrow()
  return storage_key
}
const remove = async (id: number) => expect((await administrator.post('/documents/delete', { id })).status).toBe(204)
const isThere = (key: string) =>
  app.services.files.read(key).then(
    () => true,
    () => false,
  )

/** Whole hours until the removal of each key. */
async function hoursUntil(): Promise<Record<string, number>> {
  const { rows } = await app.pool.query<{ key: string; hours: number }>(
    `select named as key, round(extract(epoch from run_at - now()) / 3600)::integer as hours
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id,
       json_array_elements_text(payload -> 'keys') named where t.identifier = 'files.remove'`,
  )
  return Object.fromEntries(rows.map(({ key, hours }) => [key, hours]))
}
/** Does the waiting removals as if their day had passed. */
async function dayPasses(): Promise<void> {
  const { rows } = await app.pool.query<{ payload: Record<string, unknown> }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = 'files.remove' returning payload`,
  )
  for (const { payload } of rows) await removeForgotten(payload, app.services)
}
async function sweepAged(key: string): Promise<void> {
  const then = new Date(Date.now() - 48 * HOUR_MS)
  await utimes(`${app.services.config.dataDir}/files/${key}`, then, then)
  await sweepFiles({}, app.services)
}

describe('the bytes of a file', () => {
  it('of a deleted document stay for a day, whatever the sweep finds, and go then', async () => {
    const { id, key } = await addDocument(await addContact(app.db))
    await remove(id)
    expect(await hoursUntil()).toEqual({ [key]: 25 })
    await sweepAged(key)
    expect(await isThere(key)).toBe(true)
    await dayPasses()
    expect(await isThere(key)).toBe(false)
  })

  it('stay when their row came back meanwhile', async () => {
    const { id, key, file } = await addDocument(await addContact(app.db))
    await remove(id)
    await app.owner.pool.query(
      `insert into stored_files overriding system value select (jsonb_populate_record(null::stored_files,
         (select jsonb_object_agg(k, v -> 0) from jsonb_each(changes) each(k, v)) || jsonb_build_object('id', row_id))).*
       from unshown_changes where table_name = 'stored_files' and row_id = $1 and action = 'delete'`,
      [file],
    )
    await dayPasses()
    expect(await isThere(key)).toBe(true)
  })

  it('of a signature that goes with its enrolment stay as long', async () => {
    const contact = await addContact(app.db)
    const key = await sign(contact)
    await app.db.deleteFrom('enrolments').where('contact_id', '=', contact).execute()
    expect(await hoursUntil()).toEqual({ [key]: 25 })
  })

  it('of a person who is anonymised go at once, also those that waited for their day', async () => {
    const [gone, other] = [await addContact(app.db), await addContact(app.db)]
    const [early, last, others] = [await addDocument(gone), await addDocument(gone), await addDocument(other)]
    await remove(early.id)
    await remove(others.id)
    const signature = await sign(gone)
    expect((await administrator.post(`/privacy/anonymise/${gone}`, { word: 'anonimiseren' })).status).toBe(204)
    expect(await hoursUntil()).toEqual({ [early.key]: 0, [last.key]: 0, [signature]: 0, [others.key]: 25 })
  })

  it('go at once when their term has ended', async () => {
    const contact = await addContact(app.db)
    const key = await sign(contact)
    await app.owner.pool.query(
      `update appointments set starts_at = now() - interval '5 years', ends_at = now() - interval '5 years' + interval '1 hour'
       where id in (select appointment_id from presence_signatures where contact_id = $1)`,
      [contact],
    )
    await app.db.insertInto('retention_terms').values({ kind: 'signatures', months: 24, enabled: true }).execute()
    await runRetention({}, app.services)
    expect(await hoursUntil()).toEqual({ [key]: 0 })
  })
})
