import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { keepDrawnFile, removeForgotten } from '../../src/platform/files/kept-files.ts'
import { queueMail } from '../../src/platform/mail/mail.ts'
import { runRetention } from '../../src/system/privacy/retention.ts'
import { keepSignature } from '../../src/training/day/presence/signatures.commands.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact, addCourse, addPassedPlanning } from '../support/builders.ts'
import { upload } from '../support/upload.ts'

const PDF = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(1)
})
afterAll(() => app.close())

let people = 0
/** Somebody with one of everything that these modules keep about a person. */
async function person() {
  const email = `gerda${(people += 1)}@post.example`
  const id = await addContact(app.db, { first_name: 'Gerda', last_name: 'Zwaluw', email })
  await administrator.post(`/notes/create/contact/${id}`, { body: '<p>Belt liever niet</p>' })
  const added = await upload(
    administrator,
    `/documents/add?contact_id=${id}`,
    { type_id: app.story.documents.type, name: 'Zwaluw identiteit' },
    { name: 'zwaluw.pdf', bytes: PDF },
  )
  const document = added.json<{ id: number }>().id
  const file = await app.db
    .selectFrom('document_versions')
    .innerJoin('stored_files', 'stored_files.id', 'file_id')
    .select(['stored_files.id', 'storage_key'])
    .where('document_id', '=', document)
    .executeTakeFirstOrThrow()
  const courseId = await addCourse(app.db, { description: 'BHV basis', validity_months: 12 })
  const planning = await addPassedPlanning(app.db, courseId, [id])
  await inTransaction(app.db, null, (trx) =>
    keepSignature(trx, app.services, { appointmentId: planning.partId, contactId: id }, signature(`image of ${id}`)),
  )
  return { id, email, document, file, planning }
}
const signature = (content: string) => ({
  signature: { bytes: Buffer.from(content), type: 'image/png' as const },
  moment: 'start' as const,
  arrived: null,
})
const signatureKeys = async (contactId: number) =>
  (
    await app.db.selectFrom('presence_signatures').select('storage_key').where('contact_id', '=', contactId).execute()
  ).map(({ storage_key }) => storage_key)

const mail = (to: string, more: Partial<Parameters<typeof queueMail>[2]> = {}) =>
  inTransaction(app.db, null, (trx) =>
    queueMail(trx, app.services, { to, subject: 'Voor Zwaluw', text: 'Beste Gerda', ...more }),
  )
const mailOf = (id: number) => app.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
const exported = async (id: number) =>
  (await administrator.request(`/privacy/person/${id}/json`, { headers: {} })).json<
    Record<string, Record<string, unknown>[] | undefined>
  >()
const anonymise = async (id: number) =>
  expect((await administrator.post(`/privacy/anonymise/${id}`, { word: 'anonimiseren' })).status).toBe(204)

