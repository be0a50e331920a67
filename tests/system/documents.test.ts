import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { upload } from '../support/upload.ts'

const PDF = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'
const ORPHAN = 'Cannot add document for it would be an orphan'

let app: TestApp
let administrator: Browser
let planner: Browser
let teacher: Browser
let type: number
beforeAll(async () => {
  app = await testApp()
  ;[administrator, planner, teacher] = await Promise.all([app.as(1), app.as(2), app.as(3)])
  type = app.story.documents.type
})
afterAll(() => app.close())

const pdf = (name = 'offerte.pdf') => ({ name, bytes: PDF })
const toCompany = () => `/documents/add?company_id=${app.story.companies.kuipers}`
const add = async (who: Browser, path: string, fields: Record<string, string> = {}) => {
  const answer = await upload(who, path, { type_id: type, ...fields }, pdf())
  expect(answer.status).toBe(200)
  return answer.json<{ id: number }>().id
}
const storedFiles = async () =>
  (await readdir(`${app.services.config.dataDir}/files/documents`).catch(() => [])).filter((name) => name !== '.')

describe('the documents of a record', () => {
  it('say that there are none, without a filter to take off; in the list a filter can be', async () => {
    const owner = `contact_id=${app.story.contacts.gerrit}`
    const tab = await planner.get(`/documents?embed=1&${owner}`)
    expect(tab.$('.empty').text()).toContain('Nog geen documenten')
    expect(tab.$('.empty [data-clear-filters]')).toHaveLength(0)
    const list = await planner.get(`/documents?${owner}`)
    expect(list.$('.empty').text()).toContain('Geen document gevonden met')
    expect(list.$('.empty [data-clear-filters]')).toHaveLength(1)
  })
})

describe('a list in a tab', () => {
  /** What its filter form sends when it reloads; the browser leaves empty fields out. */
  const reload = async (tab: Answer, more: Record<string, string> = {}) => {
    const fields = tab
      .$('form[data-filters]')
      .serializeArray()
      .filter(({ value }) => value !== '')
      .map(({ name, value }) => [name, value])
    const query = new URLSearchParams({ ...(Object.fromEntries(fields) as Record<string, string>), ...more })
    return planner.get(`${tab.$('form[data-filters]').attr('hx-get')}?${query.toString()}`)
  }

  it.each([
    ['with a filter of its owner', () => `/documents?embed=1&contact_id=${app.story.contacts.gerrit}`],
    ['with a filter that is on from the start', (company: number) => `/contacts?embed=1&company_id=${company}`],
    ['at a path of its own', (company: number) => `/companies/${company}/courseLines?embed=1`],
  ])('says in its own words that its last row went, %s', async (_which, url) => {
    const { id: company } = (await planner.post('/company/add', { name: 'Zonder iets' })).json<{ id: number }>()
    const tab = await planner.get(url(company))
    const words = tab.$('.empty b').text()
    expect(words).not.toBe('')
    expect(words).not.toContain('gevonden met')
    const again = await reload(tab)
    expect(again.$('.empty b').text()).toBe(words)
    expect(again.$('.empty [data-clear-filters]')).toHaveLength(0)
  })

  it('offers no way to take off or change what the tab asks of it; on a page of its own that is a filter like others', async () => {
    const path = `/contacts?embed=1&company_id=${app.story.companies.deLinde}`
    const controls = ({ $ }: Answer) => [
      $('[data-chip="company_id"]').length,
      $('input[data-filter][name="company_id"]').length,
      $('input[type="hidden"]:not([data-filter])[name="company_id"]').length,
    ]
    const tab = await planner.get(path)
    expect(controls(tab)).toEqual([0, 0, 1])
    expect(controls(await reload(tab, { role: '5' }))).toEqual([0, 0, 0])
    expect((await reload(tab, { role: '5' })).$('[data-chip="role"]')).toHaveLength(1)
    expect(controls(await planner.page(path))).toEqual([1, 1, 0])
  })

  it('still says that a search found nothing', async () => {
    const tab = await planner.get(`/documents?embed=1&contact_id=${app.story.contacts.gerrit}`)
    expect((await reload(tab, { search: 'bestaatniet' })).$('.empty b').text()).toBe(
      'Geen document gevonden met ‘bestaatniet’',
    )
  })
})

