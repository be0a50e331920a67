import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUser, hashPassword } from '../../src/system/accounts/index.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { visitor } from '../support/visitor.ts'

const PASSWORD = 'een lang wachtwoord'
let app: TestApp
let administrator: Browser
let password_hash: string
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(1)
  password_hash = await hashPassword(PASSWORD)
})
afterAll(() => app.close())

let made = 0
/** A student with a contact, signed in, and an address that nobody has. */
async function newPerson() {
  const name = `persoon${++made}`
  const [old, fresh] = [`${name}@oud.example`, `${name}@nieuw.example`]
  const contactId = await addContact(app.db, { last_name: name, email: old, roles: [5], gets_account: true })
  const id = await inTransaction(app.db, null, (trx) =>
    addUser(trx, { email: old, name, roles: [5], contactId, password_hash }),
  )
  const browser = await app.asUser(id)
  return { id, contactId, old, fresh, browser }
}
type Person = Awaited<ReturnType<typeof newPerson>>

const mailsTo = async (recipient: string) =>
  app.db.selectFrom('mails').selectAll().where('recipient', '=', recipient).orderBy('id').execute()
const linkIn = (text: string): string => /\/reset\/email\?token=[\w-]{32}/.exec(text)![0]
const lastLinkTo = async (recipient: string) => linkIn((await mailsTo(recipient)).at(-1)!.text_body)
const emailOf = async (id: number) =>
  (await app.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email
const open = (link: string) => visitor(app).request(link)
/** Opens a link and presses its button. */
const confirm = async (link: string) => (await pressing(link))()
const ask = (person: Person, email = person.fresh, current = PASSWORD) =>
  person.browser.post('/profile/email', { email, current })

/** Opens a link; answers what its button does. */
async function pressing(link: string) {
  const page = visitor(app)
  const { $ } = await page.request(link)
  const body = new URLSearchParams({ _token: String($('[name=_token]').val()), token: link.split('=')[1]! })
  return () => page.request('/reset/email', { method: 'POST', body })
}

/** Asks for the other address; answers the links of both mails. */
async function asked(person: Person): Promise<{ old: string; fresh: string }> {
  expect((await ask(person)).status).toBe(204)
  await app.runJobs('account.email-links')
  return { old: await lastLinkTo(person.old), fresh: await lastLinkTo(person.fresh) }
}

describe('another address for the own account', () => {
  it.each(['old', 'fresh'] as const)('holds once both mailboxes confirmed it, the %s one first', async (first) => {
    const person = await newPerson()
    const links = await asked(person)
    const last = first === 'old' ? links.fresh : links.old
    const half = await confirm(links[first])
    expect([half.status, half.text]).toEqual([200, expect.stringContaining('als ook het andere adres is bevestigd')])
    expect(await emailOf(person.id)).toBe(person.old)
    const done = await confirm(last)
    expect([done.status, done.text]).toEqual([200, expect.stringContaining(`Voortaan logt u in met ${person.fresh}`)])
    expect(await emailOf(person.id)).toBe(person.fresh)
    expect((await visitor(app).signIn(person.fresh, PASSWORD)).status).toBe(303)
    expect((await visitor(app).signIn(person.old, PASSWORD)).status).toBe(422)
  })

  it('is that of the contact too, and both addresses and the history tell of it', async () => {
    const person = await newPerson()
    const links = await asked(person)
    await confirm(links.fresh)
    await confirm(links.old)
    const contact = await app.db
      .selectFrom('contacts')
      .select('email')
      .where('id', '=', person.contactId)
      .executeTakeFirst()
    expect(contact).toEqual({ email: person.fresh })
    for (const address of [person.old, person.fresh]) {
      const { subject, text_body } = (await mailsTo(address)).at(-1)!
      expect([subject, text_body]).toEqual([
        'E-mailadres gewijzigd',
        expect.stringContaining(`gewijzigd van ${person.old} in ${person.fresh}`),
      ])
    }
    const { rows } = await app.pool.query(
      `select record_type, actor_id, changes -> 'email' as email from history
       where action = 'update' and changes ? 'email' and (record_type, record_id) in (('user', $1), ('contact', $2)) order by id`,
      [person.id, person.contactId],
    )
    const change = { actor_id: person.id, email: [person.old, person.fresh] }
    expect(rows).toEqual([
      { record_type: 'user', ...change },
      { record_type: 'contact', ...change },
    ])
  })

  it('is told to the browsers of others that show the user or the contact', async () => {
    const person = await newPerson()
    const links = await asked(person)
    await confirm(links.fresh)
    const controller = new AbortController()
    const { body } = await fetch(`${app.url}/events/stream`, {
      headers: { cookie: administrator.cookie },
      signal: controller.signal,
    })
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
    await reader.read()
    await confirm(links.old)
    // The first confirmation may still be heard too; it says nothing of a contact.
    const last = /data: (.*"contact".*)\n/
    let heard = ''
    while (!last.test(heard)) heard += (await reader.read()).value ?? ''
    controller.abort()
    const [, notice = ''] = last.exec(heard)!
    expect(JSON.parse(notice)).toEqual({
      items: [
        { type: 'user', id: person.id },
        { type: 'contact', id: person.contactId },
      ],
    })
  })

  it('changes nothing when a link is only opened, as programs do that look through mail', async () => {
    const person = await newPerson()
    const { old, fresh } = await asked(person)
    for (const link of [old, fresh, old, fresh]) {
      const page = await open(link)
      expect([page.status, page.$('form button').text()]).toEqual([200, 'Bevestigen'])
      expect(page.text).toContain(person.fresh)
    }
    // Who reads the new mailbox may be a stranger.
    expect((await open(fresh)).text).not.toContain(person.old)
    expect(await emailOf(person.id)).toBe(person.old)
  })

  it('takes a button with the token of its page', async () => {
    const person = await newPerson()
    const { old } = await asked(person)
    const body = new URLSearchParams({ token: old.split('=')[1]! })
    expect((await app.anonymous.request('/reset/email', { method: 'POST', body })).status).toBe(403)
  })

  it('has links that work once', async () => {
    const person = await newPerson()
    const { old, fresh } = await asked(person)
    for (const link of [old, fresh]) {
      const press = await pressing(link)
      expect((await press()).status).toBe(200)
      expect((await press()).status).toBe(404)
      expect((await open(link)).status).toBe(404)
    }
    expect((await mailsTo(person.fresh)).length).toBe(2)
  })

  it('takes two confirmations at the same moment for what they are', async () => {
    const person = await newPerson()
    const { old, fresh } = await asked(person)
    const pages = await Promise.all([old, fresh, old, fresh].map(pressing))
    const answers = await Promise.all(pages.map((press) => press()))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 404, 404])
    expect(await emailOf(person.id)).toBe(person.fresh)
    expect((await mailsTo(person.old)).length).toBe(2)
  })

  it('has links that end after two hours, when what was asked is forgotten', async () => {
    const person = await newPerson()
    const { old, fresh } = await asked(person)
    await app.runJobs('account.email-forget')
    expect((await open(old)).status).toBe(200)
    const { rows } = await app.pool.query<{ left: number }>(
      `update email_changes set expires_at = expires_at - interval '2 hours' where user_id = $1
       returning extract(epoch from expires_at + interval '2 hours' - now())::integer as left`,
      [person.id],
    )
    expect(rows[0]!.left).toBeGreaterThan(7100)
    for (const link of [old, fresh]) expect((await open(link)).status).toBe(404)
    const payload = JSON.stringify({ userId: person.id })
    await app.pool.query(`select graphile_worker.add_job('account.email-forget', $1::json)`, [payload])
    await app.runJobs('account.email-forget')
    expect((await app.pool.query('select from email_changes where user_id = $1', [person.id])).rowCount).toBe(0)
  })

  it('is shown in the profile while it waits, and can be withdrawn', async () => {
    const person = await newPerson()
    const shown = async () => (await person.browser.get('/profile')).text
    expect(await shown()).not.toContain('/profile/email/withdraw')
    const { old, fresh } = await asked(person)
    expect(await shown()).toContain(`Uw adres wordt ${person.fresh}`)
    await confirm(old)
    expect((await person.browser.get('/profile/email/state')).text).toContain(
      'Oude adres: bevestigd. Nieuwe adres: wacht op bevestiging.',
    )
    expect((await person.browser.post('/profile/email/withdraw')).status).toBe(204)
    expect(await shown()).not.toContain(person.fresh)
    expect((await open(fresh)).status).toBe(404)
    expect((await person.browser.post('/profile/email/withdraw')).status).toBe(404)
    const { rows } = await app.pool.query<{ action: string }>(
      `select action from history where record_type = 'user' and record_id = $1 and action like 'email-%' order by id`,
      [person.id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['email-asked', 'email-withdrawn'])
  })

  it('is replaced by what is asked next', async () => {
    const person = await newPerson()
    const before = await asked(person)
    const other = `ander-${person.fresh}`
    expect((await ask(person, other)).status).toBe(204)
    for (const link of [before.old, before.fresh]) expect((await open(link)).status).toBe(404)
    await app.runJobs('account.email-links')
    await confirm(await lastLinkTo(person.old))
    await confirm(await lastLinkTo(other))
    expect(await emailOf(person.id)).toBe(other)
  })

  it('takes links to choose a password along: what went to the old address works no more', async () => {
    const person = await newPerson()
    await visitor(app).submit('/reset', { email: person.old }, '/reset/request')
    await app.runJobs('account.reset-link')
    const reset = /\/reset\?token=[\w-]+/.exec((await mailsTo(person.old)).at(-1)!.text_body)![0]
    const { old, fresh } = await asked(person)
    expect((await open(reset)).status).toBe(200)
    await confirm(old)
    await confirm(fresh)
    expect((await open(reset)).status).toBe(404)
  })
})

