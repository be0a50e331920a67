import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { readSetting, writeSetting } from '../../src/system/settings/index.ts'
import { addUser } from '../../src/system/accounts/index.ts'
import { type Area, scopeOf } from '../../src/platform/access/rights.ts'
import type { RoleId } from '../../src/platform/access/roles.ts'
import { MANUALS } from '../../src/system/manuals/manuals.queries.ts'
import { manualFor, pageAbout } from '../../src/system/manuals/manuals.rules.ts'
import { filesIn, read } from '../architecture/tree.ts'
import { type TestApp, testApp } from '../support/app.ts'

/** The manual itself, and what nobody goes to: the way in, and fragments that an outside page asks for. */
const BESIDE = /^\/(?:$|manual|login|gallery)/

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

  it('has a page per subject, for who may open its screens', async () => {
    const listed = async (role: number) => {
      const { $ } = await (await app.as(role)).page('/manual')
      return $('.manual-nav a')
        .toArray()
        .map((link) => $(link).attr('href')!.replace('/manual/', ''))
    }
    expect(await listed(1)).toEqual(MANUALS.general.map(({ key }) => key))
    expect((await listed(2)).filter((key) => !MANUALS.general.some((page) => page.key === key))).toEqual([])
    const lotus = await listed(6)
    expect(lotus).toEqual(expect.arrayContaining(['beginnen', 'agenda']))
    expect(lotus.filter((key) => ['facturen', 'gebruikers', 'inschrijven', 'berichten'].includes(key))).toEqual([])
    expect(await listed(5)).toEqual(expect.arrayContaining(['cursist', 'certificaten']))
    expect((await listed(5)).filter((key) => ['docent', 'werkdag'].includes(key))).toEqual([])
    expect(await listed(3)).toEqual(expect.arrayContaining(['docent', 'beschikbaarheid', 'werkdag']))
    expect(await listed(4)).toContain('leidinggevende')
    const administrator = await app.as(1)
    for (const { key, title } of MANUALS.general) {
      const { status, $ } = await administrator.page(`/manual/${key}`)
      expect([status, $('.manual h2').text(), $('.manual ol li').length > 0]).toEqual([200, title, true])
    }
    for (const [role, key] of [
      [5, 'docent'],
      [6, 'facturen'],
      [1, 'bestaat-niet'],
    ] as const)
      expect((await (await app.as(role)).page(`/manual/${key}`)).status).toBe(404)
  })

  it('is reached from the screen that it tells of, also from a popup', async () => {
    const administrator = await app.as(1)
    const page = await administrator.page(`/contact/view/${app.story.contacts.anouk}`)
    const help = page.$('.top-help').attr('href')!
    expect(help).toBe(`/manual/open?at=${encodeURIComponent(`/contact/view/${app.story.contacts.anouk}`)}`)
    expect((await administrator.page(help)).headers.get('location')).toBe('/manual/contacten')
    const leads = async (role: number, at: string) =>
      (await (await app.as(role)).page(`/manual/open?at=${encodeURIComponent(at)}`)).headers.get('location')
    expect(await leads(1, '/calendar/enroll/12/0')).toBe('/manual/inschrijven')
    expect(await leads(5, '/calendar')).toBe('/manual/agenda')
    for (const at of ['/nergens', '//elders.example', '']) expect(await leads(1, at)).toBe('/manual')
    // Who may not open the screen is not told of it.
    expect(await leads(6, '/administration/invoices')).toBe('/manual')
  })

  it('tells each role of every screen that it may open', async () => {
    const drawn = app.services.registry.screens.filter(
      ({ kind, area, path }) =>
        ['page', 'table', 'popup', 'form', 'wizard'].includes(kind) && area !== 'public' && !BESIDE.test(path),
    )
    const untold = async (role: RoleId) => {
      const { $ } = await (await app.as(role)).page('/manual')
      const keys = new Set($('.manual-nav a').toArray().map((link) => $(link).attr('href')!.slice('/manual/'.length))) // prettier-ignore
      const pages = MANUALS[manualFor([role])].filter(({ key }) => keys.has(key))
      // What is of quotations, orders and invoices alike is told with each.
      const isTold = (path: string) =>
        ['order', 'quotation'].some((object) => pageAbout(pages, path.replace(':object', object)) !== null)
      const open = drawn.filter(({ area }) => scopeOf([role], area as Area, 'view') !== 'none')
      return open.map(({ path }) => path).filter((path) => !isTold(path))
    }
    expect(await Promise.all(([1, 2, 3, 4, 5, 6] as const).map(untold))).toEqual([[], [], [], [], [], []])
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

  it('names no button and no field that is not called so in the product', () => {
    const named = Object.values(MANUALS)
      .flat()
      .flatMap(({ key, content }) =>
        [...content.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name]) => ({ key, name: name! })),
      )
    expect(named.length).toBeGreaterThan(250)
    const textOf = (files: string[]) =>
      files
        .filter((file) => !/\.test\.|\bstory/.test(file))
        .map(read)
        .join('\n')
    const product = textOf([...filesIn('src', '.ts'), ...filesIn('views', '.ejs'), ...filesIn('islands', '.tsx')])
    const labels = [
      /(?:label|title): '([^']+)'/g,
      /(?:label|placeholder)="([^"]+)"/g,
      />\s*([^<>{}]+?)\s*</g,
      /[?:(] ?'(\p{Lu}[^'\n]+)'/gu,
    ]
    const fields = app.services.registry.recordTypes().flatMap((record) => Object.values(record.fields ?? {}))
    const called = new Set([
      ...fields.map(({ label }) => label),
      ...labels.flatMap((pattern) => [...product.matchAll(pattern)].map(([, name]) => name)),
      // One of two labels, or what a view gives its own button.
      ...[...textOf(filesIn('views', '.ejs')).matchAll(/(?:[?:]|start\() ?'(\p{Lu}[^'\n]+)'/gu)].map(
        ([, name]) => name,
      ),
      ...[...textOf(filesIn('public/js', '.ts')).matchAll(/'(\p{Lu}[^'\n]+)'/gu)].map(([, name]) => name),
    ])
    expect(named.filter(({ name }) => !called.has(name))).toEqual([])
  })
})
