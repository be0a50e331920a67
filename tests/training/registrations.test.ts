import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jsonInPage } from '../../src/training/places/registrations/website.rules.ts'
import { forgetReceived } from '../../src/training/places/registrations/registrations.job.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'

let app: TestApp
let planner: Browser
let token: string
/** An open planning with its first part. */
let planning: number
let part: number

beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'demo-kiosk',
    client_secret: 'demo-kiosk-secret',
  })
  const answer = await app.anonymous.request('/oauth/token', { method: 'POST', body })
  token = answer.json<{ access_token: string }>().access_token
  part = app.story.appointments.coming
  const { rows } = await app.pool.query<{ group_id: number }>('select group_id from appointments where id = $1', [part])
  planning = rows[0]!.group_id
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.pool.query('delete from entries')
  await app.pool.query('delete from waiting_entries where group_id = $1', [planning])
  await app.pool.query('delete from waiting_turns where group_id = $1', [planning])
  await app.pool.query('update appointments set max_count = 500 where group_id = $1', [planning])
})

let keys = 0
const sendIn = (sent: object, headers: Record<string, string> = {}) =>
  app.anonymous.request('/api/entries', {
    method: 'POST',
    body: JSON.stringify(sent),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': `proef-${++keys}-sleutel`,
      ...headers,
    },
  })
const person = (first_name: string, last_name: string, more: object = {}) => ({ first_name, last_name, birth_date: '1990-01-02', ...more }) // prettier-ignore
const received = async (contacts: object[], more: object = {}) =>
  (await sendIn({ appointment_group_id: planning, contacts, ...more })).json<{
    entries: { id: number; status: string }[]
    held: boolean
  }>()
const process = (id: number, form: Record<string, string | number> = {}) =>
  planner.post(`/api/entries/process/${id}`, { register: 1, contact_id: '', company_id: '', sendMessage: 0, ...form })
const processed = async (id: number, form: Record<string, string | number> = {}) =>
  (await process(id, form)).json<{
    status: string
    message: string
    created: { company: [number, string] | null; contact: [number, string] | null }
  }>()
const enrolled = async (name: string) =>
  Number(
    (
      await app.pool.query<{ count: string }>(
        `select count(*) from enrolments e join contacts c on c.id = e.contact_id
         where e.appointment_id = $1 and c.last_name = $2`,
        [part, name],
      )
    ).rows[0]!.count,
  )
const stateOf = async (id: number) =>
  (await app.pool.query<{ state: string }>('select state from entries where id = $1', [id])).rows[0]!.state
const reserved = async () =>
  (await app.pool.query<{ n: number }>('select reserved_count as n from appointments where id = $1', [part])).rows[0]!.n

