import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendMail } from '../../src/platform/mail/sending.ts'
import { unseal } from '../../src/platform/secrets.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { MailServices } from '../support/mail-services.ts'

const MAILBOX = '/settings/mail/mailbox'
const textOf = async (browser: Browser) => (await browser.get(MAILBOX)).$('section').text().replace(/\s+/g, ' ')
const buttons = async (browser: Browser) => {
  const { $ } = await browser.get(MAILBOX)
  return $('a.btn, button')
    .map((_, button) => $(button).text().replace(/\s+/g, ' ').trim())
    .get()
}
const lastMail = (app: TestApp) =>
  app.db.selectFrom('mails').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

const SET_UP = 'Instellen van de eigen mailserver'

/** A mail server that asks who sends, and keeps what it got. */
async function openServer() {
  const received: { from: string; text: string }[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    onData: (stream, session, done) => {
      void text(stream).then((letter) => {
        const { mailFrom } = session.envelope
        received.push({ from: mailFrom === false ? '' : mailFrom.address, text: letter })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { received, port: (server.server.address() as AddressInfo).port, close }
}

describe('without a mail provider', () => {
  let app: TestApp
  let administrator: Browser
  beforeAll(async () => {
    app = await testApp()
    administrator = await app.as(1)
  })
  afterAll(() => app.close())

  it('the product works, says what is not there, and keeps its mail', async () => {
    expect(app.services.config.mailProviders).toEqual({ microsoft: undefined, google: undefined })
    const text = await textOf(administrator)
    expect(text).toContain('Niet beschikbaar: op deze server is geen toepassing-id ingesteld (MICROSOFT_CLIENT_ID')
    expect(text).toContain('GOOGLE_CLIENT_ID en GOOGLE_CLIENT_SECRET')
    expect(text).toContain('berichten blijven in de lijst Berichten staan')
    expect(await buttons(administrator)).toEqual([SET_UP])
    const start = await administrator.request('/settings/mail/connect/google', {
      headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin' },
    })
    expect(start.headers.get('location')).toBe('/settings/?tab=mail')
    expect((await administrator.post('/settings/mail/test')).status).toBeLessThan(300)
    const { id } = await lastMail(app)
    await sendMail({ id }, app.services)
    expect(await lastMail(app)).toMatchObject({ id, state: 'kept', provider_id: null })
  })

  const SERVER = '/settings/mail/server'
  const given = { smtp_host: 'smtp.kaap.nl', smtp_port: '587', smtp_encryption: 'starttls', smtp_username: 'post@kaap.nl', password: 'geheim woord', smtp_address: '' } // prettier-ignore

  it.each<[Record<string, string>, Record<string, string[]>]>([
    [{ smtp_host: 'smtp://smtp.kaap.nl' }, { smtp_host: ['Vul alleen de naam van de server in, zoals smtp.example.nl.'] }], // prettier-ignore
    [
      { smtp_encryption: 'none' },
      { smtp_encryption: ['Kies een versleuteling: zonder reist het wachtwoord leesbaar.'] },
    ],
    [{ password: '' }, { password: ['Vul het wachtwoord in.'] }],
    [{ smtp_username: '' }, { smtp_username: ['Vul in bij welke naam het wachtwoord hoort.'], smtp_address: ['Vul het adres in waarmee berichten worden verstuurd.'] }], // prettier-ignore
    ...['localhost', '127.0.0.1', '10.1.2.3', '192.168.1.1', '169.254.169.254', '172.20.0.1', '::1', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', 'mail.local', 'postbode', '2130706433'].map((smtp_host) => [{ smtp_host }, { smtp_host: ['Een server in het eigen netwerk is hier niet toegestaan.'] }] satisfies [object, object]), // prettier-ignore
  ])('a mail server of the settings is refused with %j', async (changes, told) => {
    const saved = await administrator.post(SERVER, { ...given, ...changes })
    expect([saved.status, saved.json()]).toEqual([422, told])
  })

  it('a mail server is set up in the settings, with a password that nobody reads and that goes to nobody else', async () => {
    expect((await administrator.post(SERVER, given)).status).toBe(204)
    const row = () => app.db.selectFrom('mail_servers').selectAll().executeTakeFirstOrThrow()
    const { sealed_password, ...kept } = await row()
    expect(kept).toMatchObject({ host: 'smtp.kaap.nl', username: 'post@kaap.nl', address: 'post@kaap.nl' })
    expect(unseal(app.services.config, 'password of the mail server', sealed_password!)).toBe('geheim woord')
    const { rows } = await app.pool.query(`select changes from history where record_type = 'mail-server'`)
    expect(JSON.stringify(rows)).not.toContain(sealed_password)
    expect((await administrator.get(SERVER)).text).not.toContain('geheim woord')
    expect(await textOf(administrator)).toContain('smtp.kaap.nl, in gebruik. Afzender post@kaap.nl.')
    // Left empty it stays, as long as it goes where it went before.
    expect((await administrator.post(SERVER, { ...given, password: '', smtp_encryption: 'tls' })).status).toBe(204)
    expect((await row()).sealed_password).toBe(sealed_password)
    const elsewhere = await administrator.post(SERVER, { ...given, password: '', smtp_host: 'smtp.elders.nl' })
    expect(elsewhere.json()).toEqual({ password: ['Vul het wachtwoord in.'] })
    expect((await (await app.as(2)).get(SERVER)).status).toBe(403)
    expect((await administrator.post(`${SERVER}/forget`)).status).toBeLessThan(300)
    expect(await buttons(administrator)).toEqual([SET_UP])
  })

  it('mail leaves by it, unless the surroundings name a server or its network is our own', async () => {
    const { received, port, close } = await openServer()
    const { config } = app.services
    const own = { ...given, smtp_host: '127.0.0.1', smtp_port: port, smtp_encryption: 'none', smtp_username: '', password: '', smtp_address: 'post@kaap.nl' } // prettier-ignore
    try {
      config.smtpOwnNetwork = true
      expect((await administrator.post(SERVER, own)).status).toBe(204)
      await administrator.post('/settings/mail/test')
      const { id } = await lastMail(app)
      await sendMail({ id }, app.services)
      expect(await lastMail(app)).toMatchObject({ id, state: 'sent' })
      expect(received).toEqual([expect.objectContaining({ from: 'post@kaap.nl' })])
      // What was permitted once is judged again when it is the turn of a letter, and so is what a name leads to.
      config.smtpOwnNetwork = false
      await administrator.post('/settings/mail/test')
      const { id: second } = await lastMail(app)
      for (const host of ['127.0.0.1', 'localhost']) {
        await app.pool.query('update mail_servers set host = $1', [host])
        await sendMail({ id: second }, app.services)
        expect(await lastMail(app)).toMatchObject({ state: 'queued', error: `De mailserver ${host} staat in het eigen netwerk; dat is hier niet toegestaan.` }) // prettier-ignore
      }
      expect(received.length).toBe(1)
      config.smtpUrl = `smtp://127.0.0.1:${port}`
      expect(await textOf(administrator)).toContain('127.0.0.1, in gebruik. Vastgelegd bij de installatie (SMTP_URL); dat gaat voor localhost.') // prettier-ignore
      await sendMail({ id: second }, app.services)
      expect(received[1]!.from).toMatch(/^noreply@/)
    } finally {
      config.smtpUrl = undefined
      config.smtpOwnNetwork = false
      await administrator.post(`${SERVER}/forget`)
      await close()
    }
  })

  it('has tabs for documents, mail with its sign-in, status colours and API keys', async () => {
    const { $ } = await administrator.page('/settings/')
    const tabs = new Map(
      $('.popup-menu-item')
        .map((_, tab) => [[$(tab).text().trim(), $(tab).attr('data-url') ?? '']] as [string, string][])
        .get(),
    )
    for (const name of ['Documenten', 'E-mail', 'Statuskleuren', 'API-sleutels'])
      expect([...tabs.keys()]).toContain(name)
    const of = async (name: string) => administrator.get(tabs.get(name)!)
    expect((await of('Documenten')).$('[name=max_megabytes]').length).toBe(1)
    expect((await of('E-mail')).$(`[data-region="${MAILBOX}"]`).length).toBe(1)
    expect((await of('Statuskleuren')).$('input').length).toBeGreaterThan(1)
    expect((await of('API-sleutels')).$('table').length).toBe(1)
  })

  it('belongs to administrators alone', async () => {
    for (const role of [2, 3, 4, 5]) {
      const other = await app.as(role)
      expect((await other.get(MAILBOX)).status).toBe(403)
      for (const path of ['test', 'disconnect']) expect((await other.post(`/settings/mail/${path}`)).status).toBe(403)
    }
  })
})

describe('with a mail provider', () => {
  const services = new MailServices()
  let app: TestApp
  let administrator: Browser
  beforeAll(async () => {
    const url = await services.start()
    app = await testApp({
      env: {
        MICROSOFT_CLIENT_ID: 'noordkaap',
        MICROSOFT_CLIENT_SECRET: 'the client secret',
        MICROSOFT_LOGIN_URL: url,
        MICROSOFT_GRAPH_URL: url,
        BASE_URL: 'http://noordkaap.example',
      },
    })
    administrator = await app.as(1)
  })
  afterAll(async () => {
    await app.close()
    await services.stop()
  })
  const navigate = (path: string, site = 'same-origin') =>
    administrator.request(path, { headers: { accept: 'text/html', 'sec-fetch-site': site } })

  it('the tab starts the sign-in and shows the mailbox, a test mail leaves by it, and it can be let go [A-006]', async () => {
    expect(await buttons(administrator)).toEqual(['Aanmelden bij Microsoft 365', SET_UP])
    const url = (await administrator.get(MAILBOX)).$('a.btn').attr('href')!
    const start = await navigate(url)
    expect(start.status).toBe(303)
    await navigate(services.agree(start.headers.get('location')!), 'cross-site')
    expect(await textOf(administrator)).toMatch(/Verbonden\s*post@noordkaap\.example, sinds \d{2}-\d{2}-\d{4}/)
    expect(await buttons(administrator)).toEqual(['Ontkoppelen', SET_UP, 'Testbericht aan mijzelf'])

    const tested = await administrator.post('/settings/mail/test')
    expect(tested.trigger.flash?.str).toBe('Testbericht wordt verstuurd naar beheer@noordkaap.example')
    const { id, recipient } = await lastMail(app)
    expect(recipient).toBe('beheer@noordkaap.example')
    expect(tested.trigger['popup-open']?.url).toBe(`/messages/view/${id}`)
    await sendMail({ id }, app.services)
    expect(services.received.at(-1)!.mime).toMatch(/^To: .*beheer@noordkaap\.example/m)

    services.forgetToken()
    services.revoked = true
    await administrator.post('/settings/mail/test')
    await sendMail({ id: (await lastMail(app)).id }, app.services)
    const after = await administrator.get(MAILBOX)
    expect(after.$('[role=alert]').text()).toContain('Meld u opnieuw aan bij de mailbox.')
    expect(await buttons(administrator)).toContain('Opnieuw aanmelden bij Microsoft 365')

    const button = after.$('[data-post="/settings/mail/disconnect"]')
    expect(button.attr('data-confirm')).toContain('Weet u zeker dat u post@noordkaap.example wilt ontkoppelen?')
    expect((await administrator.post(button.attr('data-post')!)).trigger.flash?.str).toBe('De mailbox is losgekoppeld')
    expect(await buttons(administrator)).toContain('Aanmelden bij Microsoft 365')
  })
})