describe('asking for another address', () => {
  it('takes the password, and refuses after too many wrong ones', async () => {
    const person = await newPerson()
    const wrong = await ask(person, person.fresh, 'niet het wachtwoord')
    expect([wrong.status, wrong.json()]).toEqual([422, { current: ['Het huidige wachtwoord is onjuist.'] }])
    expect((await app.pool.query('select from email_changes where user_id = $1', [person.id])).rowCount).toBe(0)
    const many = await Promise.all(Array.from({ length: 14 }, () => ask(person, person.fresh, 'niet het wachtwoord')))
    expect(many.filter(({ status }) => status === 429).length).toBe(5)
    expect((await ask(person)).status).toBe(429)
  })

  it('refuses the own address and what is none', async () => {
    const person = await newPerson()
    expect((await ask(person, person.old.toUpperCase())).json()).toEqual({ email: ['Dit is uw e-mailadres al.'] })
    expect((await ask(person, 'geen adres')).json()).toEqual({ email: ['Dit e-mailadres klopt niet.'] })
  })

  it('fills nobody’s mailbox', async () => {
    const person = await newPerson()
    const answers = []
    for (let i = 0; i < 6; i++) answers.push((await ask(person)).status)
    expect(answers).toEqual([204, 204, 204, 204, 204, 429])
  })

  it('for one that has an account answers the same, and its owner gets no link', async () => {
    const [person, other] = [await newPerson(), await newPerson()]
    const [free, taken] = [await ask(person), await ask(person, other.old)]
    expect([taken.status, taken.text, taken.trigger]).toEqual([free.status, free.text, free.trigger])
    await app.runJobs('account.email-links')
    expect(await mailsTo(other.old)).toEqual([])
    expect((await person.browser.get('/profile')).text).toContain(`Uw adres wordt ${other.old}`)
    const half = await confirm(await lastLinkTo(person.old))
    expect([half.status, half.text]).toEqual([200, expect.stringContaining('als ook het andere adres is bevestigd')])
    expect(await emailOf(person.id)).toBe(person.old)
  })

  it('refuses at the last confirmation an address that another account has got since', async () => {
    const person = await newPerson()
    const { old, fresh } = await asked(person)
    await confirm(fresh)
    const add = { name: 'Sneller', email: person.fresh, 'roles[]': 5 }
    expect((await administrator.post('/user/add', add)).status).toBe(200)
    const refused = await confirm(old)
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('Dit adres kan niet worden gebruikt. Vraag een beheerder om hulp.'),
    ])
    expect(await emailOf(person.id)).toBe(person.old)
  })

  it('is not for an administrator who is signed in as somebody else', async () => {
    const person = visitor(app)
    await person.signIn('beheer@noordkaap.example')
    await person.request('/loginAs/cursist@noordkaap.example', { headers: { 'sec-fetch-site': 'same-origin' } })
    const { token } = (await person.request('/ajax/getToken')).json<{ token: string }>()
    const answer = await person.request('/profile/email', {
      method: 'POST',
      headers: { 'X-CSRF-Token': token },
      body: new URLSearchParams({ email: 'x@y.example', current: 'noordkaap-demo' }),
    })
    expect(answer.status).toBe(403)
  })

  it('keeps the links out of the outbox', async () => {
    const person = await newPerson()
    await asked(person)
    for (const { id, secret } of [(await mailsTo(person.old)).at(-1)!, (await mailsTo(person.fresh)).at(-1)!]) {
      const { text } = await administrator.get(`/messages/view/${id}`)
      expect(text).toContain('/reset/email?token=')
      expect(text).not.toContain(secret)
    }
  })
})