describe('what a program sends in', () => {
  it('adds nobody when it comes again, and is refused with something else under its key', async () => {
    const sent = { appointment_group_id: planning, contacts: [person('Ada', 'Eenmaal'), person('Bob', 'Eenmaal')] }
    const key = { 'idempotency-key': 'een-eigen-kenmerk' }
    const [one, two] = await Promise.all([sendIn(sent, key), sendIn(sent, key)])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.json()).toEqual(two.json())
    expect((await app.pool.query('select 1 from entries')).rowCount).toBe(2)
    expect((await sendIn({ ...sent, reference: 'anders' }, key)).status).toBe(409)
  })

  it.each([
    ['without a token', {}, { authorization: '' }, 401],
    ['from a page in a browser', {}, { origin: 'https://klant.example' }, 403],
    ['without a key', {}, { 'idempotency-key': '' }, 400],
    ['with a citizen service number', { contacts: [person('A', 'B', { BSN: '123456782' })] }, {}, 422],
    [
      'with one deeper down, by another name',
      { company: { name: 'X', extra: { 'burger-service-nummer': 1 } } },
      {},
      422,
    ],
    ['without anybody', { contacts: [] }, {}, 422],
    ['with more than fifty', { contacts: Array.from({ length: 51 }, (_, i) => person(`P${i}`, 'Veel')) }, {}, 422],
    ['for a planning that is none', { appointment_group_id: 2_000_000_000 }, {}, 422],
    ['for nothing', { appointment_group_id: null }, {}, 422],
    ['with a day that does not exist', { contacts: [person('A', 'B', { birth_date: '31-02-1988' })] }, {}, 422],
    ['as something else than an object', 'tekst', {}, 400],
  ])('is refused %s', async (_what, more, headers, status) => {
    const sent =
      typeof more === 'string' ? more : { appointment_group_id: planning, contacts: [person('A', 'B')], ...more }
    expect((await sendIn(sent as object, headers as Record<string, string>)).status).toBe(status)
    expect((await app.pool.query('select 1 from entries')).rowCount).toBe(0)
  })

  it('keeps a place for each, as far as there are as many, which comes free when it is removed [R-156][T-141]', async () => {
    const before = await reserved()
    const { entries, held } = await received([person('Cas', 'Plek'), person('Dop', 'Plek')])
    expect([held, await reserved()]).toEqual([true, before + 2])
    expect((await planner.post(`/api/entries/remove/${entries[0]!.id}`)).json()).toEqual({ removed: true })
    expect([await stateOf(entries[0]!.id), await reserved()]).toEqual(['removed', before + 1])
    // Removed once is removed.
    expect((await planner.post(`/api/entries/remove/${entries[0]!.id}`)).status).toBe(200)
    await app.pool.query('update appointments set max_count = enrolled_count + reserved_count where group_id = $1', [
      planning,
    ])
    expect(await received([person('Els', 'Vol')])).toMatchObject({ held: false })
    expect(await reserved()).toBe(before + 1)
  })

  it('stays where its program does not', async () => {
    const { rows } = await app.pool.query<{ id: number; client_id: string }>(
      `insert into api_clients (name, client_id, secret_hash) select 'Weg', 'programma-' || n, 'x' from generate_series(1, 2) n
       returning id, client_id`,
    )
    await app.pool.query(
      `insert into entries (batch, position, source, source_name, api_client_id, key, fingerprint, name, data)
       select gen_random_uuid(), 0, 'api', 'Weg', unnest($1::integer[]), 'dezelfde-sleutel', 'x', 'Iemand', '{}'`,
      [rows.map(({ id }) => id)],
    )
    const administrator = await app.as(1)
    for (const { client_id } of rows)
      expect((await administrator.post(`/settings/api/deleteClient/${client_id}`)).status).toBe(204)
    expect((await app.pool.query('select 1 from entries where api_client_id is null')).rowCount).toBe(2)
  })

  it('tells what people can be signed up for, with places and what one person pays', async () => {
    const answer = await app.anonymous.request('/api/offer', { headers: { authorization: `Bearer ${token}` } })
    const { plannings } = answer.json<{
      plannings: { appointment_group_id: number; free: number; price: { excl: string; incl: string } | null }[]
    }>()
    const here = plannings.find(({ appointment_group_id: id }) => id === planning)!
    expect(here.free).toBeGreaterThan(100)
    expect(plannings.find(({ price }) => price !== null)!.price).toMatchObject({
      excl: expect.stringMatching(/^\d+\.\d\d$/) as string,
    })
  })
})

describe('the page about the API', () => {
  it('tells every call with an example, and the same to programs', async () => {
    const { $ } = await app.anonymous.page('/api/docs')
    const told = $('p > code:first-child').get().map((code) => $(code).text()) // prettier-ignore
    const { paths } = (await app.anonymous.page('/api/openapi.json')).json<{ paths: Record<string, Record<string, { requestBody?: { content: Record<string, { example: object }> } }>> }>() // prettier-ignore
    for (const [method, path] of [
      ['GET', '/api/offer'],
      ['POST', '/api/entries'],
    ] as const) {
      // prettier-ignore
      expect(told).toContain(`${method} ${path}`)
      expect(paths[path]?.[method.toLowerCase()]).toBeDefined()
    }
    // Its example is one that is taken.
    const sample = paths['/api/entries']!.post!.requestBody!.content['application/json']!.example
    expect((await sendIn({ ...sample, appointment_group_id: planning })).status).toBe(200)
  })
})

