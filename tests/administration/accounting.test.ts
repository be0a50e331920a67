import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExactSimulator, startExact } from '../../src/administration/books/accounting/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import type { Browser, TestApp } from '../support/app.ts'
import { bookingOf, chooseVat, registeredApp, signIn } from './accounting-support.ts'

let exact: ExactSimulator
let app: TestApp
let administrator: Browser
beforeAll(async () => {
  exact = await startExact({ short: 10_000 })
  app = await registeredApp({ exact: exact.url })
  administrator = await app.as(ROLE.administrator)
  // The story has one booking and one that was refused, of which this package knows nothing.
  await app.db.deleteFrom('accounting_differences').execute()
  await app.db.deleteFrom('accounting_bookings').execute()
})
afterAll(async () => {
  await app.close()
  await exact.stop()
})

const status = async () => (await administrator.get('/accounting/oauth/status')).json<number>()
const wizard = (ids = '') => administrator.get(`/accounting/getWizard/${ids === '' ? '' : `?ids=${ids}`}`)
const definitive = async () =>
  (await app.db.selectFrom('invoices').select('id').where('definitive_at', 'is not', null).orderBy('id').execute()).map(
    ({ id }) => id,
  )

describe('before anything is linked', () => {
  it('answers 0, knows no address to sign in at, and says what to do', async () => {
    expect(await status()).toBe(0)
    expect((await administrator.get('/accounting/oauth/getLoginUrl')).json()).toEqual({ url: null })
    const { text } = await wizard()
    expect(text).toContain('Nog niets gekoppeld')
    expect(text).toContain('/settings/?tab=accounting')
  })

  it('is for administrators alone', async () => {
    const scheduler = await app.as(ROLE.scheduler)
    for (const path of ['/accounting/oauth/status', '/accounting/getWizard/', '/accounting/bookings'])
      expect((await scheduler.get(path)).status).toBe(403)
  })
})