/** Runs the jobs that remove files, as a process would so many hours from now: those whose time has come. */
async function removeFiles(hours = 0): Promise<void> {
  const { rows } = await app.pool.query<{ payload: Record<string, unknown> }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'files.remove' and j.run_at <= now() + $1 * interval '1 hour'`,
    [hours],
  )
  for (const { payload } of rows) await removeForgotten(payload, app.services)
}
const isThere = (key: string) =>
  app.services.files.read(key).then(
    () => true,
    () => false,
  )

describe('the file about a person', () => {
  it('holds notes, documents, signatures and mails, each of them once', async () => {
    const { id, email, file } = await person()
    await mail(email, { record: { type: 'contact', id }, attachments: [file.id] })
    await mail('ander@post.example', { cc: [email.toUpperCase()] })
    const data = await exported(id)
    expect(data.notes).toEqual([
      { Datum: expect.any(String) as string, Door: 'Marieke de Boer', Notitie: '<p>Belt liever niet</p>' },
    ])
    expect(data.documents).toEqual([
      expect.objectContaining({ Naam: 'Zwaluw identiteit', Versie: 1, Bestand: 'zwaluw.pdf' }),
    ])
    expect(data.signatures).toEqual([expect.objectContaining({ Opleiding: 'BHV basis' })])
    expect(data.mails!.map(({ Aan, Bijlagen }) => [Aan, Bijlagen])).toEqual([
      [email, 'zwaluw.pdf'],
      ['ander@post.example', null],
    ])
  })

  it('holds no mail to somebody else who has the same address', async () => {
    const { id, email } = await person()
    const other = await addContact(app.db, { first_name: 'Karel', last_name: 'Zwaluw', email })
    const theirs = await mail(email, { record: { type: 'contact', id: other }, subject: 'Alleen voor Karel' })
    expect((await exported(id)).mails).toBeUndefined()
    await anonymise(id)
    expect(await mailOf(theirs)).toMatchObject({ recipient: email, subject: 'Alleen voor Karel' })
  })

  it('tells certificates that were mailed without the words of the mail a second time', async () => {
    const { id, email, planning } = await person()
    const certificate_ids = [(await app.db.selectFrom('certificates').select('id').executeTakeFirstOrThrow()).id]
    const mail_id = await mail(email, { record: { type: 'contact', id } })
    const words = { recipient: email, subject: 'Voor Zwaluw', text_body: 'Beste Gerda' }
    await app.db
      .insertInto('certificate_mailings')
      .values([
        { group_id: planning.planningId, contact_id: id, certificate_ids, mail_id, ...words },
        { group_id: planning.planningId, contact_id: id, certificate_ids, ...words, text_body: 'Wacht nog' },
      ])
      .execute()
    const rows = (await exported(id)).certificate_mailings!
    expect(rows.map(({ Tekst }) => Tekst)).toEqual([undefined, 'Wacht nog'])
    await anonymise(id)
    const left = await app.db.selectFrom('certificate_mailings').selectAll().where('contact_id', '=', id).execute()
    expect(left).toMatchObject([{ mail_id, recipient: '(verwijderd)', text_body: '(verwijderd)' }])
    const { rows: told } = await app.pool.query(
      `select 1 from history where record_type = 'appointment_group' and record_id = $1 and changes::text ~ 'Gerda|Zwaluw|Wacht nog|${email}'`,
      [planning.planningId],
    )
    expect(told).toEqual([])
  })
})

describe('anonymising', () => {
  it('says what of these goes, and takes it all, with the files and the words of the history', async () => {
    const { id, email, document, file, planning } = await person()
    // An earlier note and an earlier document are gone already; the history still has their words.
    await administrator.post(`/notes/create/contact/${id}`, { body: '<p>Vroegere notitie</p>' })
    await app.pool.query(`delete from notes where body like '%Vroegere%'`)
    const sent = await mail(email, { record: { type: 'contact', id }, attachments: [file.id], bcc: ['b@post.example'] })
    const copied = await mail('ander@post.example', { cc: [email, 'c@post.example'], attachments: [file.id] })
    const keys = [file.storage_key, ...(await signatureKeys(id))]
    expect(await Promise.all(keys.map(isThere))).toEqual([true, true])

    const plan = (await administrator.get(`/privacy/anonymise/${id}`)).text
    for (const expected of [
      '1 notitie',
      '1 document met alle versies en bestanden',
      '1 handtekening voor aanwezigheid',
      'adres, onderwerp, tekst en bijlagen van 1 e-mail',
      'het adres bij de kopieën van 1 e-mail',
    ])
      expect(plan).toContain(expected)
    await anonymise(id)
    await removeFiles()

    expect(await Promise.all(keys.map(isThere))).toEqual([false, false])
    expect(await mailOf(sent)).toMatchObject({
      recipient: '(verwijderd)',
      subject: '(verwijderd)',
      text_body: '(verwijderd)',
      bcc: [],
      state: 'refused',
      error: 'De ontvanger is geanonimiseerd.',
    })
    expect(await mailOf(copied)).toMatchObject({
      recipient: 'ander@post.example',
      cc: ['c@post.example'],
      state: 'queued',
    })
    expect(await exported(id)).not.toHaveProperty('notes')
    expect(await exported(id)).not.toHaveProperty('documents')
    expect(await exported(id)).not.toHaveProperty('signatures')
    const { rows } = await app.pool.query(
      `select record_type, changes from history
       where (record_type = 'note' and record_id in (
           select record_id from history where record_type = 'note' and changes @> $1::jsonb)
         or record_type = 'document' and record_id = $2) and changes::text ~ 'Vroegere|Belt liever|identiteit'`,
      [JSON.stringify({ object_id: [id] }), document],
    )
    expect(rows).toEqual([])
    const { rows: events } = await app.pool.query<{ action: string }>(
      `select action from history where record_type = 'document' and record_id = $1`,
      [document],
    )
    expect(events.map(({ action }) => action)).toContain('delete')
    const results = await app.db
      .selectFrom('enrolments')
      .select('passed')
      .where('appointment_id', '=', planning.partId)
      .execute()
    expect(results).toEqual([{ passed: 1 }])
  })
})

describe('somebody who was merged', () => {
  it('leaves nothing behind that undoing could bring back', async () => {
    const [one, other] = [
      await addContact(app.db, { first_name: 'Gerda', last_name: 'Zwaluw', email: null }),
      await addContact(app.db, { first_name: 'Gerda', last_name: 'Dubbelganger', email: null }),
    ]
    await administrator.post('/contacts/merge', { kept_id: one, gone_id: other })
    expect((await exported(one)).merges).toEqual([
      expect.objectContaining({ 'Samengevoegd met': 'Gerda Dubbelganger' }),
    ])
    await anonymise(one)
    const merge = await app.db.selectFrom('merges').selectAll().where('kept_id', '=', one).executeTakeFirstOrThrow()
    expect(merge).toMatchObject({ gone_name: '(verwijderd)', before: null })
    expect((await administrator.post('/merged/undo', { id: merge.id })).status).toBe(409)
    const { rows } = await app.pool.query(
      `select 1 from history where record_type = 'contact' and record_id = any($1) and changes::text ~ 'Dubbelganger'`,
      [[one, other]],
    )
    expect(rows).toEqual([])
  })
})

describe('the image of a signature', () => {
  it('goes a day after another took its place or the student left, but not as long as somebody has the same', async () => {
    const [one, two] = [await person(), await person()]
    const [old] = await signatureKeys(one.id)
    const sign = (who: typeof one, content: string) =>
      inTransaction(app.db, null, (trx) =>
        keepSignature(trx, app.services, { appointmentId: who.planning.partId, contactId: who.id }, signature(content)),
      )
    await sign(one, 'the same')
    await sign(two, 'the same')
    await removeFiles(24)
    expect(await isThere(old!)).toBe(true)
    await removeFiles(26)
    expect(await isThere(old!)).toBe(false)
    const [shared] = await signatureKeys(one.id)
    await app.db.deleteFrom('enrolments').where('contact_id', '=', one.id).execute()
    await removeFiles(26)
    expect([await signatureKeys(one.id), await isThere(shared!)]).toEqual([[], true])
    await anonymise(two.id)
    await removeFiles()
    expect(await isThere(shared!)).toBe(false)
  })
})

describe('a certificate that was mailed', () => {
  it('keeps its file when the mail is deleted', async () => {
    const key = 'certificates/2020/2020-00001.pdf'
    await app.services.files.write(key, Readable.from([PDF]))
    const drawn = { key, name: 'certificaat.pdf', mimeType: 'application/pdf', size: PDF.length, sha256: 'x' }
    const fileId = await inTransaction(app.db, null, (trx) => keepDrawnFile(trx, drawn))
    const id = await mail('weg@post.example', { attachments: [fileId] })
    expect((await administrator.delete(`/messages/delete/${id}`)).status).toBeLessThan(300)
    await removeFiles(26)
    expect(await mailOf(id)).toBeUndefined()
    expect(await isThere(key)).toBe(true)
  })
})

describe('retention', () => {
  const switchOn = async (kind: string, months: number) =>
    expect((await administrator.post(`/privacy/retention/edit/${kind}`, { months, enabled: '1' })).status).toBe(204)
  const run = () => runRetention({}, app.services)

  it('keeps what belongs to the books as long as the law asks, whatever is typed', async () => {
    for (const kind of ['bank-entries', 'reminders', 'quotation-signings']) {
      const sooner = await administrator.post(`/privacy/retention/edit/${kind}`, { months: 83, enabled: '1' })
      expect(sooner.status).toBe(422)
      expect(sooner.text).toContain('De wet vraagt dit ten minste 84 maanden te bewaren.')
      await switchOn(kind, 84)
    }
  })

  it('keeps a signature as long as the certificate it rests on is valid, and two years after that', async () => {
    const [expired, valid] = [await person(), await person()]
    for (const [who, until] of [
      [expired, '25 months'],
      [valid, '23 months'],
    ] as const) {
      await app.pool.query(
        `update appointments set starts_at = now() - interval '5 years', ends_at = now() - interval '5 years' + interval '2 hours'
         where id = any($1)`,
        [[who.planning.partId]],
      )
      await app.pool.query(
        `insert into certificates (number, course_id, contact_id, group_id, layout_id, layout_version, issued_on, valid_until, token, snapshot)
         select '2001-' || lpad($1, 6, '0'), g.course_id, $1::integer, g.id, 1, 1, current_date - interval '4 years',
                current_date - $3::interval, md5($1::text), '{}'
         from appointment_groups g where g.id = $2`,
        [String(who.id), who.planning.planningId, until],
      )
    }
    await switchOn('signatures', 24)
    await run()
    expect(await signatureKeys(expired.id)).toEqual([])
    expect(await signatureKeys(valid.id)).toHaveLength(1)
  })

  it('takes mails with their attachments, then the text they were made of, also when they came back', async () => {
    const { rows } = await app.pool.query<{ id: number }>(
      `insert into mailings (object_type, subject, content, sender_name, sender_email, created_at)
       values ('contact', 'Oud', 'Beste', 'Bas', 'bas@post.example', now() - interval '13 months') returning id`,
    )
    const { id: contactId, email, file, document } = await person()
    const id = await mail(email, { record: { type: 'contact', id: contactId }, attachments: [file.id] })
    await app.pool.query(
      `update mails set state = 'bounced', mailing_id = $2, created_at = now() - interval '13 months' where id = $1`,
      [id, rows[0]!.id],
    )
    await app.db.deleteFrom('document_versions').where('document_id', '=', document).execute()
    await switchOn('mailings', 12)
    const mailing = () => app.db.selectFrom('mailings').select('id').where('id', '=', rows[0]!.id).execute()
    await run()
    expect(await mailing()).toHaveLength(1)
    await switchOn('mails', 12)
    await run()
    await run()
    await removeFiles()
    expect([await mailOf(id), await mailing(), await isThere(file.storage_key)]).toEqual([undefined, [], false])
  })

  it('takes what was written down of mailed certificates, in the history too', async () => {
    const { id, planning: ofCourse } = await person()
    const words = { recipient: 'oud@post.example', subject: 'Oud certificaat', text_body: 'Beste oud-cursist' }
    await app.db
      .insertInto('certificate_mailings')
      .values({ group_id: ofCourse.planningId, contact_id: id, certificate_ids: [1], ...words })
      .execute()
    await app.pool.query(
      `update certificate_mailings set created_at = now() - interval '13 months' where contact_id = $1`,
      [id],
    )
    await switchOn('certificate_mailings', 12)
    await run()
    const left = await app.db.selectFrom('certificate_mailings').select('id').where('contact_id', '=', id).execute()
    expect(left).toEqual([])
    const { rows } = await app.pool.query<{ action: string; told: boolean }>(
      `select action, changes::text ~ 'oud@post|Oud certificaat|oud-cursist' as told from history
       where record_type = 'appointment_group' and record_id = $1 and changes ? 'recipient' order by id`,
      [ofCourse.planningId],
    )
    expect(rows.at(-1)).toEqual({ action: 'delete', told: false })
  })
})