describe('processing', () => {
  it('makes the company and the contact, answers both, and enrols [R-157][T-069][T-178]', async () => {
    const company = { name: 'Aanmeldend Bedrijf B.V.', coc_no: '' }
    const { entries } = await received([person('Fay', 'Maken'), person('Gijs', 'Maken')], { company })
    const [first, second] = entries.map(({ id }) => id)
    // What is not ticked is not processed.
    expect(await processed(first!, { register: 0 })).toMatchObject({ status: 'received' })
    expect(await enrolled('Maken')).toBe(0)
    const before = await reserved()
    const made = await processed(first!, { contact_id: 0, company_id: 0 })
    expect(made).toMatchObject({ status: 'processed', created: { company: [expect.any(Number), company.name], contact: [expect.any(Number), 'Fay Maken'] } }) // prettier-ignore
    expect([await enrolled('Maken'), await reserved()]).toEqual([1, before - 1])
    // The company of the other one is the same, also where a new one was chosen before it was there.
    const other = await processed(second!, { contact_id: 0, company_id: 0 })
    expect(other).toMatchObject({
      status: 'processed',
      created: { company: null, contact: [expect.any(Number), 'Gijs Maken'] },
    })
    const { rows } = await app.pool.query<{ company_id: number }>(
      `select distinct company_id from contacts where last_name = 'Maken'`,
    )
    expect(rows).toEqual([{ company_id: made.created.company![0] }])
  })

  it('does it once, however often it is asked at the same time', async () => {
    const { entries } = await received([person('Han', 'Tweemaal')])
    const id = entries[0]!.id
    const answers = await Promise.all([processed(id), processed(id), processed(id)])
    expect(answers.map(({ status }) => status)).toEqual(['processed', 'processed', 'processed'])
    expect(answers.filter(({ created }) => created.contact !== null)).toHaveLength(1)
    expect(await enrolled('Tweemaal')).toBe(1)
    expect((await planner.post(`/api/entries/remove/${id}`)).status).toBe(409)
  })

  it('knows who somebody is, also who was added since, and asks where it is not clear', async () => {
    const twice = await received([person('Ida', 'Bekend'), person('Ida', 'Bekend')])
    for (const { id } of twice.entries)
      expect(await processed(id, { contact_id: 0 })).toMatchObject({ status: 'processed' })
    expect(await enrolled('Bekend')).toBe(1)
    const unsure = await received([person('Ida', 'Bekend', { birth_date: '' })])
    expect(await processed(unsure.entries[0]!.id)).toMatchObject({ status: 'failed', message: 'Kies wie dit is.' })
    const { rows } = await app.pool.query<{ id: number }>(`select id from contacts where last_name = 'Bekend'`)
    expect(await processed(unsure.entries[0]!.id, { contact_id: rows[0]!.id })).toMatchObject({ status: 'processed' })
    expect((await process(unsure.entries[0]!.id, { contact_id: 2_000_000_000 })).status).toBe(404)
  })

  it('fails with a sentence that stays with the row, and can be done again or onto the waiting list [T-143]', async () => {
    await app.pool.query('update appointments set max_count = enrolled_count + reserved_count where group_id = $1', [
      planning,
    ])
    const { entries } = await received([person('Jet', 'Wacht'), person('Kim', 'Wacht')])
    const [first, second] = entries.map(({ id }) => id)
    const failed = await processed(first!)
    expect(failed.status).toBe('failed')
    expect(failed.message).toContain('Er zijn niet genoeg vrije plaatsen')
    const popup = await planner.get(`/registrations/process?appointmentId=${part}`)
    expect(popup.$(`tr[data-entry=${first}]`).attr('class')).toBe('is-error')
    expect(popup.$(`tr[data-entry=${first}] [data-entry-message]`).text()).toBe(failed.message)
    expect(popup.$(`tr[data-entry=${second}] input[name=waiting]`)).toHaveLength(1)
    expect(await processed(second!, { waiting: 1 })).toMatchObject({ status: 'processed' })
    const { rowCount } = await app.pool.query(
      `select 1 from waiting_entries w join contacts c on c.id = w.contact_id where w.group_id = $1 and c.last_name = 'Wacht'`,
      [planning],
    )
    expect(rowCount).toBe(1)
    await app.pool.query('update appointments set max_count = 500 where group_id = $1', [planning])
    // What is free now is for who waits; the place that was kept is not.
    expect((await processed(first!)).message).toContain('wacht')
    await app.pool.query('delete from waiting_turns where group_id = $1', [planning])
    expect(await processed(first!)).toMatchObject({ status: 'processed' })
  })

  it('gives a place that was kept to whom it was kept for, whoever waits', async () => {
    const { entries } = await received([person('Bas', 'Gehouden')])
    await app.pool.query('insert into waiting_turns (group_id, freed_at) values ($1, now())', [planning])
    expect(await processed(entries[0]!.id)).toMatchObject({ status: 'processed' })
  })

  it('gives the licence that was asked for, also beside any planning', async () => {
    const asked = { appointment_group_id: null, e_learning_course: 'EHBO-ONLINE' }
    const { entries } = await received(
      [person('Uma', 'Thuis', { email: 'uma@post.example' }), person('Ut', 'Thuis')],
      asked,
    )
    expect(await processed(entries[0]!.id)).toMatchObject({ status: 'processed' })
    // Without an address there is nobody to send a link to.
    expect((await processed(entries[1]!.id)).message).toContain('geen correct emailadres')
    const { rowCount } = await app.pool.query(
      `select 1 from e_learning_licenses l join contacts c on c.id = l.contact_id where c.last_name = 'Thuis' and l.wish = 'create'`,
    )
    expect(rowCount).toBe(1)
    expect((await sendIn({ contacts: [person('A', 'B')], e_learning_course: 'NIETS' })).status).toBe(422)
  })

  it('gives the licence once there is a place for who waited, or a task where there is no address', async () => {
    const { entries } = await received(
      [person('Vic', 'Straks', { email: 'vic@post.example' }), person('Wil', 'Straks')],
      { e_learning_course: 'EHBO-ONLINE' },
    )
    for (const { id } of entries) expect(await processed(id, { waiting: 1 })).toMatchObject({ status: 'processed' })
    const licenses = async () =>
      (await app.pool.query<{ group_id: number | null; sends_link: boolean }>(`select l.group_id, l.sends_link from e_learning_licenses l join contacts c on c.id = l.contact_id where c.last_name = 'Straks'`)).rows // prettier-ignore
    const give = async () => {
      await app.pool.query(`select graphile_worker.add_job('entries.licenses', '{}'::json)`)
      await app.runJobs('entries.licenses')
    }
    await give()
    expect(await licenses()).toEqual([])
    const { rows } = await app.pool.query<{ id: number }>(`select id from contacts where last_name = 'Straks' order by first_name`) // prettier-ignore
    await app.pool.query('delete from waiting_turns where group_id = $1', [planning])
    for (const { id } of rows) await app.db.insertInto('enrolments').values({ appointment_id: part, contact_id: id }).execute() // prettier-ignore
    // What was just done may be taken back.
    await give()
    expect(await licenses()).toEqual([])
    await app.pool.query(`update enrolments set created_at = now() - interval '3 minutes' where contact_id = any($1)`, [rows.map(({ id }) => id)]) // prettier-ignore
    await give()
    await give()
    expect(await licenses()).toEqual([{ group_id: planning, sends_link: true }])
    const tasks = await app.db.selectFrom('tasks').select('title').where('object_type', '=', 'contact').where('object_id', '=', rows[1]!.id).execute() // prettier-ignore
    expect(tasks).toEqual([{ title: expect.stringContaining('Geef Wil Straks de e-learning: Deze persoon heeft geen correct emailadres') as string }]) // prettier-ignore
  })

  it.each([
    ['the contact', person('Oer', 'Oud', { birth_date: '1800-01-01' }), {}, 'Geboortedatum'],
    ['the company', person('Nu', 'Nieuw'), { company: { name: 'Zonder Nummer', phone: 'abc' } }, 'elefoon'],
  ])('names the field of %s that keeps it from being done', async (_what, who, more, label) => {
    const { entries } = await received([who], more)
    const { status, message } = await processed(entries[0]!.id, { contact_id: 0, company_id: 0 })
    expect([status, message]).toEqual(['failed', expect.stringContaining(label)])
    expect(message).not.toContain(':label')
  })

  it('lets those who signed themselves up pay, and the company that signed somebody up, also after waiting', async () => {
    const { rows: companies } = await app.pool.query<{ id: number }>('select id from companies where active order by id limit 2') // prettier-ignore
    const [employer, other] = companies.map(({ id }) => id) as [number, number]
    const payers = async (name: string) =>
      (
        await app.pool.query<object>(
          `select e.company_id, e.invoice_relation_id from enrolments e join contacts c on c.id = e.contact_id
           where e.appointment_id = $1 and c.last_name = $2`,
          [part, name],
        )
      ).rows
    const signUp = async (name: string, company_id: number | '', waiting: 0 | 1) => {
      const who = { first_name: 'Pia', last_name: name, birth_date: '1990-01-02', email: `${name}@post.example`, company_id: employer } // prettier-ignore
      const contact_id = await addContact(app.db, who)
      const { entries } = await received([person('Pia', name)], { e_learning_course: 'EHBO-ONLINE' })
      expect(await processed(entries[0]!.id, { contact_id, company_id, waiting })).toMatchObject({ status: 'processed' }) // prettier-ignore
      return contact_id
    }
    const alone = { company_id: null, invoice_relation_id: null }
    const elsewhere = { company_id: employer, invoice_relation_id: other }
    await signUp('Zelf', '', 0)
    await signUp('Inhuur', other, 0)
    expect([await payers('Zelf'), await payers('Inhuur')]).toEqual([[alone], [elsewhere]])
    const waiting = [await signUp('Wachtzelf', '', 1), await signUp('Wachtinhuur', other, 1)]
    // Who waits begins with nothing yet.
    expect((await app.pool.query('select 1 from e_learning_licenses where contact_id = any($1)', [waiting])).rowCount).toBe(0) // prettier-ignore
    const { rows } = await app.pool.query<{ id: number }>('select id from waiting_entries where contact_id = any($1) order by id', [waiting]) // prettier-ignore
    for (const { id } of rows) {
      expect((await planner.post(`/waiting-list/offer/${id}?planning_id=${planning}`, { reason: 'Heeft gebeld' })).status).toBe(204) // prettier-ignore
      expect((await planner.post(`/waiting-list/answer/${id}`, { answer: 'yes' })).status).toBe(204)
    }
    expect([await payers('Wachtzelf'), await payers('Wachtinhuur')]).toEqual([[alone], [elsewhere]])
  })

  it('goes with the person who is anonymised, and not of others with the same address', async () => {
    const email = 'info@gedeeld.example'
    const id = await addContact(app.db, { first_name: 'Ans', last_name: 'Gedeeld', birth_date: '1980-05-06', email })
    await received([
      person('Ans', 'Gedeeld', { email }),
      person('An', 'Gedeelt', { email, birth_date: '1980-05-06' }),
      person('Heel', 'Anders', { email }),
    ])
    const administrator = await app.as(1)
    expect((await administrator.get(`/privacy/anonymise/${id}`)).text).toContain('2 aanmeldingen')
    expect((await administrator.post(`/privacy/anonymise/${id}`, { word: 'anonimiseren' })).status).toBe(204)
    expect((await app.pool.query<{ name: string }>('select name from entries')).rows).toEqual([{ name: 'Heel Anders' }])
  })

  it('confirms on choice alone', async () => {
    await app.pool.query('update message_moments set active = false')
    const { entries } = await received([
      person('Lot', 'Bericht', { email: 'lot@post.example' }),
      person('Mos', 'Bericht', { email: 'mos@post.example' }),
    ])
    await processed(entries[0]!.id, { sendMessage: 0 })
    await processed(entries[1]!.id, { sendMessage: 1 })
    const { rows } = await app.pool.query<{ recipient: string }>(
      `select recipient from mails where recipient in ('lot@post.example', 'mos@post.example')`,
    )
    expect(rows).toEqual([{ recipient: 'mos@post.example' }])
  })
})