describe('adding a document', () => {
  it('belongs to exactly one contact, company, appointment or contract [T-066]', async () => {
    const { contacts, companies, appointments, contracts } = app.story
    for (const [column, id] of [
      ['contact_id', contacts.anouk],
      ['company_id', companies.kuipers],
      ['appointment_id', appointments.coming],
      ['inspectionContract_id', contracts.deLinde],
    ] as const) {
      const document = await add(planner, `/documents/add?${column}=${id}`)
      const row = await app.db.selectFrom('documents').selectAll().where('id', '=', document).executeTakeFirstOrThrow()
      expect([`${row.object_type}_id`, row.object_id]).toEqual([column, id])
    }
    const insert = (columns: string) => app.pool.query(`insert into documents (name, type_id ${columns}`)
    await expect(insert(`) values ('x', 1)`)).rejects.toThrow('object_')
    await expect(insert(`, object_type, object_id) values ('x', 1, 'contact', 999999)`)).rejects.toThrow(
      'document of something that is not there',
    )
  })

  it('without an owner, or with two, is refused as an orphan [T-186][M-065]', async () => {
    for (const query of ['', '?contact_id=10&company_id=2']) {
      const form = await planner.get(`/documents/add${query}`)
      expect(form.status).toBe(400)
      expect(form.json()).toMatchObject({ message: ORPHAN })
      expect(form.trigger.flash).toEqual({ str: ORPHAN, type: 'error' })
      const before = await storedFiles()
      const sent = await upload(planner, `/documents/add${query}`, { type_id: type }, pdf())
      expect(sent.status).toBe(400)
      expect(sent.json()).toMatchObject({ message: ORPHAN })
      expect(await storedFiles()).toEqual(before)
    }
  })

  it('asks for a file, a type and whether it is external, and takes the name of the file when none is given [R-121][S-090]', async () => {
    const form = await planner.get(toCompany())
    expect(form.$('form').attr('hx-encoding')).toBe('multipart/form-data')
    expect(form.$('input[type=file], select[name=type_id], input[name=external], input[name=name]')).toHaveLength(4)
    const answer = await upload(planner, toCompany(), { type_id: type }, pdf('Naïeve offerte €.pdf'))
    const { id } = answer.json<{ id: number }>()
    expect(answer.trigger.changed?.items).toContainEqual({ type: 'document', id })
    expect((await planner.get(`/documents/view/${id}`)).$('.popup-title').text()).toBe('Naïeve offerte €.pdf')
    expect((await upload(planner, toCompany(), {})).json()).toMatchObject({
      file: ['Kies een bestand.'],
      type_id: ['Maak een keuze'],
    })
  })

  it('looks at the content and not at the name, and keeps nothing of what it refuses', async () => {
    const before = await storedFiles()
    for (const bytes of [
      '<html><script>alert(1)</script>',
      '#!/bin/sh\nrm',
      'MZ\u0000\u0001',
      '<svg xmlns="x"/>',
      '\u0000\u0001\u0002',
    ])
      expect([
        bytes,
        (await upload(planner, toCompany(), { type_id: type }, { name: 'net.pdf', bytes })).status,
      ]).toEqual([bytes, 415])
    expect(await storedFiles()).toEqual(before)
    const { id } = (
      await upload(planner, toCompany(), { type_id: type }, { name: 'echt-een.pdf.exe', bytes: PDF })
    ).json<{ id: number }>()
    const { headers } = await planner.get(`/documents/download/${id}`)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toContain('filename=echt-een.pdf.pdf')
  })

  it('tells a file with nothing in it from no file, and keeps none', async () => {
    const before = await storedFiles()
    const send = async (name: string) =>
      (await upload(planner, toCompany(), { type_id: type }, { name, bytes: '' })).json()
    expect(await send('leeg.pdf')).toEqual({ file: ['Dit bestand is leeg.'] })
    // What a browser sends for a file field that nobody touched.
    expect(await send('')).toEqual({ file: ['Kies een bestand.'] })
    expect(await storedFiles()).toEqual(before)
  })

  it('takes out of a file name what turns the direction of writing', async () => {
    const marks = [0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069]
    const name = `nota${String.fromCodePoint(...marks)}fdp.exe.pdf`
    const answer = await upload(planner, toCompany(), { type_id: type }, { name, bytes: PDF })
    const { id } = answer.json<{ id: number }>()
    expect((await planner.get(`/documents/view/${id}`)).$('.popup-title').text()).toBe('notafdp.exe.pdf')
    const { rows } = await app.pool.query('select name from stored_files order by id desc limit 1')
    expect(rows).toEqual([{ name: 'notafdp.exe.pdf' }])
  })

  it('keeps to the limits of the settings, and nothing of what is too large stays', async () => {
    await app.db
      .insertInto('settings')
      .values({ key: 'documents', value: JSON.stringify({ max_megabytes: 1, kinds: ['pdf'] }) })
      .execute()
    try {
      const before = await storedFiles()
      const large = await upload(
        planner,
        toCompany(),
        { type_id: type },
        { name: 'groot.pdf', bytes: PDF + 'x'.repeat(1_000_001) },
      )
      expect(large.status).toBe(413)
      expect(large.json()).toMatchObject({ message: 'Het bestand is groter dan 1 MB.' })
      const text = await upload(planner, toCompany(), { type_id: type }, { name: 'tekst.txt', bytes: 'gewone tekst' })
      expect(text.status).toBe(415)
      expect(text.json()).toMatchObject({ message: 'Dit soort bestand wordt niet aangenomen. Wel: PDF.' })
      expect(await storedFiles()).toEqual(before)
    } finally {
      await app.db.deleteFrom('settings').where('key', '=', 'documents').execute()
    }
  })

  it('keeps no file of a form that is refused', async () => {
    const before = await storedFiles()
    expect((await upload(planner, toCompany(), { type_id: 'x' }, pdf())).status).toBe(422)
    expect((await upload(planner, toCompany(), { type_id: 2_000_000 }, pdf())).json()).toEqual({
      type_id: ['Dit documenttype bestaat niet meer.'],
    })
    expect(await storedFiles()).toEqual(before)
  })
})

