import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { readSetting, writeSetting } from '../../src/system/settings/index.ts'
import { addUser } from '../../src/system/accounts/index.ts'
import { filesIn, read } from '../architecture/tree.ts'
import { type TestApp, testApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const newAdministrator = async (email: string) =>
  app.asUser(await inTransaction(app.db, null, (trx) => addUser(trx, { email, name: 'Nieuwe Beheerder', roles: [1] })))

describe('the current user', () => {
  it('has an id, a map of role id to role name, the terms agreed to and the modules [P-122]', async () => {
    expect((await (await app.as(1)).get('/ajax/getCurrentUser')).json()).toEqual({
      id: app.story.users[1],
      name: 'Marieke de Boer',
      roles: { 1: 'Administrator' },
      agreedTo: ['terms_2017_10'],
      modules: ['e_learning', 'code95'],
    })
  })

  it('shows the background until they switch it off [P-127]', async () => {
    const student = await app.as(5)
    const shown = async () => (await student.get('/ajax/getCurrentUserMeta/show_background_to_me')).json()
    expect(await shown()).toEqual({ value: '1' })
    await student.prefer('show_background_to_me', '0')
    expect(await shown()).toEqual({ value: '0' })
    expect((await student.get('/ajax/getCurrentUserMeta/iets_anders')).json()).toEqual({ value: null })
  })
})

describe('the terms', () => {
  it('are a popup without a close button, for administrators [R-020][S-023][A-003]', async () => {
    const administrator = await newAdministrator('voorwaarden@noordkaap.example')
    const popup = await administrator.get('/terms?key=terms_2017_10')
    expect(popup.$('dialog[data-secured]').length).toBe(1)
    expect(popup.$('[data-popup-close]').length).toBe(0)
    expect(popup.$('form input[type=checkbox][name=agree]').length).toBe(1)
    expect((await administrator.get('/terms?key=terms_2031_01')).status).toBe(404)
    for (const role of [2, 3, 4, 5, 6]) expect((await (await app.as(role)).get('/terms')).status).toBe(403)
  })

  it('ask to tick the box first [P-191][M-027]', async () => {
    const administrator = await newAdministrator('vinkje@noordkaap.example')
    const answer = await administrator.post('/terms/agreed', { key: 'terms_2017_10' })
    expect([answer.status, answer.json()]).toEqual([
      422,
      { agree: ['Ga akkoord met de voorwaarden om verder te gaan'] },
    ])
    expect((await administrator.get('/ajax/getCurrentUser')).json()).toMatchObject({ agreedTo: [] })
  })

  it('keep who agreed and when, once, and close [R-021]', async () => {
    const administrator = await newAdministrator('akkoord@noordkaap.example')
    const agree = () => administrator.post('/terms/agreed', { key: 'terms_2017_10', agree: '1' })
    const answer = await agree()
    expect(answer.trigger['popup-close']).toEqual({})
    expect(answer.trigger.changed).toEqual({ items: [{ type: 'user', id: administrator.userId }] })
    expect((await agree()).status).toBe(204)
    expect((await administrator.get('/ajax/getCurrentUser')).json()).toMatchObject({ agreedTo: ['terms_2017_10'] })
    const rows = await app.db
      .selectFrom('terms_agreements')
      .select(['key', 'agreed_at'])
      .where('user_id', '=', administrator.userId!)
      .execute()
    expect(rows).toEqual([{ key: 'terms_2017_10', agreed_at: expect.any(Date) as Date }])
    expect((await administrator.post('/terms/agreed', { key: 'iets', agree: '1' })).status).toBe(422)
  })
})

describe('the manual', () => {
  it('is the shorter Portal for teachers, supervisors and students [P-199][S-021][M-028]', async () => {
    for (const role of [3, 4, 5]) {
      const page = await (await app.as(role)).page('/manual')
      expect(page.$('[data-manual]').attr('data-manual')).toBe('portal')
      expect(page.$('h1').last().text()).toBe('Portal')
    }
  })

  it('is the general one for everybody else, also with a portal role beside another [P-200][S-022]', async () => {
    const general = async (browser: Awaited<ReturnType<TestApp['as']>>) =>
      expect((await browser.page('/manual')).$('[data-manual]').attr('data-manual')).toBe('general')
    for (const role of [1, 2, 6]) await general(await app.as(role))
    const both = await inTransaction(app.db, null, (trx) =>
      addUser(trx, { email: 'beide@noordkaap.example', name: 'Beide', roles: [2, 3] }),
    )
    await general(await app.asUser(both))
  })

  it('tells a lotus nothing of what only the office does', async () => {
    const headings = async (role: number) => {
      const { $ } = await (await app.as(role)).page('/manual')
      return $('.manual h2')
        .toArray()
        .map((heading) => $(heading).text())
    }
    expect(await headings(6)).toEqual(['Zoeken en openen', 'Lijsten', 'Agenda', 'Uw account'])
    expect(await headings(2)).toEqual(expect.arrayContaining(['Plannen', 'Inschrijven', 'Wie wijzigde wat']))
  })

  it('is that of the organisation where it has one of its own, but for the portal', async () => {
    const leads = async (role: number) => (await (await app.as(role)).page('/manual/open')).headers.get('location')
    expect(await leads(2)).toBe('/manual')
    const manual_url = 'https://opleider.example/handleiding'
    await inTransaction(app.db, null, async (trx) =>
      writeSetting(trx, 'organisation', { ...(await readSetting(trx, 'organisation')), manual_url }),
    )
    for (const role of [1, 2, 6]) expect([role, await leads(role)]).toEqual([role, manual_url])
    for (const role of [3, 4, 5]) expect([role, await leads(role)]).toEqual([role, '/manual'])
  })

  it('names nothing in quotation marks that is not called so in the product', () => {
    const manuals = filesIn('views/system/manuals', '.ejs')
    const names = manuals.flatMap((file) => [...read(file).matchAll(/‘([^’]+)’/g)].map(([, name]) => name!))
    expect(names.length).toBeGreaterThan(5)
    const product = [...filesIn('src', '.ts'), ...filesIn('views', '.ejs'), ...filesIn('islands', '.tsx')]
      .filter((file) => !manuals.includes(file) && !file.includes('.test.'))
      .map(read)
      .join('\n')
    const fields = app.services.registry.recordTypes().flatMap((record) => Object.values(record.fields ?? {}))
    const labels = new Set(fields.map(({ label }) => label))
    const called = (name: string) => new RegExp(`label: '${name}'|label="${name}"|>\\s*${name}\\s*<`).test(product)
    expect(names.filter((name) => !labels.has(name) && !called(name))).toEqual([])
  })
})