describe('the popup', () => {
  it('is called Registraties, with a row of columns for each that was sent [T-050][T-051][M-069][S-109]', async () => {
    await received([person('Nel', 'Kolom')])
    const { $ } = await planner.get('/registrations/process')
    expect($('.popup-title, h1, h2').first().text().trim()).toBe('Registraties')
    expect($('thead th').get().map((th) => $(th).text())).toEqual(['', 'Datum/tijd', 'Persoon', 'Bedrijf', 'Planning', 'E-learning', 'Status', 'Ontvangen gegevens']) // prettier-ignore
  })

  it('has its buttons [T-053][M-070][M-071][M-072]', async () => {
    await received([person('Nol', 'Knop')])
    const { $ } = await planner.get('/registrations/process')
    expect($('.registrations-foot button').get().map((button) => $(button).text())).toEqual(['Sluiten', 'Verwijderen', 'Verwerken']) // prettier-ignore
  })

  it('asks whether to send confirmations, and waits with its buttons for a row [T-054][T-179][M-073]', async () => {
    await received([person('Oda', 'Vink')])
    const { $ } = await planner.get('/registrations/process')
    expect($('.registrations-foot label').text()).toBe('Verstuur bevestigingsberichten')
    for (const button of ['process', 'remove']) expect($(`[data-entries-${button}]`).attr('disabled')).toBeDefined()
  })

  it('marks what was processed as done, with a box that cannot be ticked [T-142]', async () => {
    const { entries } = await received([person('Pim', 'Klaar')])
    await processed(entries[0]!.id)
    const row = (await planner.get('/registrations/process')).$(`tr[data-entry=${entries[0]!.id}]`)
    expect(row.attr('class')).toBe('is-done')
    expect(row.find('[data-entry-check]').attr('disabled')).toBeDefined()
  })

  it('says so where there are none, and of which planning [T-240][T-241][M-077][M-078]', async () => {
    const none = 'Er zijn geen registraties bekend in het systeem'
    expect((await planner.get('/registrations/process')).$('.note span').text()).toBe(none)
    const ofPlanning = await planner.get(`/registrations/process?appointmentId=${part}`)
    expect(ofPlanning.$('.note span').text()).toBe(`${none} voor deze planning`)
  })

  it('tells other programs of the house the same [R-155]', async () => {
    await received([person('Ria', 'Lijst')], { company: { name: 'Zorggroep' }, e_learning_course: 'EHBO-ONLINE' })
    const { entries } = (await planner.get(`/api/entries?appointmentId=${part}`)).json<{ entries: object[] }>()
    expect(entries).toMatchObject([
      {
        status_description: 'Nieuw',
        data: {
          contact: { first_name: 'Ria', last_name: 'Lijst', last_name_prefix: '' },
          company: { name: 'Zorggroep', client_id: '' },
        },
        suggestions: { contact: [], company: expect.any(Array) as unknown[] },
        appointments: [{ appointment_group_id: planning }],
        e_learning_course: { id: expect.any(Number) as number, description: 'E-learning EHBO, 8 uur', expiry_days: 90 },
        e_learning_license_access_url: null,
      },
    ])
    expect((await (await app.as(3)).get('/api/entries')).status).toBe(403)
  })

  it('is found by company, address and name [P-108][S-110]', async () => {
    await received([person('Sien', 'Zoekmij', { email: 'sien.zoek@post.example' })], {
      company: { name: 'Vindbaar Bedrijf' },
    })
    for (const typed of ['Zoekmij', 'sien.zoek@post.example', 'Vindbaar']) {
      const answer = await planner.get(`/ajax/superSearch?query=${encodeURIComponent(typed)}`)
      const hits = answer.json<{ data: { searchable_type: string; name: string }[] }>().data
      expect(hits).toContainEqual(expect.objectContaining({ searchable_type: 'Entry', name: 'Sien Zoekmij' }))
    }
  })

  it('forgets what was received after a year', async () => {
    const { entries } = await received([person('Teun', 'Oud')])
    await app.pool.query(`update entries set received_at = now() - interval '366 days' where id = $1`, [entries[0]!.id])
    await forgetReceived(app.db)
    expect((await app.pool.query('select 1 from entries')).rowCount).toBe(0)
  })
})

