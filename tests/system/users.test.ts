import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { visitor } from '../support/visitor.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  // Mail is queued and not sent: no jobs run here.
  app = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  administrator = await app.as(1)
})
afterAll(() => app.close())

const userOf = (id: number) => app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const lastMailTo = (recipient: string) =>
  app.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const eventsOf = async (id: number) =>
  (
    await app.db
      .selectFrom('history')
      .select(['action', 'actor_id'])
      .where('record_type', '=', 'user')
      .where('record_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

async function addUser(email: string, roles: number[] = [2]): Promise<number> {
  const answer = await administrator.post('/user/add', { name: 'Test Gebruiker', email, 'roles[]': roles })
  expect(answer.status).toBe(200)
  return answer.json<{ id: number }>().id
}

/** Adds a user who has chosen a password, in a browser of their own. */
async function addActiveUser(email: string, roles?: number[]) {
  const id = await addUser(email, roles)
  const token = /token=([\w-]+)/.exec((await lastMailTo(email)).text_body)![1]!
  const person = visitor(app)
  const password = 'een lang wachtwoord'
  expect((await person.submit(`/firstUse?token=${token}`, { password, repeat: password })).status).toBe(303)
  return { id, person, password, token }
}

describe('the users list', () => {
  it('shows name, e-mail, roles, two-step verification and who is active, to administrators', async () => {
    const answer = await administrator.page('/users')
    const row = answer.$('tbody tr').filter((_, tr) => answer.$(tr).text().includes('Sanne Willems'))
    expect(row.text()).toContain('planner@noordkaap.example')
    expect(row.find('.tag').text()).toBe('Planner')
    expect(row.find('.status').text()).toBe('Actief')
    expect((await (await app.as(2)).get('/users')).status).toBe(403)
  })

  it('filters by role and by text', async () => {
    const teachers = await administrator.get('/users?role=3&search=jeroen')
    expect(teachers.$('tbody tr[data-id]').length).toBe(1)
  })
})

describe('adding a user', () => {
  it('mails a link that works once, to choose a password [R-011][S-025]', async () => {
    const { id, person, token } = await addActiveUser('nieuw@noordkaap.example')
    expect(await person.isSignedIn()).toBe(true)
    expect((await visitor(app).request(`/firstUse?token=${token}`)).status).toBe(404)
    expect((await userOf(id)).password_hash).toMatch(/^\$argon2id\$/)
  })

  it('knows the staff roles and the roles of the portal, and gives a person several [P-004][P-005][P-006]', async () => {
    const form = await administrator.get('/user/add')
    const labels = form
      .$('fieldset label')
      .map((_, label) => form.$(label).text().trim().split(' ')[0])
      .get()
    expect(labels).toEqual(['Beheerder', 'Planner', 'Docent', 'Leidinggevende', 'Cursist', 'Lotus'])
    const id = await addUser('meer@noordkaap.example', [3, 4, 5])
    const person = await app.asUser(id)
    expect((await person.get('/ajax/getCurrentUser')).json()).toMatchObject({
      roles: { 3: 'Teacher', 4: 'Supervisor', 5: 'Student' },
    })
  })

  it('refuses an address that is taken, a wrong one, and no role', async () => {
    const form = { name: 'X', email: 'planner@noordkaap.example', 'roles[]': 2 }
    expect((await administrator.post('/user/add', form)).json()).toEqual({
      email: ['Er is al een account met dit e-mailadres.'],
    })
    expect((await administrator.post('/user/add', { name: 'X', email: 'x' })).json()).toEqual({
      email: ['Dit e-mailadres klopt niet.'],
      roles: ['Kies minstens één rol.'],
    })
  })

  it('grants the roles administrator and planner by an administrator alone', async () => {
    const planner = await app.as(2)
    expect((await planner.post('/user/add', { name: 'X', email: 'x@y.example', 'roles[]': 1 })).status).toBe(403)
    for (const role of [1, 2]) {
      const answer = await planner.post('/contact/add', { last_name: 'Hoger', 'roles[]': role })
      expect([answer.status, Object.keys(answer.json())]).toEqual([422, ['roles']])
    }
  })
})

describe('editing a user', () => {
  it('changes name, address and roles, and refuses an old version', async () => {
    const id = await addUser('wijzig@noordkaap.example')
    const { version } = await userOf(id)
    const form = { name: 'Ander Mens', email: 'anders@noordkaap.example', 'roles[]': [3], version }
    expect((await administrator.post(`/user/edit/${id}`, form)).status).toBe(204)
    expect(await userOf(id)).toMatchObject({ name: 'Ander Mens', email: 'anders@noordkaap.example', roles: [3] })
    expect((await administrator.post(`/user/edit/${id}`, { ...form, name: 'Nog anders' })).status).toBe(409)
  })

  it('leaves name, address and roles of a person with a contact to the contact', async () => {
    const id = app.story.users[3]!
    const { version } = await userOf(id)
    const form = { name: 'Iemand', email: 'iemand@noordkaap.example', 'roles[]': [1], is_support: '1', version }
    expect((await administrator.post(`/user/edit/${id}`, form)).status).toBe(204)
    expect(await userOf(id)).toMatchObject({ name: 'Jeroen van Dijk', roles: [3], is_support: true })
  })
})

describe('switching a user off', () => {
  it('asks why, signs out everywhere and can be undone', async () => {
    const { id, person, password } = await addActiveUser('uit@noordkaap.example')
    const { version } = await userOf(id)
    expect((await administrator.post(`/user/disable/${id}`, { version })).json()).toEqual({
      reason: ['Vul een reden in.'],
    })
    expect((await administrator.post(`/user/disable/${id}`, { version, reason: 'Uit dienst' })).status).toBe(204)
    expect(await person.isSignedIn()).toBe(false)
    expect((await visitor(app).signIn('uit@noordkaap.example', password)).status).toBe(422)
    expect((await administrator.get(`/user/view/${id}`)).text).toContain('Uit dienst')
    const off = await userOf(id)
    expect((await administrator.post(`/user/enable/${id}`, { version: off.version, reason: 'Terug' })).status).toBe(204)
    expect((await visitor(app).signIn('uit@noordkaap.example', password)).status).toBe(303)
  })

  it('ends the sessions in which an administrator is signed in as somebody else', async () => {
    const { id, person } = await addActiveUser('tweede@noordkaap.example', [1])
    await person.request('/loginAs/planner@noordkaap.example', { headers: { 'sec-fetch-site': 'same-origin' } })
    expect((await person.request('/ajax/getCurrentUser')).json()).toMatchObject({ name: 'Sanne Willems' })
    const { version } = await userOf(id)
    expect((await administrator.post(`/user/disable/${id}`, { version, reason: 'Misbruik' })).status).toBe(204)
    expect(await person.isSignedIn()).toBe(false)
  })

  it('stays off when the contact of the account is saved', async () => {
    const id = app.story.users[6]!
    const { version, contact_id } = await userOf(id)
    await administrator.post(`/user/disable/${id}`, { version, reason: 'Tijdelijk' })
    const contact = await app.db
      .selectFrom('contacts')
      .selectAll()
      .where('id', '=', contact_id!)
      .executeTakeFirstOrThrow()
    const answer = await administrator.post(`/contact/edit/${contact.id}`, {
      last_name: contact.last_name,
      first_name: contact.first_name,
      email: 'lotus@noordkaap.example',
      'roles[]': 6,
      gets_account: '1',
      version: contact.version,
    })
    expect(answer.status).toBe(204)
    expect((await userOf(id)).active).toBe(false)
  })

  it('is never oneself', async () => {
    const id = app.story.users[1]!
    const { version } = await userOf(id)
    expect((await administrator.post(`/user/disable/${id}`, { version, reason: 'x' })).json()).toEqual({
      reason: ['U kunt uw eigen account niet uitschakelen.'],
    })
  })
})

describe('the last administrator', () => {
  it('keeps the role, whoever takes it away', async () => {
    const id = app.story.users[1]!
    await app.pool.query('update users set active = false where 1 = any(roles) and id <> $1', [id])
    for (const change of [`active = false`, `roles = '{2}'`])
      await expect(app.pool.query(`update users set ${change} where id = $1`, [id])).rejects.toMatchObject({
        constraint: 'users_last_administrator',
      })
    const contact = await app.db
      .selectFrom('contacts')
      .innerJoin('users', 'users.contact_id', 'contacts.id')
      .selectAll('contacts')
      .where('users.id', '=', id)
      .executeTakeFirstOrThrow()
    const answer = await administrator.post(`/contact/edit/${contact.id}`, {
      last_name: contact.last_name,
      email: 'beheer@noordkaap.example',
      'roles[]': 2,
      gets_account: '1',
      version: contact.version,
    })
    expect([answer.status, answer.json()]).toEqual([
      422,
      { _form: ['Er moet altijd een actieve beheerder overblijven.'] },
    ])
  })

  it('remains when two administrators remove each other at the same moment', async () => {
    const [one, two] = [app.story.users[1]!, await addUser('ander@noordkaap.example', [1])]
    const clients = await Promise.all([app.pool.connect(), app.pool.connect()])
    const remove = async (client: (typeof clients)[0], id: number) => {
      await client.query('begin')
      try {
        await client.query('update users set active = false where id = $1', [id])
        await client.query('commit')
        return 'done'
      } catch {
        await client.query('rollback')
        return 'refused'
      }
    }
    const outcomes = await Promise.all([remove(clients[0], one), remove(clients[1], two)])
    for (const client of clients) client.release()
    expect(outcomes.toSorted()).toEqual(['done', 'refused'])
    const { rows } = await app.pool.query('select id from users where active and roles @> array[1]')
    expect(rows.length).toBe(1)
    await app.pool.query('update users set active = true where id = $1', [one])
  })
})

describe('two administrators who switch each other off at the same moment', () => {
  /** How many of our connections wait for a row. */
  const waiting = async () => {
    const { rows } = await app.owner.pool.query<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]!.count
  }

  it.each(['alone', 'among chosen ones'])('are not both off: one of them does it, %s', async (how) => {
    const names = [`een-${how.length}@noordkaap.example`, `ander-${how.length}@noordkaap.example`]
    const [one, two] = [await addUser(names[0]!, [1]), await addUser(names[1]!, [1])]
    const [first, second] = [await app.asUser(one), await app.asUser(two)]
    const off = async (browser: Browser, id: number) => {
      const { version } = await userOf(id)
      const [url, form] =
        how === 'alone'
          ? [`/user/disable/${id}`, { version, reason: 'Ruzie' }]
          : ['/users/bulk/disable', { ids: String(id), reason: 'Ruzie' }]
      return () => browser.post(url, form)
    }
    const posts = [await off(first, two), await off(second, one)]
    const holder = await app.owner.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select from users where id = any($1) for update', [[one, two]])
      const answers = posts.map((post) => post())
      await expect.poll(waiting).toBe(2)
      await holder.query('commit')
      expect((await Promise.all(answers)).map(({ status }) => status).toSorted()).toEqual([204, 401])
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect([(await userOf(one)).active, (await userOf(two)).active].toSorted()).toEqual([false, true])
  })

  /** An administrator with a contact, from which roles and account follow. */
  async function addOfContact(email: string) {
    const form = { last_name: 'Beheer', email, 'roles[]': 1, gets_account: '1' }
    const { id } = (await administrator.post('/contact/add', form)).json<{ id: number }>()
    const user = await app.db.selectFrom('users').select('id').where('contact_id', '=', id).executeTakeFirstOrThrow()
    return { id, user: user.id, email }
  }

  const ways: Record<string, (contact: { id: number; email: string }) => [string, Record<string, string | number>]> = {
    'by disabling them': ({ id }) => ['/contact/disable', { id }],
    'by their roles': ({ id, email }) => [`/contact/edit/${id}`, { last_name: 'Beheer', email, 'roles[]': 2, gets_account: '1', version: 1 }], // prettier-ignore
    'by their account': ({ id, email }) => [`/contact/edit/${id}`, { last_name: 'Beheer', email, 'roles[]': 1, version: 1 }], // prettier-ignore
    'among chosen ones': ({ id }) => ['/contacts/bulk/disable', { ids: String(id) }],
    'by the roles of chosen ones': ({ id }) => ['/contacts/bulk/role', { ids: String(id), role: 1, give: '0' }],
  }
  it.each(Object.keys(ways))('are not both off through their contacts either, %s', async (way) => {
    const name = way.replaceAll(' ', '-')
    const [one, two] = [await addOfContact(`een-${name}@noordkaap.example`), await addOfContact(`twee-${name}@noordkaap.example`)] // prettier-ignore
    const posts = [[await app.asUser(one.user), ways[way]!(two)], [await app.asUser(two.user), ways[way]!(one)]] as const // prettier-ignore
    const users = [one.user, two.user]
    const holder = await app.owner.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select from users where id = any($1) for update', [users])
      const answers = posts.map(([browser, [url, form]]) => browser.post(url, form))
      await expect.poll(waiting).toBe(2)
      await holder.query('commit')
      const statuses = (await Promise.all(answers)).map(({ status }) => status).toSorted()
      expect(statuses[0]).toBeLessThan(300)
      // Signed out, or no administrator any more.
      expect([401, 403]).toContain(statuses[1])
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    const { rows } = await app.pool.query('select id from users where id = any($1) and active and 1 = any(roles)', [users]) // prettier-ignore
    expect(rows).toHaveLength(1)
  })
})

describe('resetting a password', () => {
  it('takes the old one away, signs out and mails a one-time link [R-019][P-241][M-021]', async () => {
    const { id, person, password } = await addActiveUser('reset@noordkaap.example')
    const answer = await administrator.post('/user/reset_password', { id })
    expect(answer.trigger.flash).toEqual({
      str: 'Wachtwoord opnieuw ingesteld en per email verzonden',
      type: 'success',
    })
    expect(await person.isSignedIn()).toBe(false)
    expect((await visitor(app).signIn('reset@noordkaap.example', password)).status).toBe(422)
    const mail = await lastMailTo('reset@noordkaap.example')
    expect(mail.text_body).not.toContain(password)
    const token = /reset\?token=([\w-]+)/.exec(mail.text_body)![1]!
    const fresh = 'nog een lang wachtwoord'
    expect((await visitor(app).submit(`/reset?token=${token}`, { password: fresh, repeat: fresh })).status).toBe(303)
    expect((await visitor(app).signIn('reset@noordkaap.example', fresh)).status).toBe(303)
    expect(await eventsOf(id)).toContain('reset-password')
  })

  it('that fails says so [P-240][M-020]', async () => {
    const id = await addUser('geenreset@noordkaap.example')
    await app.pool.query('update users set active = false where id = $1', [id])
    const answer = await administrator.post('/user/reset_password', { id })
    expect([answer.status, answer.trigger.flash]).toEqual([409, { str: 'Er ging helaas iets mis.', type: 'error' }])
    expect((await administrator.post('/user/reset_password', { id: 2_000_000_000 })).status).toBe(404)
    expect((await (await app.as(2)).post('/user/reset_password', { id })).status).toBe(403)
  })
})

/** The id of the session of this browser. */
const idOf = async (browser: ReturnType<typeof visitor>) => {
  const sid = /s%3A([^.]+)\./.exec(browser.cookie())![1]!
  const { rows } = await app.pool.query<{ id: number }>('select id from sessions where sid = $1', [sid])
  return rows[0]!.id
}

describe('sessions', () => {
  it('are shown by device and ended one by one, by an administrator and by their owner', async () => {
    const { id, person, password } = await addActiveUser('sessies@noordkaap.example')
    const phone = visitor(app, 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1')
    await phone.signIn('sessies@noordkaap.example', password)
    const shown = await administrator.get(`/user/sessions/${id}`)
    const devices = shown.$('.session-list b').map((_, b) => shown.$(b).text())
    expect(devices.get().toSorted()).toEqual(['Chrome op Windows', 'Safari op iPhone'])
    const item = shown.$('li').filter((_, li) => shown.$(li).text().includes('iPhone'))
    const fields = JSON.parse(item.find('button').attr('data-fields')!) as Record<string, string>
    expect((await administrator.post('/user/sessions/end', fields)).status).toBe(204)
    expect([await phone.isSignedIn(), await person.isSignedIn()]).toEqual([false, true])
    expect((await administrator.post('/user/sessions/end', fields)).status).toBe(404)

    await phone.signIn('sessies@noordkaap.example', password)
    const own = await person.request('/profile/sessions', { headers: { 'HX-Request': 'true' } })
    expect(
      own
        .$('li')
        .filter((_, li) => own.$(li).text().includes('Dit apparaat'))
        .text(),
    ).toContain('Windows')
    const token = (await person.request('/ajax/getToken')).json<{ token: string }>().token
    const end = (form: Record<string, string>) =>
      person.request('/profile/sessions/end', {
        method: 'POST',
        headers: { 'X-CSRF-Token': token },
        body: new URLSearchParams(form),
      })
    const popup = '/profile/sessions/end?all=1'
    expect(own.$('a[data-popup]').last().attr('href')).toBe(`/profile/sessions/end?session=${await idOf(phone)}`)
    const asked = await person.request(popup, { headers: { 'HX-Request': 'true' } })
    expect(asked.$('[name=current]').attr('type')).toBe('password')
    for (const wrong of [{}, { current: 'fout' }]) {
      const answer = await end({ all: '1', ...wrong })
      expect([answer.status, Object.keys(answer.json())]).toEqual([422, ['current']])
    }
    expect(await phone.isSignedIn()).toBe(true)
    const current = password
    expect((await end({ current })).json()).toEqual({ session: ['Maak een keuze'] })
    expect((await end({ session: fields.session!, current })).status).toBe(404)
    expect((await end({ all: '1', current })).status).toBe(204)
    expect([await phone.isSignedIn(), await person.isSignedIn()]).toEqual([false, true])
  })

  it('of another user cannot be ended through the own profile', async () => {
    const planner = await app.as(2)
    const { rows } = await app.pool.query<{ id: number }>('select id from sessions where user_id = $1', [
      app.story.users[1],
    ])
    expect(
      (await planner.post('/profile/sessions/end', { session: rows[0]!.id, current: 'noordkaap-demo' })).status,
    ).toBe(404)
  })

  it('never show the key that opens them', async () => {
    const { rows } = await app.pool.query<{ sid: string }>('select sid from sessions')
    const { text } = await administrator.get(`/user/sessions/${app.story.users[1]!}`)
    expect(rows.filter(({ sid }) => text.includes(sid))).toEqual([])
  })
})

describe('the link to choose a password', () => {
  it('is in the mail of its owner only, not in the outbox of the office', async () => {
    const planner = await app.as(2)
    const person = visitor(app)
    await person.submit('/reset/request', { email: 'beheer@noordkaap.example' })
    await app.runJobs('account.reset-link')
    const mail = await lastMailTo('beheer@noordkaap.example')
    const token = /token=([\w-]+)/.exec(mail.text_body)![1]!
    const shown = await planner.get(`/messages/view/${mail.id}`)
    expect(shown.text).toContain('/reset?token=')
    expect(shown.text).not.toContain(token)
    expect((await administrator.get(`/messages/view/${mail.id}`)).text).not.toContain(token)

    await app.db.updateTable('mails').set({ state: 'uncertain' }).where('id', '=', mail.id).execute()
    const refused = { _form: ['Dit bericht bevat een persoonlijke link en gaat alleen naar het eigen adres.'] }
    const elsewhere = await planner.post(`/messages/resend/${mail.id}`, { to: 'planner@noordkaap.example' })
    expect([elsewhere.status, elsewhere.json()]).toEqual([422, refused])
    const copied = await planner.post('/messages/resend', { messages: mail.id, bcc: 'planner@noordkaap.example' })
    expect([copied.status, copied.json()]).toEqual([422, refused])
    // Beside another message it is told beforehand, and stays behind alone.
    const { id: other } = await app.db.insertInto('mails').values({ recipient: 'lezer@post.example', subject: 'Nieuws', text_body: 'Nieuws', state: 'sent' }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
    const asked = await planner.get(`/messages/resend?ids=${mail.id},${other}`)
    expect(asked.text).toContain('1 bericht bevat een persoonlijke link')
    const both = await planner.post('/messages/resend', { messages: `${mail.id},${other}`, bcc: 'planner@noordkaap.example' }) // prettier-ignore
    expect([both.status, both.json<{ ids: number[] }>().ids]).toEqual([200, [expect.any(Number)]])
    expect(await lastMailTo('lezer@post.example')).toMatchObject({ resend_of: other })
    expect((await planner.post(`/messages/resend/${mail.id}`, { to: mail.recipient })).status).toBe(200)
    expect(await lastMailTo(mail.recipient)).toMatchObject({ resend_of: mail.id, secret: token })
  })

  it('goes to the new address when that changes, and the old one stops working', async () => {
    const linkTo = async (email: string) => /\/firstUse\?token=[\w-]+/.exec((await lastMailTo(email)).text_body)![0]
    const id = await addUser('verkeerd@noordkaap.example')
    const wrong = await linkTo('verkeerd@noordkaap.example')
    const form = { name: 'Test Gebruiker', 'roles[]': 2 }
    const edit = (fields: Record<string, string | number>) =>
      administrator.post(`/user/edit/${id}`, { ...form, ...fields })
    expect((await edit({ email: 'verkeerd@noordkaap.example', version: 1 })).status).toBe(204)
    expect((await visitor(app).request(wrong)).status).toBe(200)
    const { version } = await userOf(id)
    expect((await edit({ email: 'goed@noordkaap.example', version })).status).toBe(204)
    expect((await visitor(app).request(wrong)).status).toBe(404)
    expect((await visitor(app).request(await linkTo('goed@noordkaap.example'))).status).toBe(200)
  })

  it('moves along with the address of a contact', async () => {
    const linkTo = async (email: string) => /\/firstUse\?token=[\w-]+/.exec((await lastMailTo(email)).text_body)![0]
    const form = { first_name: 'Tess', last_name: 'Typfout', country_code: 'NL', 'roles[]': 5, gets_account: 1 }
    const added = await administrator.post('/contact/add', { ...form, email: 'typfout@post.example' })
    const { id } = added.json<{ id: number }>()
    const wrong = await linkTo('typfout@post.example')
    const edited = await administrator.post(`/contact/edit/${id}`, { ...form, email: 'tess@post.example', version: 1 })
    expect(edited.status).toBe(204)
    expect((await visitor(app).request(wrong)).status).toBe(404)
    expect((await visitor(app).request(await linkTo('tess@post.example'))).status).toBe(200)
  })
})