describe('a document', () => {
  it('shows what it is of, its versions and what may be done with it [R-122][S-091]', async () => {
    const { $ } = await planner.get(`/documents/view/${app.story.documents.contract}`)
    expect($('.popup-title').text()).toBe('Raamovereenkomst De Linde')
    expect($('.popup-sub').text()).toBe('Overeenkomst · Zorggroep De Linde')
    expect(
      $('[data-tool]')
        .toArray()
        .map((tool) => $(tool).text().trim()),
    ).toEqual(['Downloaden', 'Versturen', 'Nieuwe versie', 'Wijzigen'])
    expect($('.popup-body a[href*="version="]').length).toBeGreaterThan(0)
  })

  it('is downloaded as an attachment that no browser sniffs at, each version by its number', async () => {
    const id = await add(planner, toCompany())
    const second = await upload(planner, `/documents/version/${id}`, {}, { name: 'tweede.txt', bytes: 'Versie twee' })
    expect(second.json()).toEqual({ number: 2 })
    const newest = await planner.get(`/documents/download/${id}`)
    expect(newest.text).toBe('Versie twee')
    expect(newest.headers.get('content-disposition')).toContain('attachment; filename=tweede.txt')
    expect(newest.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await planner.get(`/documents/download/${id}?version=1`)).text).toBe(PDF)
    expect((await planner.get(`/documents/download/${id}?version=3`)).status).toBe(404)
  })

  it('gets a number of its own for each of two versions added at once', async () => {
    const id = await add(planner, toCompany())
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((text) =>
        upload(planner, `/documents/version/${id}`, {}, { name: `${text}.txt`, bytes: text }),
      ),
    )
    expect(answers.map((answer) => answer.json<{ number: number }>().number).sort()).toEqual([2, 3, 4])
  })

  it('is sent as an attachment of a mail to the address of its owner [R-123][S-092]', async () => {
    const id = await add(planner, `/documents/add?contact_id=${app.story.contacts.anouk}`)
    const form = await planner.get(`/documents/send/${id}`)
    const { email } = await app.db
      .selectFrom('contacts')
      .select('email')
      .where('id', '=', app.story.contacts.anouk)
      .executeTakeFirstOrThrow()
    expect(form.$('input[name=to]').attr('value')).toBe(email)
    expect(form.$('input[name=subject], textarea[name=body]')).toHaveLength(2)
    const answer = await planner.post(`/documents/send/${id}`, {
      to: email!,
      subject: 'Uw offerte',
      body: 'Beste Anouk',
    })
    const mail = await app.db
      .selectFrom('mails')
      .innerJoin('mail_attachments', 'mail_attachments.mail_id', 'mails.id')
      .innerJoin('document_versions', 'document_versions.file_id', 'mail_attachments.file_id')
      .select(['recipient', 'subject', 'text_body', 'document_id', 'object_type', 'object_id', 'sent_by'])
      .where('mails.id', '=', answer.json<{ id: number }>().id)
      .executeTakeFirstOrThrow()
    expect(mail).toEqual({
      recipient: email,
      subject: 'Uw offerte',
      text_body: 'Beste Anouk',
      document_id: id,
      object_type: 'contact',
      object_id: app.story.contacts.anouk,
      sent_by: planner.userId,
    })
    expect((await planner.post(`/documents/send/${id}`, { to: 'geen adres', subject: 'x', body: 'y' })).json()).toEqual(
      {
        to: ['Dit e-mailadres klopt niet.'],
      },
    )
  })

  it('is deleted with its files, but for those that were mailed [R-124]', async () => {
    const kept = await add(planner, toCompany())
    const gone = await add(planner, toCompany())
    const keyOf = async (id: number) =>
      (
        await app.db
          .selectFrom('document_versions')
          .innerJoin('stored_files', 'stored_files.id', 'document_versions.file_id')
          .select('storage_key')
          .where('document_id', '=', id)
          .executeTakeFirstOrThrow()
      ).storage_key
    const [keptKey, goneKey] = [await keyOf(kept), await keyOf(gone)]
    await planner.post(`/documents/send/${kept}`, { to: 'a@example.nl', subject: 'x', body: 'y' })
    for (const id of [kept, gone]) {
      const answer = await planner.post('/documents/delete', { id })
      expect(answer.status).toBe(204)
      expect(answer.trigger.changed?.items).toContainEqual({ type: 'document', id })
      expect((await planner.get(`/documents/view/${id}`)).status).toBe(404)
    }
    const left = await app.db
      .selectFrom('stored_files')
      .select('storage_key')
      .where('storage_key', 'in', [keptKey, goneKey])
      .execute()
    expect(left).toEqual([{ storage_key: keptKey }])
    const { rows } = await app.pool.query<{ payload: { keys: string[] } }>(
      `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'files.remove'`,
    )
    expect(rows.flatMap(({ payload }) => payload.keys)).toEqual([goneKey])
  })

  it('is made external and internal again, which customers notice [R-125]', async () => {
    const student = await app.as(5)
    const { external } = app.story.documents
    for (const [flag, status] of [
      ['0', 404],
      ['1', 200],
    ] as const) {
      const answer = await planner.post('/documents/setExternal', { id: external, external: flag })
      expect(answer.trigger.changed?.items).toEqual([{ type: 'document', id: external }])
      expect((await student.get(`/documents/view/${external}`)).status).toBe(status)
      expect((await student.get(`/documents/download/${external}`)).status).toBe(status)
    }
  })

  it('that somebody else changed is not overwritten', async () => {
    const id = await add(planner, toCompany())
    const form = { name: 'Nieuw', type_id: type, version: 1 }
    expect((await planner.post(`/documents/edit/${id}`, form)).status).toBe(204)
    expect((await administrator.post(`/documents/edit/${id}`, { ...form, name: 'Anders' })).status).toBe(409)
  })

  it('blocks deleting the record it belongs to', async () => {
    const { id } = (await planner.post('/company/add', { name: 'Met dossier BV', country_code: 'NL' })).json<{
      id: number
    }>()
    await add(planner, `/documents/add?company_id=${id}`)
    const answer = await planner.post('/company/delete', { id })
    expect(answer.status).toBe(409)
    expect(answer.json()).toMatchObject({ reasons: [{ label: 'Documenten', count: 1 }] })
  })
})