describe('the offer on the website', () => {
  const form = (more: Record<string, string> = {}): Record<string, string> => ({
    kind: 'business',
    _once: `formulier-van-een-bezoeker-${++keys}`,
    company_name: 'Websitebedrijf',
    sender_name: 'Wim Web',
    sender_email: `wim${keys}@post.example`,
    terms: '1',
    'persons[0][first_name]': 'Zus',
    'persons[0][last_name]': 'Bezoeker',
    'persons[0][email]': 'zus@post.example',
    'persons[0][birth_date]': '03-04-1991',
    ...more,
  })
  /** A visitor who opened the page of the planning. */
  const visit = async (path = `/aanbod/${planning}`) => {
    await app.pool.query(`delete from rate_limits where key like 'offer-%'`)
    const page = await app.anonymous.page(path)
    const cookie = page.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ') // prettier-ignore
    const token = String(page.$('input[name=_token]').attr('value'))
    return {
      page,
      send: (fields: Record<string, string>) =>
        app.anonymous.request(`/aanbod/${planning}`, {
          method: 'POST',
          headers: { cookie },
          body: new URLSearchParams([...Object.entries(fields), ['_token', token]]),
          redirect: 'manual',
        }),
    }
  }

  it('is a page for everybody, with places, prices and course data for search engines', async () => {
    const { page } = await visit('/aanbod')
    expect(page.status).toBe(200)
    expect(page.headers.get('x-robots-tag')).toBeNull()
    expect(jsonInPage({ name: '</script><b>' })).not.toContain('<')
    const data = JSON.parse(page.$('script[type="application/ld+json"]').text()) as { '@graph': { '@type': string; hasCourseInstance: object[] }[] } // prettier-ignore
    expect(data['@graph'].every((one) => one['@type'] === 'Course' && one.hasCourseInstance.length > 0)).toBe(true)
    expect(page.$(`a[href="/aanbod/${planning}"]`)).toHaveLength(1)
    for (const path of ['/aanbod/0', '/aanbod/2000000000', '/aanbod/niets'])
      expect((await app.anonymous.page(path)).status).toBe(404)
  })

  it('has the colour that the settings give it, where white can be read on that', async () => {
    const administrator = await app.as(1)
    const save = async (offer_color: string) => {
      const { $ } = await administrator.get('/settings/organisation')
      return administrator.post('/settings/organisation', { name: 'Noordkaap Trainingen', offer_color, version: $('input[name=version]').attr('value')! }) // prettier-ignore
    }
    for (const [color, why] of [
      ['#ffcc00', 'Wit op deze kleur is niet goed leesbaar: het contrast is 1,5 en moet 4,5 zijn.'],
      ['blauw', 'Vul een kleur in als #2353cf.'],
    ] as const)
      // prettier-ignore
      expect((await save(color)).json()).toMatchObject({ offer_color: [expect.stringContaining(why)] })
    expect((await app.anonymous.page('/aanbod')).$('link[href*="aanbod.css"]')).toHaveLength(0)
    expect((await save('#0A6B3D')).status).toBe(200)
    for (const path of ['/aanbod?kader=1', `/aanbod/${planning}`, `/aanbod/${planning}?ontvangen=plaats`]) {
      const href = (await app.anonymous.page(path)).$('link[href*="aanbod.css"]').attr('href')!
      const style = await app.anonymous.page(href)
      expect([style.headers.get('content-type'), style.text]).toEqual([expect.stringContaining('text/css'), expect.stringContaining('--c-primary: #0a6b3d;')]) // prettier-ignore
    }
    expect((await save('')).status).toBe(200)
  })

  it('stands within the pages of websites that were told, and of no other', async () => {
    const ancestors = async (path: string) =>
      /frame-ancestors ([^;]*)/.exec((await app.anonymous.page(path)).headers.get('content-security-policy') ?? '')?.[1]
    expect(await ancestors('/aanbod')).toBe("'self'")
    await app.pool.query(`update api_clients set origins = '{https://www.klant.example}'`)
    expect(await ancestors('/aanbod?kader=1')).toBe("'self' https://www.klant.example")
    expect(await ancestors(`/aanbod/${planning}`)).toBe("'self'")
    const script = await app.anonymous.page('/aanbod.js')
    expect([script.headers.get('content-type'), script.headers.get('cross-origin-resource-policy')]).toEqual(['text/javascript; charset=utf-8', 'cross-origin']) // prettier-ignore
    expect(script.text).toContain('/aanbod?kader=1')
    await app.pool.query(`update api_clients set origins = '{}'`)
  })

  it('signs people up once, keeps their places and tells who did it', async () => {
    const before = await reserved()
    const { send } = await visit()
    const filled = form()
    const [one, two] = [await send(filled), await send(filled)]
    expect([one.status, one.headers.get('location')]).toEqual([303, `/aanbod/${planning}?ontvangen=plaats`])
    expect(two.status).toBe(303)
    expect(await reserved()).toBe(before + 1)
    const { rows } = await app.pool.query<{ name: string; source: string; company_name: string }>(
      'select name, source, company_name from entries',
    )
    expect(rows).toEqual([{ name: 'Zus Bezoeker', source: 'website', company_name: 'Websitebedrijf' }])
    const mails = await app.pool.query(`select text_body from mails where recipient = $1`, [filled.sender_email])
    expect(mails.rowCount).toBe(1)
  })

  it.each<[string, Record<string, string>]>([
    ['without agreeing', { terms: '' }],
    ['without a company', { company_name: '' }],
    ['without an address', { sender_email: 'geen' }],
    ['without a name', { 'persons[0][last_name]': '' }],
    ['with a citizen service number', { bsn: '123456782' }],
    ['with something else than the page sent', { _once: 'x' }],
  ])('shows what is wrong %s', async (_what, more) => {
    const { send } = await visit()
    const answer = await send(form(more))
    expect(answer.status).toBe(422)
    expect(answer.$('.note--error')).toHaveLength(1)
    expect((await app.pool.query('select 1 from entries')).rowCount).toBe(0)
  })

  it('tells a consumer what it costs in all, that it has to be paid, and how to change their mind', async () => {
    const { page, send } = await visit(`/aanbod/${planning}?als=particulier`)
    expect(page.$('button[type=submit]').text()).toBe('Aanmelden met betalingsverplichting')
    expect(page.$('header').text()).toMatch(/inclusief btw|vrij van btw/)
    const filled = form({ kind: 'private', company_name: '' })
    // It begins before they can have changed their mind.
    expect((await send(filled)).status).toBe(422)
    const asked = form({ kind: 'private', company_name: '', express: '1' })
    expect((await send(asked)).status).toBe(303)
    const { rows } = await app.pool.query<{ text_body: string }>(`select text_body from mails where recipient = $1`, [
      asked.sender_email,
    ])
    expect(rows[0]!.text_body).toContain('Modelformulier voor herroeping')
    expect(rows[0]!.text_body).toContain('14 dagen bedenktijd')
  })

  it('is no place to fill in forms by machine', async () => {
    const { send } = await visit()
    const statuses = []
    for (let i = 0; i < 12; i++) statuses.push((await send(form())).status)
    expect(statuses.filter((status) => status === 303)).toHaveLength(10)
    expect(statuses.at(-1)).toBe(429)
  })
})
