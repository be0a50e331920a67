import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { monthsBefore, runRetention } from '../../src/system/privacy/retention.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { readPdf } from '../support/pdf.ts'
import { visitor } from '../support/visitor.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(1)
})
afterAll(() => app.close())

const contactOf = (id: number) =>
  app.db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const confirmed = { word: 'anonimiseren' }

const dropPlans = (contactId: number) =>
  app.pool.query(
    `delete from enrolments e using appointments a
     where a.id = e.appointment_id and a.starts_at > now() and e.contact_id = $1`,
    [contactId],
  )

/** A student of a course that is over, with a certificate and without plans. */
async function pastStudent(): Promise<number> {
  const { rows } = await app.pool.query<{ id: number }>(`
    select c.id from contacts c join certificates on certificates.contact_id = c.id
    where c.email is not null and c.last_name not like 'Verwijderde%' and not exists (
      select 1 from users u where u.contact_id = c.id)
    order by c.id limit 1`)
  const { id } = rows[0]!
  await dropPlans(id)
  return id
}

describe('the data of a person', () => {
  it('go into one file for machines, from every area that keeps some', async () => {
    const id = app.story.contacts.student
    const contact = await contactOf(id)
    const { id: user } = await app.db.selectFrom('users').select('id').where('contact_id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
    await app.db.insertInto('terms_agreements').values({ user_id: user, key: 'terms_2017_10' }).execute()
    const answer = await administrator.request(`/privacy/person/${id}/json`, { headers: {} })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    const data = answer.json<Record<string, Record<string, unknown>[]>>()
    expect(data.contact![0]).toMatchObject({ 'E-mail': contact.email, Mobiel: contact.mobile_phone })
    expect(data.account![0]).toMatchObject({ 'E-mail': 'cursist@noordkaap.example', Rollen: 'Cursist' })
    expect(data.account![0]!['Akkoord met voorwaarden']).toMatch(/^versie 10-2017, \d\d-\d\d-\d{4}/)
    expect(data.enrolments!.length).toBeGreaterThan(0)
    expect(data.history!.length).toBeGreaterThan(0)
    expect(JSON.stringify(data)).not.toMatch(/argon2|password_hash/)
  })

  it('hold those of a record that was merged into the person, the account and who supervises whom', async () => {
    const { student: id, supervisor } = app.story.contacts
    const form = { first_name: 'Dubbele', last_name: 'Doorslag', country_code: 'NL', 'roles[]': 5 }
    const added = await administrator.post('/contact/add', { ...form, email: 'doorslag@post.example' })
    const gone_id = added.json<{ id: number }>().id
    expect((await administrator.post('/contacts/merge', { kept_id: id, gone_id })).status).toBe(200)
    await administrator.post('/contact/supervise_contact', { supervisor_id: supervisor, contact_id: id })
    await visitor(app).signIn('cursist@noordkaap.example')

    const tab = await administrator.get(`/events/of/contact/${id}`)
    expect(tab.text).toContain('Voornaam: Dubbele')
    const answer = await administrator.request(`/privacy/person/${id}/json`, { headers: {} })
    const data = answer.json<Record<string, Record<string, string>[]>>()
    const history = data.history!.map(({ Betreft, Wat, Velden }) => `${Betreft} ${Wat} ${Velden}`)
    expect(history.some((line) => line.includes('doorslag@post.example'))).toBe(true)
    expect(history.some((line) => line.startsWith('Account Ingelogd'))).toBe(true)
    expect(data.contact![0]).toMatchObject({ Leidinggevenden: 'Fenna Dijkstra', 'Leidinggevende van': '' })
    expect(data.account![0]!['Ingelogd met']).toMatch(/^Chrome/)
  })

  it('and into one for people', async () => {
    const id = await pastStudent()
    const response = await fetch(`${app.url}/privacy/person/${id}/pdf`, { headers: { cookie: administrator.cookie } })
    expect(response.headers.get('content-type')).toBe('application/pdf')
    const text = readPdf(Buffer.from(await response.arrayBuffer()))
      .pages.flat()
      .join(' ')
    const contact = await contactOf(id)
    const certificate = await app.db
      .selectFrom('certificates')
      .select('number')
      .where('contact_id', '=', id)
      .executeTakeFirstOrThrow()
    for (const expected of [contact.last_name, contact.email!, certificate.number, 'Uw inschrijvingen en resultaten'])
      expect(text.replace(/\s+/g, ' ')).toContain(expected)
  })

  it('are handed over by administrators alone, which the history tells', async () => {
    const { anouk } = app.story.contacts
    for (const role of [2, 3, 4, 5])
      expect((await (await app.as(role)).get(`/privacy/person/${anouk}/json`)).status).toBe(403)
    await administrator.get(`/privacy/person/${anouk}/json`)
    const event = await app.db
      .selectFrom('history')
      .select(['actor_id', 'record_id'])
      .where('action', '=', 'person-file')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(event).toEqual({ actor_id: app.story.users[1], record_id: anouk })
    expect((await administrator.get('/privacy/person/2000000000/json')).status).toBe(404)
  })

  it('are a tab of the contact, for administrators', async () => {
    const path = `/contact/view/${app.story.contacts.anouk}`
    expect((await administrator.get(path)).$('[data-item=privacy]').length).toBe(1)
    expect((await (await app.as(2)).get(path)).$('[data-item=privacy]').length).toBe(0)
  })
})

describe('anonymising a person', () => {
  it('shows first what goes and what stays, and changes nothing yet', async () => {
    const id = await pastStudent()
    const before = await contactOf(id)
    const text = (await administrator.get(`/privacy/anonymise/${id}`)).text
    expect(text).toContain('naam, voorletters, geslacht, geboortedatum en lestaal')
    expect(text).toMatch(/certifica(at|ten) met de naam die erop staat/)
    expect((await administrator.post(`/privacy/anonymise/${id}`, { word: 'ja' })).json()).toEqual({
      word: ['Typ het woord anonimiseren om te bevestigen.'],
    })
    expect(await contactOf(id)).toEqual(before)
  })

  it('empties the person in every area, masks the history and keeps what proves something', async () => {
    const id = await pastStudent()
    const before = await contactOf(id)
    const personal = [before.last_name, before.email!, before.mobile_phone!, before.birth_date!].filter(Boolean)
    await app.pool.query(`update enrolments set note = 'Glutenvrij' where contact_id = $1`, [id])
    await app.db
      .insertInto('mails')
      .values({
        recipient: before.email!,
        subject: 'Uitnodiging',
        text_body: `Beste ${before.last_name}`,
        state: 'sent',
      })
      .execute()
    const certificates = await app.db.selectFrom('certificates').selectAll().where('contact_id', '=', id).execute()

    expect((await administrator.post(`/privacy/anonymise/${id}`, confirmed)).status).toBe(204)

    expect(await contactOf(id)).toMatchObject({
      last_name: `Verwijderde persoon #${id}`,
      first_name: '',
      birth_date: null,
      email: null,
      mobile_phone: null,
      street: null,
      active: false,
    })
    expect(await app.db.selectFrom('certificates').selectAll().where('contact_id', '=', id).execute()).toEqual(
      certificates,
    )
    const { rows: left } = await app.pool.query<{ text: string }>(
      `select changes::text as text from history where (record_type = 'contact' and record_id = $1)
         or (record_type = 'enrolment' and record_id in (select id from enrolments where contact_id = $1))
       union all select recipient || text_body from mails
       union all select note from enrolments where contact_id = $1`,
      [id],
    )
    expect(left.length).toBeGreaterThan(3)
    for (const value of [...personal, 'Glutenvrij']) expect(left.filter(({ text }) => text.includes(value))).toEqual([])
    expect(left.some(({ text }) => text.includes('(verwijderd)'))).toBe(true)
    const lines = (await administrator.get(`/events/of/contact/${id}`)).text
    expect(lines).toContain('anonimiseerde contact')
    expect(lines).toContain('Voornaam: (verwijderd)')
  })

  it('empties what was noted beside places that the person keeps, now and in the history, and of nobody else', async () => {
    const id = await pastStudent()
    const { anouk } = app.story.contacts
    const part = app.story.appointments.coming
    const reserve = async (contact_id: number, note: string) => {
      const { rows } = await app.pool.query<{ id: number }>(
        `insert into reservations (appointment_id, contact_id, places, note) values ($1, $2, 1, $3) returning id`,
        [part, contact_id, note],
      )
      return rows[0]!.id
    }
    const [own, other] = [await reserve(id, 'Komt met een rollator'), await reserve(anouk, 'Komt met de trein')]
    await app.pool.query(`update reservations set note = note || ', en later' where id = any($1)`, [[own, other]])
    const text = (await administrator.get(`/privacy/anonymise/${id}`)).text
    expect(text).toContain('1 opmerking bij een reservering')
    expect((await administrator.post(`/privacy/anonymise/${id}`, confirmed)).status).toBe(204)
    const { rows } = await app.pool.query<{ note: string }>(`select note from reservations where id = any($1) order by id`, [[own, other]]) // prettier-ignore
    expect(rows.map(({ note }) => note)).toEqual(['', 'Komt met de trein, en later'])
    const told = await app.pool.query<{ text: string }>(`select changes::text as text from history where record_type = 'reservation' and record_id in ($1, $2)`, [own, other]) // prettier-ignore
    const history = told.rows.map(({ text: changes }) => changes).join()
    expect([history.includes('rollator'), history.includes('trein')]).toEqual([false, true])
  })

  it('leaves no value behind that was ever typed into the form of the person, in any table', async () => {
    const typed = {
      first_name: 'Zwaantje',
      initials: 'Z.Q.W.',
      last_name_prefix: 'vanxter',
      last_name: 'Quixotius',
      birth_date: '29-02-1904',
      email: 'zwaantje@quixotius.example',
      mobile_phone: '06 9911 2277',
      phone: '038 991 12 27',
      job_title: 'Torenwachteres',
      hok_teacher_number: 'HOK-77231',
      note: 'Houdt van windstilte',
      street: 'Zwartewaterallee',
      street_no: '98765',
      street_no_adding: 'achterom',
      postal_code: '9999 XZ',
      city: 'Usquert-Noord',
    }
    const { id } = (
      await administrator.post('/contact/add', { ...typed, gender: 'x', country_code: 'NL', 'roles[]': 3 })
    ).json<{ id: number }>()
    const values = Object.values({ ...typed, birth_date: '1904-02-29' })
    // A colleague looks for them.
    const colleague = await app.as(2)
    for (const [name, search] of [
      ['Zwaantje Quixotius', 'zwaantje vanxter Quixotius'],
      ['Torenwachters', typed.email],
    ] as const) {
      const query = new URLSearchParams({ search, active: 'yes' }).toString()
      expect((await colleague.post('/views/add?page=/contacts', { name, query })).status).toBeLessThan(300)
    }
    // Where any of them stands, in whatever column.
    const found = async () => {
      const { rows: tables } = await app.owner.pool.query<{ name: string }>(
        `select quote_ident(table_name) as name from information_schema.tables
         where table_schema = 'public' and table_type = 'BASE TABLE'`,
      )
      const places: string[] = []
      for (const { name } of tables)
        for (const value of values) {
          const { rows } = await app.owner.pool.query(
            `select 1 from ${name} t where to_jsonb(t)::text like '%' || $1 || '%' limit 1`,
            [value],
          )
          if (rows.length > 0) places.push(`${value} in ${name}`)
        }
      return places
    }
    expect((await found()).length).toBeGreaterThan(values.length)
    expect((await administrator.post(`/privacy/anonymise/${id}`, confirmed)).status).toBe(204)
    expect(await found()).toEqual([])
    const views = await app.db
      .selectFrom('saved_views')
      .select(['name', 'query'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(views.toReversed()).toEqual([
      { name: 'Weergave', query: 'active=yes' },
      { name: 'Torenwachters', query: 'active=yes' },
    ])
  })

  it('leaves no name behind of a record that was merged into it, nor in mails to an address that was left', async () => {
    const form = { last_name: 'Sporen', country_code: 'NL', 'roles[]': 5 }
    const add = async (fields: Record<string, string>) =>
      (await administrator.post('/contact/add', { ...form, ...fields })).json<{ id: number }>().id
    const id = await add({ first_name: 'Xavira', email: 'xavira.oud@post.example', gets_account: '1' })
    const gone_id = await add({ first_name: 'Xandra' })
    expect((await administrator.post('/contacts/merge', { kept_id: id, gone_id })).status).toBe(200)
    await visitor(app).submit('/reset', { email: 'xavira.oud@post.example' }, '/reset/request')
    await app.runJobs('account.reset-link')
    const { version } = await contactOf(id)
    const moved = { ...form, first_name: 'Xavira', email: 'xavira.nieuw@post.example', gets_account: '1', version }
    expect((await administrator.post(`/contact/edit/${id}`, moved)).status).toBe(204)

    expect((await administrator.post(`/privacy/anonymise/${id}`, confirmed)).status).toBe(204)
    const { rows: tables } = await app.pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    for (const { name } of tables.filter((table) => table.name !== 'rate_limits')) {
      const { rows } = await app.pool.query(`select * from "${name}" t where to_jsonb(t)::text ~* 'xavira|xandra'`)
      expect([name, rows]).toEqual([name, []])
    }
  })

  it('ends the account that went with it', async () => {
    const id = app.story.contacts.supervisor
    const supervisor = await app.as(4)
    await dropPlans(id)
    expect((await administrator.post(`/privacy/anonymise/${id}`, confirmed)).status).toBe(204)
    expect((await supervisor.get('/calendar')).status).toBe(401)
    const user = await app.db.selectFrom('users').selectAll().where('contact_id', '=', id).executeTakeFirstOrThrow()
    expect(user).toMatchObject({ name: `Verwijderde persoon #${id}`, active: false, roles: [], password_hash: null })
    expect(user.email).toMatch(/@anoniem\.invalid$/)
    const { rows } = await app.pool.query(
      `select 1 from history where record_type = 'user' and record_id = $1 and changes::text like '%leidinggevende@%'`,
      [user.id],
    )
    expect(rows).toEqual([])
  })

  it('ends supervision of and by the person, and says so before', async () => {
    const roles = { 'roles[]': 4, country_code: 'NL' }
    const add = async (last_name: string) =>
      (await administrator.post('/contact/add', { ...roles, last_name })).json<{ id: number }>().id
    const [above, person, below] = [await add('Boven'), await add('Midden'), await add('Onder')]
    const link = (supervisor_id: number, contact_id: number) =>
      administrator.post('/contact/supervise_contact', { supervisor_id, contact_id })
    expect((await administrator.get(`/privacy/anonymise/${person}`)).text).not.toContain('begeleiding')
    for (const [one, other] of [
      [above, person],
      [person, below],
      [above, below],
    ])
      expect((await link(one!, other!)).status).toBeLessThan(300)
    await app.pool.query('update contacts set supervisor_for_all = true where id = $1', [person])
    const simulation = (await administrator.get(`/privacy/anonymise/${person}`)).text
    expect(simulation).toContain('2 begeleidingen op naam, van en door deze persoon')
    expect(simulation).toContain('de begeleiding van alle collega’s')

    expect((await administrator.post(`/privacy/anonymise/${person}`, confirmed)).status).toBe(204)
    const { rows } = await app.pool.query(
      'select supervisor_id, contact_id from supervisions where $1 in (supervisor_id, contact_id) or supervisor_id = $2',
      [person, above],
    )
    expect(rows).toEqual([{ supervisor_id: above, contact_id: below }])
    expect((await contactOf(person)).supervisor_for_all).toBe(false)
    expect((await administrator.get(`/contact/${above}/team`)).text).not.toContain('Verwijderde persoon')
  })

  it('waits for plans that are still to come, and never takes an administrator or oneself', async () => {
    const { rows } = await app.pool.query<{ contact_id: number }>(
      `select e.contact_id from enrolments e join appointments a on a.id = e.appointment_id
       where a.starts_at > now() order by 1 limit 1`,
    )
    const refused = await administrator.post(`/privacy/anonymise/${rows[0]!.contact_id}`, confirmed)
    expect([refused.status, refused.json<{ _form: string[] }>()._form[0]]).toEqual([
      422,
      expect.stringContaining('Schrijf eerst uit.'),
    ])
    const { $ } = await administrator.get(`/privacy/anonymise/${rows[0]!.contact_id}`)
    expect($('[type=submit]').attr('disabled')).toBeDefined()
    expect($('[data-form-note]').text()).toContain('Schrijf eerst uit.')
    const self = await administrator.post(`/privacy/anonymise/${app.story.contacts.administrator}`, confirmed)
    expect(self.json()).toEqual({ _form: ['U kunt uzelf niet anonimiseren.'] })
    expect((await contactOf(app.story.contacts.administrator)).last_name).toBe('Boer')
  })

  it('leaves everything as it was when one area fails', async () => {
    const id = await pastStudent()
    const before = await contactOf(id)
    await app.owner.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger refuse before insert on history for each row when (new.action = 'anonymise') execute function refuse()`)
    expect((await administrator.post(`/privacy/anonymise/${id}`, confirmed)).status).toBe(500)
    await app.owner.pool.query('drop function refuse cascade')
    expect(await contactOf(id)).toEqual(before)
  })
})

describe('retention', () => {
  const run = () => runRetention({}, app.services)
  const oldMails = async () =>
    (await app.db.selectFrom('mails').select('id').where('subject', '=', 'Oud bericht').execute()).length

  it('shows what the next run would do and does nothing until it is switched on', async () => {
    await app.pool.query(`
      insert into mails (recipient, subject, text_body, state, created_at)
      select 'a@b.example', 'Oud bericht', 'x', state, now() - interval '13 months'
      from unnest(array['sent', 'refused', 'queued']) as state`)
    const line = async () =>
      (await administrator.get('/privacy/retention')).$('tr[data-kind=mails]').text().replace(/\s+/g, ' ')
    expect(await line()).toContain('Niets; 2 gegevens zijn ouder dan de termijn')
    await run()
    expect(await oldMails()).toBe(3)
    expect((await administrator.post('/privacy/retention/edit/mails', { months: 12, enabled: '1' })).status).toBe(204)
    expect(await line()).toContain('2 gegevens worden opgeschoond')
    await run()
    expect(await oldMails()).toBe(1)
    expect(await line()).toContain('2 opgeschoond')
    const event = await app.db
      .selectFrom('history')
      .select(['actor_id', 'changes'])
      .where('action', '=', 'retention')
      .executeTakeFirstOrThrow()
    expect(event).toEqual({ actor_id: null, changes: { kind: 'mails', removed: 2 } })
  })

  it('keeps what is younger than the term an administrator chose', async () => {
    expect((await administrator.post('/privacy/retention/edit/mails', { months: 14, enabled: '1' })).status).toBe(204)
    await app.pool.query(`
      insert into mails (recipient, subject, text_body, state, created_at)
      values ('a@b.example', 'Oud bericht', 'x', 'sent', now() - interval '13 months')`)
    const before = await oldMails()
    await run()
    expect(await oldMails()).toBe(before)
  })

  it('removes nothing any more once it is switched off again', async () => {
    const path = '/privacy/retention/edit/mails'
    expect((await administrator.post(path, { months: 12, enabled: '1' })).status).toBe(204)
    expect((await administrator.post(path, { months: 12 })).status).toBe(204)
    const before = await oldMails()
    await app.pool.query(`
      insert into mails (recipient, subject, text_body, state, created_at)
      values ('a@b.example', 'Oud bericht', 'x', 'sent', now() - interval '20 months')`)
    await run()
    expect(await oldMails()).toBe(before + 1)
  })

  it('empties notes of enrolments after the course, in the history too', async () => {
    const { rows } = await app.pool.query<{ id: number }>(`
      update enrolments set note = 'Zwanger' where id = (
        select e.id from enrolments e join appointments a on a.id = e.appointment_id
        where a.ends_at < now() - interval '32 days' limit 1) returning id`)
    await administrator.post('/privacy/retention/edit/enrolment_notes', { months: 1, enabled: '1' })
    await run()
    const { id } = rows[0]!
    const note = await app.db.selectFrom('enrolments').select('note').where('id', '=', id).executeTakeFirstOrThrow()
    expect(note).toEqual({ note: '' })
    const { rows: events } = await app.pool.query(
      `select 1 from history where action = 'retention' and changes @> '{"kind": "enrolment_notes", "removed": 1}'`,
    )
    expect(events.length).toBe(1)
    const { rows: told } = await app.pool.query(
      `select 1 from history where record_type = 'enrolment' and record_id = $1 and changes::text like '%Zwanger%'`,
      [id],
    )
    expect(told).toEqual([])
  })

  it('refuses a term that is none, a kind nobody knows and everybody but administrators', async () => {
    const edit = (key: string, months: string) => administrator.post(`/privacy/retention/edit/${key}`, { months })
    expect((await edit('mails', '0')).status).toBe(422)
    expect((await edit('iets', '5')).status).toBe(404)
    expect((await (await app.as(2)).get('/privacy/retention')).status).toBe(403)
  })

  it('counts months on the calendar', () => {
    const months = (from: string, count: number) => monthsBefore(new Date(from), count).toISOString().slice(0, 10)
    expect(months('2026-03-31T12:00:00Z', 1)).toBe('2026-02-28')
    expect(months('2026-05-15T12:00:00Z', 12)).toBe('2025-05-15')
    expect(months('2024-02-29T12:00:00Z', 12)).toBe('2023-02-28')
  })
})