describe('a change that waits', () => {
  const version = async (id: number) =>
    (await app.db.selectFrom('users').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version
  const contactForm = async (id: number) => {
    const contact = await app.db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return { last_name: contact.last_name, country_code: 'NL', 'roles[]': 5, gets_account: 1, version: contact.version }
  }

  const did = async (answer: Promise<Answer>) => expect((await answer).status).toBeLessThan(400)

  it.each<[string, (person: Person) => Promise<void>]>([
    ['a password reset by an administrator', ({ id }) => did(administrator.post('/user/reset_password', { id }))],
    [
      'a password reset by the owner',
      async ({ old }) => {
        await visitor(app).submit('/reset', { email: old }, '/reset/request')
        await app.runJobs('account.reset-link')
        const link = /\/reset\?token=[\w-]+/.exec((await mailsTo(old)).at(-1)!.text_body)![0]
        await did(visitor(app).submit(link, { password: PASSWORD, repeat: PASSWORD }))
      },
    ],
    [
      'another address by an administrator, also after that one is taken back',
      async ({ contactId, old }) => {
        for (const email of ['tussen@adres.example', old])
          await did(administrator.post(`/contact/edit/${contactId}`, { ...(await contactForm(contactId)), email }))
      },
    ],
    [
      'switching the account off, also after it is switched on again',
      async ({ id }) => {
        for (const way of ['disable', 'enable'])
          await did(administrator.post(`/user/${way}/${id}`, { reason: 'x', version: await version(id) }))
      },
    ],
    [
      'disabling the contact, also after it is enabled again',
      async ({ contactId }) => {
        for (let i = 0; i < 2; i++) await did(administrator.post('/contact/disable', { id: contactId }))
      },
    ],
    ['signing the user out everywhere', ({ id }) => did(administrator.post('/user/sessions/end', { id, all: '1' }))],
  ])('ends with %s', async (_what, end) => {
    const person = await newPerson()
    const { old, fresh } = await asked(person)
    await end(person)
    expect(await emailOf(person.id)).toBe(person.old)
    for (const link of [old, fresh]) expect((await open(link)).status).toBe(404)
  })
})
