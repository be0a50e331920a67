import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { queueMail } from '../../src/platform/mail/mail.ts'
import { sendMail } from '../../src/platform/mail/sending.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { MailServices, type Mood } from '../support/mail-services.ts'

const services = new MailServices()
let app: TestApp
let administrator: Browser
beforeAll(async () => {
  const url = await services.start()
  const registered = { CLIENT_ID: 'noordkaap', CLIENT_SECRET: 'the client secret', LOGIN_URL: url }
  const env = Object.fromEntries(
    ['MICROSOFT', 'GOOGLE'].flatMap((name) =>
      Object.entries(registered).map(([key, value]) => [`${name}_${key}`, value]),
    ),
  )
  app = await testApp({
    env: {
      ...env,
      MICROSOFT_GRAPH_URL: url,
      GOOGLE_TOKEN_URL: url,
      GOOGLE_API_URL: url,
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
const lastFlash = async () =>
  (await administrator.get('/ajax/getFlashMessages')).json<{ str: string; type: string }[]>().at(-1)

async function signIn(provider: 'microsoft' | 'google') {
  const start = await navigate(`/settings/mail/connect/${provider}`)
  expect(start.status).toBe(303)
  return navigate(services.agree(start.headers.get('location')!), 'cross-site')
}

const send = async (mail: { cc?: string[]; bcc?: string[] } = {}) => {
  const id = await inTransaction(app.db, null, (trx) =>
    queueMail(trx, app.services, { to: 'anouk@delinde.example', subject: 'Welkom € 5', text: 'Beste Zoë', ...mail }),
  )
  await sendMail({ id }, app.services)
  return id
}
const mailOf = (id: number) => app.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const nextTry = async (id: number) =>
  (
    await app.pool.query<{ seconds: number }>(
      `select extract(epoch from run_at - now())::integer as seconds from graphile_worker._private_jobs where key = $1`,
      [`mail-${id}`],
    )
  ).rows[0]!.seconds

/** An address at which nothing listens. */
async function closedUrl(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

describe('signing in to a mailbox', () => {
  it('goes to the service with PKCE and comes back with a mailbox whose tokens rest sealed', async () => {
    const start = await navigate('/settings/mail/connect/microsoft')
    const url = new URL(start.headers.get('location')!)
    expect(url.pathname).toBe('/organizations/oauth2/v2.0/authorize')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'noordkaap',
      response_type: 'code',
      redirect_uri: 'http://noordkaap.example/settings/mail/callback/microsoft',
      scope: 'offline_access User.Read Mail.Send',
      code_challenge_method: 'S256',
    })
    const back = await navigate(services.agree(url.href), 'cross-site')
    expect([back.status, back.headers.get('location')]).toEqual([303, '/settings/?tab=mail'])
    expect(await lastFlash()).toEqual({ str: 'Berichten gaan voortaan via post@noordkaap.example', type: 'success' })
    const account = await app.db.selectFrom('mail_accounts').selectAll().executeTakeFirstOrThrow()
    expect(account).toMatchObject({ provider: 'microsoft', address: 'post@noordkaap.example', error: null })
    expect(JSON.stringify(account)).not.toMatch(/access-|refresh-[0-9a-f]/)
    const { rows } = await app.pool.query<{ changes: object }>(
      `select changes from history where record_type = 'mail-account' order by id desc limit 1`,
    )
    expect(Object.keys(rows[0]!.changes).sort()).toEqual(['address', 'provider'])
  })

  it('takes each sign-in once, for its own browser and state only', async () => {
    const start = await navigate('/settings/mail/connect/google')
    const callback = services.agree(start.headers.get('location')!)
    const forged = callback.replace(/state=[^&]+/, 'state=somebody-elses')
    await navigate(forged, 'cross-site')
    expect(await lastFlash()).toEqual({ str: 'Aanmelden bij Google Workspace is niet gelukt.', type: 'error' })
    await navigate(callback, 'cross-site')
    expect(await lastFlash()).toEqual({ str: 'Deze aanmelding is verlopen. Probeer het opnieuw.', type: 'error' })
    expect((await navigate('/settings/mail/connect/google', 'cross-site')).status).toBe(403)
    expect((await (await app.as(2)).page('/settings/mail/connect/google')).status).toBe(403)
  })

  it('can be undone', async () => {
    await signIn('google')
    expect((await administrator.post('/settings/mail/disconnect')).trigger.flash?.str).toBe(
      'De mailbox is losgekoppeld',
    )
    expect(await app.db.selectFrom('mail_accounts').select('id').execute()).toEqual([])
  })
})

describe.each(['microsoft', 'google'] as const)('a mail through %s', (provider) => {
  beforeAll(() => signIn(provider))
  beforeEach(() => {
    services.received.length = 0
    services.moods.length = 0
  })

  it('leaves from the mailbox, with those in the blind copy', async () => {
    const id = await send({ cc: ['b@example.nl'], bcc: ['c@example.nl'] })
    expect(await mailOf(id)).toMatchObject({ state: 'sent', error: null, attempts: 1 })
    const [letter] = services.received
    expect(letter!.service).toBe(provider === 'microsoft' ? 'graph' : 'gmail')
    expect(letter!.mime).toMatch(/^From: .*<post@noordkaap\.example>/m)
    expect(letter!.mime).toMatch(/^Bcc: c@example\.nl/m)
    expect((await mailOf(id)).provider_id).toBe(provider === 'google' ? 'gmail-1' : null)
  })

  it.each<[Mood, string, number]>([
    ['refused', 'refused', 0],
    ['broken', 'uncertain', 0],
    ['gateway', 'uncertain', 0],
    ['html', 'uncertain', 0],
    ['cut', 'uncertain', 1],
  ])('that meets a service which is "%s" becomes %s and is not sent again', async (mood, state, arrived) => {
    services.moods.push(mood)
    const id = await send()
    expect((await mailOf(id)).state).toBe(state)
    expect((await mailOf(id)).error).toBeTruthy()
    await sendMail({ id }, app.services)
    expect(services.received).toHaveLength(arrived)
    expect((await mailOf(id)).state).toBe(state)
  })

  it.each<[Mood, string, number]>([
    ['too many', '429 Slow down', 17],
    ['busy', '503 Busy', 23],
  ])('waits as long as the service asks when it is "%s"', async (mood, error, seconds) => {
    services.moods.push(mood)
    const id = await send()
    expect(await mailOf(id)).toMatchObject({ state: 'queued', error })
    expect(await nextTry(id)).toBeGreaterThan(seconds - 7)
    expect(await nextTry(id)).toBeLessThanOrEqual(seconds)
    await sendMail({ id }, app.services)
    expect((await mailOf(id)).state).toBe('sent')
  })

  it('is tried again when the mailbox may not send, which says nothing of the address', async () => {
    services.moods.push('denied')
    const id = await send()
    expect(await mailOf(id)).toMatchObject({ state: 'queued', error: '403 Access is denied' })
    await sendMail({ id }, app.services)
    expect((await mailOf(id)).state).toBe('sent')
  })

  /** What becomes of mails while the service is somewhere else. */
  const whileAt = async (url: string, work: () => Promise<void>) => {
    const config = app.services.config.mailProviders[provider]!
    const { apiUrl } = config
    config.apiUrl = url
    await work().finally(() => (config.apiUrl = apiUrl))
  }

  it('is tried again after a minute when nothing was sent, and given up after six tries', async () => {
    await whileAt(await closedUrl(), async () => {
      const id = await send()
      expect(await mailOf(id)).toMatchObject({
        state: 'queued',
        error: expect.stringContaining('ECONNREFUSED') as string,
      })
      expect(await nextTry(id)).toBeGreaterThan(50)
      for (let i = 0; i < 5; i++) await sendMail({ id }, app.services)
      expect(await mailOf(id)).toMatchObject({ state: 'refused', attempts: 6 })
    })
  })

  it('is tried again when the name of the service is not found', async () => {
    await whileAt('http://mail.invalid', async () => {
      const mail = await mailOf(await send())
      expect(mail).toMatchObject({ state: 'queued', error: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) as string })
    })
  })

  it('fetches a new token once when the one it has is no longer taken', async () => {
    const before = services.refreshes
    services.forgetToken()
    const ids = await Promise.all([send(), send(), send()])
    for (const id of ids) expect((await mailOf(id)).state).toBe('sent')
    expect(services.refreshes - before).toBe(1)
    expect(services.received).toHaveLength(3)
  })

  it('waits, and says so, when the mailbox has to be signed in to again', async () => {
    services.forgetToken()
    services.revoked = true
    const id = await send()
    services.revoked = false
    expect(await mailOf(id)).toMatchObject({ state: 'queued' })
    const account = await app.db.selectFrom('mail_accounts').select('error').executeTakeFirstOrThrow()
    expect(account.error).toBe('Meld u opnieuw aan bij de mailbox.')
    await signIn(provider)
    await sendMail({ id }, app.services)
    expect((await mailOf(id)).state).toBe('sent')
  })
})
