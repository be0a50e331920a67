import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendMail } from '../../src/platform/mail/sending.ts'
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
    expect(await buttons(administrator)).toEqual(['Testbericht aan mijzelf'])
    const start = await administrator.request('/settings/mail/connect/google', {
      headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin' },
    })
    expect(start.headers.get('location')).toBe('/settings/?tab=mail')
    expect((await administrator.post('/settings/mail/test')).status).toBeLessThan(300)
    const { id } = await lastMail(app)
    await sendMail({ id }, app.services)
    expect(await lastMail(app)).toMatchObject({ id, state: 'kept', provider_id: null })
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
    expect(await buttons(administrator)).toEqual(['Aanmelden bij Microsoft 365', 'Testbericht aan mijzelf'])
    const url = (await administrator.get(MAILBOX)).$('a.btn').attr('href')!
    const start = await navigate(url)
    expect(start.status).toBe(303)
    await navigate(services.agree(start.headers.get('location')!), 'cross-site')
    expect(await textOf(administrator)).toMatch(/Verbonden\s*post@noordkaap\.example, sinds \d{2}-\d{2}-\d{4}/)
    expect(await buttons(administrator)).toEqual(['Ontkoppelen', 'Testbericht aan mijzelf'])

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
