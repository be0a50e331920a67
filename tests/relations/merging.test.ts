import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeForgotten } from '../../src/platform/files/kept-files.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { visitor } from '../support/visitor.ts'
import { addContact, addCourse, addEnrolment, addEmptyPlanning, addPart } from '../support/builders.ts'
import { mergeStrategies } from '../../src/platform/merging.ts'

let app: TestApp
let planner: Browser
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  administrator = await app.as(1)
})
afterAll(() => app.close())

type Form = Parameters<Browser['post']>[1]
const merge = (type: 'contacts' | 'companies', kept: number, gone: number, more: Form = {}, browser = planner) =>
  browser.post(`/${type}/merge`, { kept_id: kept, gone_id: gone, ...more })
const undo = (id: number, browser = planner) => browser.post('/merged/undo', { id })
const contact = (id: number) => app.db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirst()
const company = (id: number) => app.db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst()
const addCompany = async (name: string, more: Form = {}) =>
  (await planner.post('/company/add', { name, ...more })).json<{ id: number }>().id

/** Everything in the tables that a merge may touch, in a form that can be compared. */
async function everything() {
  const tables = ['companies', 'contacts', 'contact_companies', 'contact_skills', 'supervisions', 'client_ids']
  const more = [
    'enrolments',
    'presence_signatures',
    'certificates',
    'reservations',
    'appointment_responsibles',
    'users',
    'mails',
  ]
  const found: Record<string, unknown> = {}
  for (const table of [...tables, ...more]) {
    const { rows } = await app.pool.query<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from ${table} t`)
    found[table] = rows
      .map(({ row }) => {
        const { version: _version, updated_at: _updated, ...rest } = row
        return JSON.stringify(rest)
      })
      .sort()
  }
  return found
}

describe('two contacts', () => {
  it('of whom the one that goes signed for presence keep that signature, together and apart', async () => {
    const [kept, gone] = [await addContact(app.db), await addContact(app.db)]
    const part = await addPart(app.db, { group_id: await addEmptyPlanning(app.db, await addCourse(app.db)) })
    await addEnrolment(app.db, { appointment_id: part, contact_id: gone })
    await app.pool.query(
      `insert into presence_signatures (appointment_id, contact_id, storage_key, mime_type, sha256)
       values ($1, $2, 'signatures/x.png', 'image/png', 'x')`,
      [part, gone],
    )
    const signer = async () =>
      (
        await app.db
          .selectFrom('presence_signatures')
          .select('contact_id')
          .where('appointment_id', '=', part)
          .executeTakeFirst()
      )?.contact_id
    expect((await merge('contacts', kept, gone)).status).toBe(200)
    expect(await signer()).toBe(kept)
    const { id } = await app.db.selectFrom('merges').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect((await undo(id)).status).toBeLessThan(300)
    expect(await signer()).toBe(gone)
  })

  describe('who were both in one part', () => {
    const [ONE, OTHER] = [
      'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==',
      'UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=',
    ]
    type Outcome = [present: 0 | 1 | null, passed: 0 | 1 | null]

    async function twins(outcomes: [Outcome, Outcome], signed: (string | null)[]) {
      const [kept, gone] = [await addContact(app.db), await addContact(app.db)]
      const part = await addPart(app.db, { group_id: await addEmptyPlanning(app.db, await addCourse(app.db)) })
      for (const [i, contact_id] of [kept, gone].entries()) {
        const [present, passed] = outcomes[i]!
        await addEnrolment(app.db, { appointment_id: part, contact_id, present, passed })
        const signature = `data:image/webp;base64,${signed[i]}`
        if (signed[i])
          expect(
            (await planner.post(`/calendar/signatureInterface/${part}/${contact_id}`, { signature })).status,
          ).toBeLessThan(300)
      }
      return { kept, gone, part }
    }
    const signatures = (part: number) =>
      app.db.selectFrom('presence_signatures').selectAll().where('appointment_id', '=', part).orderBy('id').execute()
    /** Runs the jobs that remove images, as a process would. */
    async function forget() {
      const { rows } = await app.pool.query<{ payload: Record<string, unknown> }>(
        `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
         where t.id = j.task_id and t.identifier = 'files.remove' returning j.payload`,
      )
      for (const { payload } of rows) await removeForgotten(payload, app.services)
    }
    const drawn = (key: string) =>
      app.services.files.read(key).then(
        () => true,
        () => false,
      )
    const merged = async (kept: number, gone: number) => (await merge('contacts', kept, gone)).json<{ id: number }>().id

    it.each<[string, Outcome, Outcome, Outcome]>([
      ['came', [0, 0], [1, null], [1, null]],
      ['passed', [1, 0], [1, 1], [1, 1]],
      ['was absent', [null, null], [0, 0], [0, 0]],
      ['knows less', [1, 1], [1, null], [1, 1]],
    ])('keep the better outcome when the one that goes %s, and both notes', async (_what, one, other, best) => {
      const { kept, gone, part } = await twins([one, other], [null, null])
      await app.db.updateTable('enrolments').set({ note: 'Laat' }).where('contact_id', '=', kept).execute()
      await app.db.updateTable('enrolments').set({ note: 'Vegetarisch' }).where('contact_id', '=', gone).execute()
      const before = await everything()
      const id = await merged(kept, gone)
      const rows = await app.db.selectFrom('enrolments').selectAll().where('appointment_id', '=', part).execute()
      expect(rows).toMatchObject([{ contact_id: kept, present: best[0], passed: best[1], note: 'Laat\nVegetarisch' }])
      expect((await undo(id)).status).toBe(204)
      expect(await everything()).toEqual(before)
    })

    it('keep the signature that only the one that goes has put', async () => {
      const { kept, gone, part } = await twins(
        [
          [null, null],
          [null, null],
        ],
        [null, ONE],
      )
      const before = await everything()
      const id = await merged(kept, gone)
      await forget()
      const [signature, ...more] = await signatures(part)
      expect([signature?.contact_id, more]).toEqual([kept, []])
      expect(await drawn(signature!.storage_key)).toBe(true)
      await undo(id)
      expect(await everything()).toEqual(before)
    })

    it('keep one of two signatures; the other is there again when they come apart', async () => {
      const { kept, gone, part } = await twins(
        [
          [null, null],
          [null, null],
        ],
        [ONE, OTHER],
      )
      const before = await everything()
      const [own, other] = await signatures(part)
      const id = await merged(kept, gone)
      await forget()
      expect((await signatures(part)).map(({ storage_key }) => storage_key)).toEqual([own!.storage_key])
      await undo(id)
      expect(await everything()).toEqual(before)
      expect([await drawn(own!.storage_key), await drawn(other!.storage_key)]).toEqual([true, true])
    })

    it('leave no image of the second signature behind when they cannot come apart any more', async () => {
      // The images of tests before this one are the same.
      await app.db.deleteFrom('presence_signatures').execute()
      await app.db.updateTable('merges').set({ before: null }).execute()
      await forget()
      const unknown: Outcome = [null, null]
      const { kept, gone, part } = await twins([unknown, unknown], [ONE, OTHER])
      const [own, other] = await signatures(part)
      const id = await merged(kept, gone)
      await forget()
      expect(await drawn(other!.storage_key)).toBe(true)
      const { jobs } = app.services.registry.manifests.find(({ name }) => name === 'relations')!
      await jobs!['merges.forget']!({ id }, app.services)
      await forget()
      expect([await drawn(own!.storage_key), await drawn(other!.storage_key)]).toEqual([true, false])
    })
  })

  it('become one with the chosen values and all that hangs on them, and two again', async () => {
    const { own, deLinde } = app.story.companies
    const kept = await addContact(app.db, { first_name: 'Elly', last_name: 'Tweemaal', email: 'elly@werk.example' })
    const gone = await addContact(app.db, {
      first_name: 'Elly',
      last_name: 'Tweemael',
      email: 'elly@huis.example',
      phone: '038 1',
    })
    await planner.post(`/contact/attachCompany/${gone}`, { company_id: deLinde })
    await planner.post(`/contact/attachCompany/${gone}`, { company_id: own })
    await planner.post('/contact/supervise_contact', { contact_id: gone, supervisor_id: app.story.contacts.supervisor })
    await app.pool.query('insert into contact_skills (contact_id, skill_id) values ($1, 1), ($2, 1), ($2, 2)', [
      kept,
      gone,
    ])
    await app.pool.query(
      `insert into mails (recipient, subject, text_body, object_type, object_id) values ('x@y.example', 'Oud', '', 'contact', $1)`,
      [gone],
    )
    const planningId = await addEmptyPlanning(app.db, await addCourse(app.db))
    const both = await addPart(app.db, { group_id: planningId })
    const single = await addPart(app.db, { group_id: planningId })
    await addEnrolment(app.db, { appointment_id: both, contact_id: kept, present: null, passed: null })
    await addEnrolment(app.db, { appointment_id: both, contact_id: gone, present: 1, passed: 1 })
    await addEnrolment(app.db, { appointment_id: single, contact_id: gone })
    const before = await everything()

    const merged = await merge('contacts', kept, gone, { 'from[email]': 'gone', 'from[phone]': 'gone' })
    expect(merged.status).toBe(200)
    expect(await contact(gone)).toBeUndefined()
    expect(await contact(kept)).toMatchObject({
      last_name: 'Tweemaal',
      email: 'elly@huis.example',
      phone: '038 1',
      company_id: deLinde,
      client_id: null,
    })
    const enrolments = await app.db
      .selectFrom('enrolments')
      .select(['appointment_id', 'present', 'passed'])
      .where('contact_id', '=', kept)
      .orderBy('appointment_id')
      .execute()
    expect(enrolments).toEqual([
      { appointment_id: both, present: 1, passed: 1 },
      { appointment_id: single, present: 1, passed: 1 },
    ])
    const { enrolled_count } = await app.db
      .selectFrom('appointments')
      .select('enrolled_count')
      .where('id', '=', both)
      .executeTakeFirstOrThrow()
    expect(enrolled_count).toBe(1)
    const mail = await app.db.selectFrom('mails').select('object_id').where('subject', '=', 'Oud').executeTakeFirst()
    expect(mail?.object_id).toBe(kept)
    const history = await app.db
      .selectFrom('history')
      .select(['action', 'changes'])
      .where('record_type', '=', 'contact')
      .where('record_id', '=', kept)
      .where('action', '=', 'merge')
      .execute()
    expect(history).toEqual([{ action: 'merge', changes: { gone_id: gone, gone_name: 'Elly Tweemael' } }])
    const told = await planner.get(`/events/of/contact/${kept}`)
    expect(told.text).toContain('voegde Elly Tweemael samen met')
    expect(told.text).not.toContain('gone_')

    expect((await undo(merged.json<{ id: number }>().id)).trigger.flash?.str).toBe('Samenvoeging ongedaan gemaakt')
    expect(await everything()).toEqual(before)
    expect((await undo(merged.json<{ id: number }>().id)).status).toBe(409)
  })

  it('have the history of both while they are one, and each its own when they came apart', async () => {
    const kept = await addContact(app.db, { last_name: 'Blijver', job_title: 'Kok' })
    const gone = await addContact(app.db, { last_name: 'Ganger', job_title: 'Kok' })
    await app.pool.query(`update contacts set job_title = 'Imker' where id = $1`, [gone])
    const told = async () => (await planner.get(`/events/of/contact/${kept}`)).text
    const entries = async () => [...(await told()).matchAll(/\/logs\/view\/(\d+)/g)].map(([, id]) => Number(id))
    const ofGone = async () => {
      const { rows } = await app.pool.query<{ id: string }>(
        `select id from history where record_type = 'contact' and record_id = $1 and action = 'update'
           and changes::text like '%Imker%'`,
        [gone],
      )
      return rows.map(({ id }) => Number(id))
    }
    const before = await ofGone()
    expect(before.length).toBe(1)
    const { id } = (await merge('contacts', kept, gone)).json<{ id: number }>()
    expect(await entries()).toEqual(expect.arrayContaining(before))
    expect((await undo(id)).trigger.flash?.str).toBe('Samenvoeging ongedaan gemaakt')
    expect((await entries()).filter((entry) => before.includes(entry))).toEqual([])
    // What is emptied of the one says nothing of the other either.
    expect((await administrator.post(`/privacy/anonymise/${kept}`, { word: 'anonimiseren' })).status).toBeLessThan(300)
    expect(await ofGone()).toEqual(before)
  })

  it('keep what somebody changed after the merge, when it is undone', async () => {
    const kept = await addContact(app.db, { last_name: 'Blijft', job_title: 'Kok' })
    const gone = await addContact(app.db, { last_name: 'Gaat', job_title: 'Chef', phone: '038 2' })
    const { id } = (await merge('contacts', kept, gone, { 'from[job_title]': 'gone', 'from[phone]': 'gone' })).json<{
      id: number
    }>()
    await app.db.updateTable('contacts').set({ job_title: 'Directeur' }).where('id', '=', kept).execute()
    await undo(id)
    expect(await contact(kept)).toMatchObject({ job_title: 'Directeur', phone: null })
    expect(await contact(gone)).toMatchObject({ job_title: 'Chef', phone: '038 2' })
  })

  it('come apart without what was deleted since the merge', async () => {
    const [kept, gone] = [await addContact(app.db), await addContact(app.db)]
    const part = await addPart(app.db, { group_id: await addEmptyPlanning(app.db, await addCourse(app.db)) })
    for (const contact_id of [kept, gone]) await addEnrolment(app.db, { appointment_id: part, contact_id })
    const { id } = (await merge('contacts', kept, gone)).json<{ id: number }>()
    await app.db.deleteFrom('enrolments').where('appointment_id', '=', part).execute()
    await app.db.deleteFrom('appointments').where('id', '=', part).execute()
    expect((await undo(id)).status).toBe(204)
    expect(await contact(gone)).toBeDefined()
  })

  it('with two accounts keep one; the other is signed out until the merge is undone', async () => {
    const [kept, gone] = await Promise.all(
      ['een', 'twee'].map(async (name) => {
        const form = {
          last_name: name,
          email: `${name}@dubbel.example`,
          'roles[]': 5,
          gets_account: 1,
          country_code: 'NL',
        }
        return (await planner.post('/contact/add', form)).json<{ id: number }>().id
      }),
    )
    const accounts = () =>
      app.db
        .selectFrom('users')
        .select(['email', 'contact_id', 'active'])
        .where('email', 'like', '%@dubbel.example')
        .orderBy('email')
        .execute()
    const wrong = await merge('contacts', kept!, gone!, { 'from[email]': 'gone' })
    expect(wrong.json()).toHaveProperty(['from.email'])
    const { id } = (await merge('contacts', kept!, gone!)).json<{ id: number }>()
    expect(await accounts()).toEqual([
      { email: 'een@dubbel.example', contact_id: kept, active: true },
      { email: 'twee@dubbel.example', contact_id: null, active: false },
    ])
    const { before } = await app.db.selectFrom('merges').select('before').where('id', '=', id).executeTakeFirstOrThrow()
    expect(JSON.stringify(before)).not.toContain('password_hash')
    await undo(id)
    expect(await accounts()).toMatchObject([{ contact_id: kept }, { contact_id: gone, active: true }])
  })

  it('each have the link to choose a password that goes with the address they have', async () => {
    const form = { last_name: 'Linker', 'roles[]': 5, gets_account: 1, country_code: 'NL' }
    const added = await planner.post('/contact/add', { ...form, email: 'kept@linker.example' })
    const { id: kept } = added.json<{ id: number }>()
    const gone = await addContact(app.db, { last_name: 'Linker', email: 'gone@linker.example' })
    const linkTo = async (recipient: string) => {
      const mails = app.db.selectFrom('mails').select('text_body').where('recipient', '=', recipient)
      const { text_body } = await mails.orderBy('id', 'desc').executeTakeFirstOrThrow()
      return /\/(firstUse|reset)\?token=[\w-]+/.exec(text_body)![0]
    }
    const status = async (link: string) => (await visitor(app).request(link)).status
    const [first, merged] = [
      await linkTo('kept@linker.example'),
      await merge('contacts', kept, gone, { 'from[email]': 'gone' }, administrator),
    ]
    const second = await linkTo('gone@linker.example')
    await visitor(app).submit('/reset', { email: 'gone@linker.example' }, '/reset/request')
    await app.runJobs('account.reset-link')
    const third = await linkTo('gone@linker.example')
    expect(await Promise.all([first, second, third].map(status))).toEqual([404, 200, 200])

    await undo(merged.json<{ id: number }>().id, administrator)
    expect(await Promise.all([first, second, third].map(status))).toEqual([200, 404, 404])
    const password = 'een lang wachtwoord'
    expect((await visitor(app).submit(first, { password, repeat: password })).status).toBe(303)
  })

  it.each([
    ['the same', null],
    ['a withdrawn one and one that holds', 'now()'],
  ])('hold what was issued elsewhere once, of %s', async (_, keptAt) => {
    const [kept, gone] = [await addContact(app.db, { last_name: 'Dubbel' }), await addContact(app.db, { last_name: 'Dubbel' })] // prettier-ignore
    const file = async (contact: number, at: string | null) =>
      (
        await app.pool.query<{ id: number }>(
          `insert into certificates (number, issuer, contact_id, group_id, course_id, issued_on, token, snapshot, withdrawn_at, withdrawn_reason)
           select 'OUD/9', 'Vorig systeem', $1, group_id, course_id, issued_on, rpad($2, 24, 'x'), snapshot, ${at}, case when ${at} is not null then 'fout' end
           from certificates order by id limit 1 returning id`,
          [contact, `${contact}`],
        )
      ).rows[0]!.id
    const ids = { kept: await file(kept, keptAt), gone: await file(gone, null) }
    const filed = async () => (await app.db.selectFrom('certificates').select(['id', 'contact_id', 'withdrawn_at']).where('contact_id', 'in', [kept, gone]).orderBy('id').execute()).map((one) => [one.id, one.contact_id, one.withdrawn_at === null]) // prettier-ignore
    const merged = await merge('contacts', kept, gone, {}, administrator)
    expect(await filed()).toEqual([[ids.kept, kept, true]])
    await undo(merged.json<{ id: number }>().id, administrator)
    expect(await filed()).toEqual([[ids.kept, kept, keptAt === null], [ids.gone, gone, true]]) // prettier-ignore
  })

  it('hold a certificate of both once: the second goes along, withdrawn', async () => {
    const { rows } = await app.pool.query<{ contact_id: number; id: number }>(
      'select contact_id, id from certificates where withdrawn_at is null order by id limit 1',
    )
    const { contact_id: gone, id } = rows[0]!
    const kept = await addContact(app.db, { last_name: 'Houder' })
    await app.pool.query(
      `insert into certificates (number, contact_id, group_id, course_id, layout_id, layout_version, issued_on, valid_until, token, snapshot)
       select '1999-000001', $1, group_id, course_id, layout_id, layout_version, issued_on, valid_until, repeat('t', 24), snapshot from certificates where id = $2`,
      [kept, id],
    )
    const merged = await merge('contacts', kept, gone, {}, administrator)
    const moved = await app.db.selectFrom('certificates').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(moved).toMatchObject({ contact_id: kept, withdrawn_reason: 'Dubbel na samenvoegen van contacten' })
    await undo(merged.json<{ id: number }>().id, administrator)
    expect(
      await app.db
        .selectFrom('certificates')
        .select(['contact_id', 'withdrawn_at'])
        .where('id', '=', id)
        .executeTakeFirst(),
    ).toEqual({ contact_id: gone, withdrawn_at: null })
  })

  it('of planners and administrators are an administrator’s to merge', async () => {
    const other = await addContact(app.db, { last_name: 'Ander' })
    const { planner: colleague } = app.story.contacts
    expect((await merge('contacts', other, colleague)).status).toBe(403)
    expect((await merge('contacts', colleague, other, {}, administrator)).status).toBe(200)
  })

  it('are two, and exist', async () => {
    const { anouk, gerrit } = app.story.contacts
    expect((await merge('contacts', anouk, anouk)).json()).toEqual({
      gone_id: ['Kies twee verschillende gegevens om samen te voegen.'],
    })
    expect((await merge('contacts', anouk, 2_000_000)).status).toBe(404)
    for (const role of [3, 4, 5, 6])
      expect((await merge('contacts', anouk, gerrit, {}, await app.as(role))).status).toBe(403)
  })

  it('can be taken apart for thirty days, after which nothing of the merge is kept', async () => {
    const kept = await addContact(app.db)
    const { id } = (await merge('contacts', kept, await addContact(app.db))).json<{ id: number }>()
    await app.pool.query(`update merges set merged_at = now() - interval '31 days' where id = $1`, [id])
    expect((await undo(id)).json<{ message: string }>().message).toContain('30 dagen')
    const { rows } = await app.pool.query<{ days: number }>(
      `select round(extract(epoch from run_at - now()) / 86400)::integer as days from graphile_worker.jobs where key = $1`,
      [`merge-${id}`],
    )
    expect(rows).toEqual([{ days: 30 }])
    await app.services.registry.manifests.find(({ name }) => name === 'relations')!.jobs!['merges.forget']!(
      { id },
      app.services,
    )
    expect(
      (await app.db.selectFrom('merges').select('before').where('id', '=', id).executeTakeFirst())?.before,
    ).toBeNull()
  })
})

describe('two companies', () => {
  it('become one: people, branches and numbers move, and go back', async () => {
    const kept = await addCompany('Behoud B.V.')
    const gone = await addCompany('Verdwijn B.V.', { coc_no: '90010002', client_id: 30_500 })
    const branch = await addCompany('Filiaal', { parent_id: gone })
    const person = await addContact(app.db, { last_name: 'Medewerker' })
    await planner.post(`/contact/attachCompany/${person}`, { company_id: gone })
    const before = await everything()
    const { id } = (await merge('companies', kept, gone, { 'from[coc_no]': 'gone', 'from[client_id]': 'gone' })).json<{
      id: number
    }>()
    expect(await company(kept)).toMatchObject({ name: 'Behoud B.V.', coc_no: '90010002', client_id: 30_500 })
    expect(await company(branch)).toMatchObject({ parent_id: kept })
    expect(await contact(person)).toMatchObject({ company_id: kept })
    await undo(id)
    expect(await everything()).toEqual(before)
  })

  it('of which one hides initials: the accounts of its people are called by what shows where they are', async () => {
    const [kept, gone] = [await addCompany('Toont'), await addCompany('Verbergt')]
    const id = await addContact(app.db, { first_name: '', initials: 'V.', last_name: 'Hoed', company_id: gone })
    await app.db
      .updateTable('companies')
      .set({ hidden_contact_fields: ['initials'] })
      .where('id', '=', gone)
      .execute()
    await app.db
      .insertInto('users')
      .values({ email: 'hoed@example.nl', name: 'Hoed', roles: [5], contact_id: id })
      .execute()
    const name = async () =>
      (await app.db.selectFrom('users').select('name').where('contact_id', '=', id).executeTakeFirstOrThrow()).name
    expect((await merge('companies', kept, gone)).status).toBe(200)
    expect(await name()).toBe('V. Hoed')
    const { id: merged } = await app.db
      .selectFrom('merges')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect((await undo(merged)).status).toBeLessThan(300)
    expect(await name()).toBe('Hoed')
  })

  it('of which one stands below the other do not end below themselves', async () => {
    const top = await addCompany('Top')
    const middle = await addCompany('Midden', { parent_id: top })
    const low = await addCompany('Laag', { parent_id: middle })
    const before = await everything()
    const { id } = (await merge('companies', low, top)).json<{ id: number }>()
    expect(await company(low)).toMatchObject({ parent_id: null })
    expect(await company(middle)).toMatchObject({ parent_id: low })
    await undo(id)
    expect(await everything()).toEqual(before)
  })
})

describe('the screens', () => {
  it('put two records side by side and tick what is filled', async () => {
    const kept = await addContact(app.db, { first_name: 'Links', last_name: 'Zij', email: 'links@zij.example' })
    const gone = await addContact(app.db, { first_name: 'Rechts', last_name: 'Zij', phone: '038 3' })
    const choose = await planner.get(`/contacts/merge?ids=${kept},${gone}`)
    expect(choose.$('select[name=kept_id] option[selected]').text()).toBe('Links Zij')
    expect(choose.$('select[name=gone_id] option[selected]').text()).toBe('Rechts Zij')
    // Of one name, they are told apart by what else is known.
    const named = (id: number, birth_date: string | null) => app.db.updateTable('contacts').set({ first_name: 'Links', birth_date }).where('id', '=', id).execute() // prettier-ignore
    await named(gone, '1981-01-02')
    const same = await planner.get(`/contacts/merge?ids=${kept},${gone}`)
    expect(same.$('select[name=gone_id] option[selected]').text()).toMatch(/^Links Zij, .*02-01-1981/)
    await named(gone, null)
    const compared = await planner.post('/contacts/merge?step=compare', { kept_id: kept, gone_id: gone })
    expect(compared.$('input[name="from[email]"][checked]').val()).toBe('kept')
    expect(compared.$('input[name="from[phone]"][checked]').val()).toBe('gone')
    expect(compared.$('input[name="from[birth_date]"]')).toHaveLength(0)
    expect(compared.$('.note--warning')).toHaveLength(0)
    await app.db.updateTable('contacts').set({ birth_date: '1980-01-02' }).where('id', '=', kept).execute()
    await app.db.updateTable('contacts').set({ birth_date: '1981-01-02' }).where('id', '=', gone).execute()
    const others = await planner.post('/contacts/merge?step=compare', { kept_id: kept, gone_id: gone })
    expect(others.$('.note--warning').text()).toContain('De geboortedatums verschillen: 02-01-1980 en 02-01-1981.')
    expect((await planner.post('/contacts/merge?step=compare', { kept_id: kept })).status).toBe(422)
  })

  it('list what was merged, by whom, and offer to undo it', async () => {
    const kept = await addContact(app.db, { last_name: 'Lijst' })
    const gone = await addContact(app.db, { first_name: 'Op', last_name: 'Lijst' })
    const { id } = (await merge('contacts', kept, gone)).json<{ id: number }>()
    const row = (await planner.get('/merged')).$(`tr[data-id="${id}"]`)
    expect(row.text()).toContain('Op Lijst')
    expect(row.text()).toContain('Sanne Willems')
    expect(row.html()).toContain('/merged/undo')
    await undo(id)
    const after = (await planner.get('/merged')).$(`tr[data-id="${id}"]`)
    expect(after.text()).toContain('Ongedaan gemaakt')
    expect(after.html()).not.toContain('/merged/undo')
  })
})

it('every table that hangs on a contact or a company has its say when both have a row of it', async () => {
  const { rows } = await app.pool.query<{ table: string; type: string }>(`
    select c.conrelid::regclass::text as table, case c.confrelid::regclass::text when 'contacts' then 'contact' else 'company' end as type
    from pg_constraint c join pg_index i on i.indrelid = c.conrelid and i.indisunique and c.conkey[1] = any(i.indkey)
    where c.contype = 'f' and c.confrelid in ('contacts'::regclass, 'companies'::regclass)`)
  const settled = (type: string) =>
    app.services.registry
      .all(mergeStrategies)
      .filter(({ record }) => record === type)
      .map(({ table }) => table)
  expect(rows.length).toBeGreaterThan(5)
  const left = rows.filter(({ table, type }) => table !== 'client_ids' && !settled(type).includes(table))
  expect(left).toEqual([])
})