describe('signing in to the package', () => {
  it('takes no answer whose state is not that of this browser [A-005]', async () => {
    const start = await administrator.request('/accounting/oauth/login/exact', {
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    const back = new URL(exact.agree(start.headers.get('location')!))
    back.searchParams.set('state', 'forged')
    await administrator.request(back.pathname + back.search, { redirect: 'manual' })
    expect(await status()).toBe(0)
  })

  it('links it with tokens that rest sealed, and is 1 from then on [T-204] [R-218]', async () => {
    expect(await status()).toBe(0)
    await signIn(app, 'exact', exact.agree)
    expect(await status()).toBe(1)
    const link = await app.db.selectFrom('accounting_links').selectAll().executeTakeFirstOrThrow()
    expect(link).toMatchObject({ provider: 'exact', administration: '123456', name: 'Noordkaap Opleidingen' })
    expect(`${link.access_token}${link.refresh_token}`).not.toMatch(/access-|refresh-/)
    const told = await app.db.selectFrom('history').selectAll().where('record_type', '=', 'accounting_link').executeTakeFirstOrThrow() // prettier-ignore
    expect([told.action, Object.keys(told.changes as object).sort()]).toEqual(['insert', ['administration', 'name', 'provider']]) // prettier-ignore
    expect(told.actor_id).not.toBeNull()
  })

  it('gives the address of the package with a state of its own to the window [R-219]', async () => {
    const ask = async (site = 'same-origin') =>
      administrator.request('/accounting/oauth/getLoginUrl', { headers: { 'sec-fetch-site': site } })
    const first = (await ask()).json<{ url: string }>().url
    const second = (await ask()).json<{ url: string }>().url
    expect((await ask('cross-site')).status).toBe(403)
    const of = (url: string) => new URL(url).searchParams
    expect(first).toContain(`${exact.url}/api/oauth2/auth?`)
    expect(of(first).get('response_type')).toBe('code')
    expect(of(first).get('state')).not.toBe(of(second).get('state'))
    const back = new URL(exact.agree(second))
    const done = await administrator.request(back.pathname + back.search, { redirect: 'manual' })
    expect(done.headers.get('location')).toBe('/accounting/oauth/done')
  })

  it('chooses what is likely by itself, and leaves VAT without a percentage to somebody who knows', async () => {
    const rows = await app.db.selectFrom('accounting_choices').select(['kind', 'tax_type_id', 'their_id']).execute()
    expect(rows.filter(({ kind }) => kind === 'vat').map((row) => [row.tax_type_id, row.their_id])).toEqual([
      [1, '2'],
      [2, '1'],
    ])
    expect(rows.filter(({ kind }) => kind === 'account')).toHaveLength(10)
  })
})

describe('the wizard', () => {
  it('shows what will be booked with its sums, and first what is missing with a way to mend it [S-115] [R-220]', async () => {
    const { $ } = await wizard()
    expect($('.note--warning').text()).toContain('Kies de btw-code voor Vrijgesteld.')
    expect($('.note--warning a').attr('href')).toBe('/accounting/choices')
    await chooseVat(administrator, { 4: '5' })
    const ready = await wizard()
    const ids = await definitive()
    expect(ready.$('.note--warning')).toHaveLength(0)
    expect(ready.$('input[name="ids"]').val()!.toString().split(',').map(Number).sort()).toEqual([...ids].sort())
    expect(ready.$('.dl').text()).toContain(`${ids.length} facturen`)
  })

  it('posts the bookings once each, equal to the invoices to the cent [A-158] [A-093]', async () => {
    const ids = await definitive()
    const started = await administrator.post('/accounting/getWizard/', { ids: ids.join(',') })
    expect(started.status).toBe(200)
    expect(started.$('[data-region="/accounting/progress"]')).toHaveLength(1)
    await app.runJobs('accounting.book')
    const invoices = await app.db
      .selectFrom('invoices')
      .select(['uid', 'total', 'vat'])
      .where('id', 'in', ids)
      .execute()
    expect(exact.entries).toHaveLength(ids.length)
    for (const { uid, total, vat } of invoices) {
      const entry = exact.entries.find(({ YourRef }) => YourRef === uid)!
      const [, year, sequence] = /F(\d{4})-(\d+)/.exec(uid!)!
      expect(entry.EntryNumber).toBe(Number(year) * 1_000_000 + Number(sequence))
      expect(Math.round(entry.AmountFC * 100)).toBe(Number(total))
      const vats = entry.SalesEntryLines.results.reduce((sum, line) => sum + Math.round(line.VATAmountFC * 100), 0)
      expect(vats).toBe(vat)
    }
    const again = await administrator.post('/accounting/getWizard/', { ids: ids.join(',') })
    expect([again.status, again.json<{ message: string }>().message]).toEqual([409, 'Er is niets te boeken.'])
    expect((await administrator.post('/accounting/getWizard/')).json()).toEqual({ ids: ['Er is niets te boeken.'] })
    expect(exact.entries).toHaveLength(ids.length)
    expect((await administrator.get('/accounting/progress')).text).toContain('Alles is geboekt.')
  })

  it('tells debtors once, by our number padded as theirs are', () => {
    const codes = exact.debtors.map(({ Code }) => Code)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.every((code) => code.length === 18)).toBe(true)
  })
})

describe('a booking that is refused', () => {
  const refuse = async () => {
    const { foreign, late } = app.story.invoices
    await app.db.deleteFrom('accounting_bookings').execute()
    exact.entries.splice(0)
    const { snapshot } = await app.db.selectFrom('invoices').select('snapshot').where('id', '=', foreign).executeTakeFirstOrThrow() // prettier-ignore
    exact.blocked.add((snapshot as { buyer: { client_id: number } }).buyer.client_id)
    await administrator.post('/accounting/getWizard/', { ids: `${foreign},${late}` })
    await app.runJobs('accounting.book')
    return { foreign, late }
  }

  it('shows what the package said of it, row by row, and holds nobody else up [A-177] [A-178] [M-102]', async () => {
    const { foreign, late } = await refuse()
    expect((await bookingOf(app, late)).state).toBe('booked')
    expect(await bookingOf(app, foreign)).toMatchObject({ state: 'failed', asked_at: null })
    const { $ } = await administrator.get('/accounting/progress')
    expect($('.note--error').text()).toContain('Er ging iets mis bij het boeken.')
    expect($('[role=status]').text()).toBe('1 factuur is niet geboekt; alle andere die klaarstonden wel.')
    const row = $('.accounting-error')
    expect(row).toHaveLength(1)
    expect(row.find('.tag').text()).toBe('Exact Online')
    expect(row.find('code').text()).toBe('400')
    expect(row.text()).toMatch(/Relatie \d+ is geblokkeerd/)
    expect(row.find('.muted').text()).toMatch(/^Factuur F\d{4}-\d{4}/)
  })

  it('is counted above the calendar, and booked again once it is mended there', async () => {
    const { foreign } = app.story.invoices
    const list = await administrator.page('/accounting/bookings?state=failed')
    expect(list.$('tbody tr')).toHaveLength(1)
    exact.blocked.clear()
    await administrator.post('/accounting/getWizard/', { ids: foreign })
    await app.runJobs('accounting.book')
    expect((await bookingOf(app, foreign)).state).toBe('booked')
    expect(exact.entries).toHaveLength(2)
  })
})

describe('when the package takes the sign-in no more', () => {
  it('begins with signing in again, keeps what waits, and goes on afterwards [A-179] [S-114]', async () => {
    const { definitive: id } = app.story.invoices
    exact.revoke()
    await administrator.post('/accounting/getWizard/', { ids: id })
    await app.runJobs('accounting.book')
    expect(await status()).toBe(0)
    expect(await bookingOf(app, id)).toMatchObject({ state: 'waiting', attempts: 0, asked_at: null })
    const waiting = (await administrator.get('/accounting/progress')).$('[data-accounting-login]')
    expect(waiting.attr('data-status')).toBe('/accounting/oauth/status')
    expect((await wizard()).$('[data-accounting-login]')).toHaveLength(1)
    const asJson = await administrator.request('/accounting/getWizard/', {
      method: 'POST',
      headers: { accept: 'application/json', 'x-csrf-token': await token() },
      body: new URLSearchParams({ ids: String(id) }),
    })
    expect(asJson.json()).toEqual({ redirect: '/accounting/oauth/getLoginUrl' })
    await signIn(app, 'exact', exact.agree)
    await app.runJobs('accounting.book')
    expect((await bookingOf(app, id)).state).toBe('booked')
  })
})

/** The token that the administrator's forms carry. */
async function token(): Promise<string> {
  const { rows } = await app.pool.query<{ token: string }>(
    `select sess ->> 'csrfToken' as token from sessions where sid = $1`,
    [/s%3A([^.]+)/.exec(administrator.cookie)![1]],
  )
  return rows[0]!.token
}