describe('who sees and changes documents', () => {
  const names = async (who: Browser) =>
    (await who.get('/documents?embed=1&max_per_page=200'))
      .$('tbody tr td:nth-child(1), tbody tr td:nth-child(2)')
      .text()
      .replace(/\s+/g, ' ')

  it('teachers see those of their own appointments and change their own uploads only', async () => {
    expect(await names(teacher)).toContain('Draaiboek praktijkdag')
    expect(await names(teacher)).not.toContain('Raamovereenkomst')
    const path = `/documents/add?appointment_id=${app.story.appointments.coming}`
    const own = await add(teacher, path)
    const office = await add(planner, path)
    expect((await teacher.get(`/documents/view/${office}`)).status).toBe(200)
    expect((await teacher.get(`/documents/edit/${office}`)).status).toBe(403)
    expect((await teacher.post('/documents/delete', { id: office })).status).toBe(403)
    expect((await teacher.post('/documents/setExternal', { id: office, external: '1' })).status).toBe(403)
    expect((await upload(teacher, `/documents/version/${office}`, {}, pdf())).status).toBe(403)
    expect((await teacher.post('/documents/delete', { id: own })).status).toBe(204)
    const foreign = `/documents/add?appointment_id=${app.story.appointments.foreign}`
    expect((await teacher.get(foreign)).status).toBe(404)
    expect((await upload(teacher, foreign, { type_id: type }, pdf())).status).toBe(404)
    expect((await upload(teacher, toCompany(), { type_id: type }, pdf())).status).toBe(404)
  })

  it('supervisors and students see external ones of their own people only, and no earlier versions', async () => {
    const { contacts, companies, documents } = app.story
    const supervisor = await app.as(4)
    const student = await app.as(5)
    const internal = await add(planner, `/documents/add?contact_id=${contacts.student}`, { name: 'Intern dossier' })
    const shown = await add(planner, `/documents/add?company_id=${companies.deLinde}`, {
      name: 'Voor iedereen',
      external: '1',
    })
    await upload(planner, `/documents/version/${shown}`, {}, { name: 'nieuw.txt', bytes: 'Nieuwe tekst' })
    expect(await names(student)).toContain('Deelnamevoorwaarden')
    expect(await names(student)).not.toMatch(/Intern dossier|Plattegrond|Raamovereenkomst/)
    expect(await names(supervisor)).toContain('Voor iedereen')
    expect(await names(supervisor)).not.toMatch(/Intern dossier|Plattegrond|Raamovereenkomst/)
    for (const who of [supervisor, student]) {
      expect((await who.get(`/documents/view/${internal}`)).status).toBe(404)
      expect((await who.get(`/documents/view/${documents.foreign}`)).status).toBe(404)
      expect((await upload(who, toCompany(), { type_id: type }, pdf())).status).toBe(403)
    }
    expect((await supervisor.get(`/documents/download/${shown}`)).text).toBe('Nieuwe tekst')
    expect((await supervisor.get(`/documents/download/${shown}?version=1`)).status).toBe(404)
  })

  it('only administrators keep the list of types; one name is used once', async () => {
    expect((await planner.get('/documents/types')).status).toBe(403)
    expect((await administrator.post('/documents/types/add', { name: 'Diploma' })).status).toBe(204)
    expect((await administrator.post('/documents/types/add', { name: 'diploma' })).json()).toEqual({
      name: ['Er is al een documenttype met deze naam.'],
    })
    const { id } = await app.db
      .selectFrom('document_types')
      .select('id')
      .where('name', '=', 'Diploma')
      .executeTakeFirstOrThrow()
    expect((await planner.get(toCompany())).text).toContain('>Diploma</option>')
    expect((await administrator.post(`/documents/types/edit/${id}`, { name: 'Diploma', version: 1 })).status).toBe(204)
    expect((await planner.get(toCompany())).text).not.toContain('>Diploma</option>')
  })
})
