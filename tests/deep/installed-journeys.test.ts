/** The installed product: what a phone keeps of it, what it says without network, and what is left after signing out. */
import { type Socket, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { instantOf, today } from '../../src/platform/format/zone.ts'
import { type Page, type Site, openSite, topPopup, violations } from '../e2e/visit.ts'
import { addEmptyPlanning, addEnrolment, addPart, addResponsible } from '../support/builders.ts'
import { devicesFor } from '../support/order-devices.ts'
import { resultsOf } from '../training/held-planning.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  serviceWorkers: 'allow',
} as const

/** The addresses of what the browser keeps: of the product itself, or of somebody's day. */
const kept = (page: Page, of: 'static' | 'day'): Promise<string[]> =>
  page.evaluate(async (of) => {
    const names = (await caches.keys()).filter((name) => name.startsWith(of))
    const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return found.flat().map(({ url }) => {
      const { pathname, searchParams } = new URL(url)
      return pathname.startsWith('/kept/') ? `${pathname.slice('/kept/'.length)} ${searchParams.get('of')}` : pathname
    })
  }, of)

/** Whose answers the browser keeps. */
const owners = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('day-'))
    const caught = await Promise.all(names.map(async (name) => (await caches.open(name)).matchAll()))
    const viewers = caught.flat().flatMap(({ headers }) => headers.get('X-Viewer') ?? [])
    return [...new Set([...names, ...viewers])].sort()
  })

/** Makes everything that is kept of a day so old. */
const age = (page: Page, days: number): Promise<void> =>
  page.evaluate(async (days) => {
    for (const name of (await caches.keys()).filter((name) => name.startsWith('day-'))) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = (await cache.match(request))!
        const headers = new Headers(answer.headers)
        headers.set('X-Kept-At', String(Date.now() - days * 86_400_000))
        await cache.put(request, new Response(await answer.text(), { headers }))
      }
    }
  }, days)

const controlled = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)

describe('the installed product', () => {
  it('keeps built files alone, says it when there is no network, and keeps nothing after signing out', async () => {
    const { page, close } = await site.visitor(ROLE.teacher, PHONE)
    await page.goto('/today')
    await controlled(page)
    await page.reload()
    await page.getByRole('heading', { name: 'Vandaag' }).waitFor()
    const files = await kept(page, 'static')
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter((path) => path !== '/offline' && !/^\/assets\/[\w.-]+-[\w-]{8}\.\w+$/.test(path))).toEqual([])
    // The worker is a program of its own, which a page that is only said to be offline does not always take along.
    const answerAgain = await site.app.unreachable()
    await page.goto('/my-own-page')
    await page.getByRole('heading', { name: 'Geen verbinding' }).waitFor()
    expect(await page.locator('body').innerText()).not.toContain('Jeroen')
    expect(await violations(page, 'body')).toEqual([])
    await answerAgain()
    await page.goto('/today')
    await page.getByRole('heading', { name: 'Vandaag' }).waitFor()
    await page.getByRole('button', { name: /account van/ }).tap()
    await page.getByRole('button', { name: 'Uitloggen' }).tap()
    await page.waitForURL('**/login**')
    await expect.poll(async () => [...(await kept(page, 'static')), ...(await kept(page, 'day'))]).toEqual([])
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0)
    await close()
  })
})

/** Takes calls at a port and never answers. */
async function sayNothing(port: number): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** A visit of the teacher today, with devices that nobody looked at yet. */
async function visitToday(devices: number) {
  const make = devicesFor(site.app)
  const order = await make.order()
  const planner = await site.app.as(ROLE.scheduler)
  const ids: number[] = []
  for (let i = 0; i < devices; i++) {
    ids.push(await make.device())
    await planner.post(`/administration/order/attachDeviceToOrder/${order}/${ids[i]}`)
  }
  const { id } = await site.app.db
    .insertInto('visits')
    .values({
      order_id: order,
      employee_id: site.app.story.users[ROLE.teacher]!,
      starts_at: instantOf(today(), '01:00')!,
      ends_at: instantOf(today(), '01:45')!,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { order, visit: id, devices: ids }
}

/** A part that the teacher gives today to one student. */
async function partToday() {
  const { db, story } = site.app
  const group_id = await addEmptyPlanning(db, story.courses.bhv)
  const id = await addPart(db, { group_id, starts_at: instantOf(today(), '02:00')!, minutes: 60, status: 'executed' })
  await addResponsible(db, { appointment_id: id, contact_id: story.contacts.teacher, role_id: ROLE.teacher })
  await addEnrolment(db, { appointment_id: id, contact_id: story.contacts.anouk, present: null, passed: null })
  return { id, student: story.contacts.anouk }
}

/** What is stored of a device at an order; each save makes another version of it. */
const resultOf = async (order: number, device: number) =>
  site.app.db
    .selectFrom('order_devices')
    .select(['result', 'version'])
    .where('order_id', '=', order)
    .where('device_id', '=', device)
    .executeTakeFirstOrThrow()

describe('a day without network', () => {
  it('of an inspector opens, reloads and is filled in; what was saved is sent once', async () => {
    const { order, visit, devices } = await visitToday(2)
    const forms = devices.map((device) => `part /workday/${order}/devices/${device}/doneForm?visit=${visit}`)
    const { page, context, close: leave } = await site.visitor(ROLE.teacher, PHONE)
    await page.goto('/workday')
    await controlled(page)
    await expect.poll(() => kept(page, 'day')).toEqual(expect.arrayContaining(forms))
    const { version } = await resultOf(order, devices[0]!)
    // A network that leads nowhere: somebody takes the call and says nothing.
    const answerAgain = await site.app.unreachable()
    const hangUp = await sayNothing(Number(new URL(site.app.url).port))
    await page.reload()
    await page.locator('[data-unsent]').getByText('Geen verbinding. U kunt gewoon doorwerken.').waitFor()
    expect(await violations(page, '[data-unsent]')).toEqual([])
    await hangUp()
    await context.setOffline(true)
    await page.locator(`[data-visit="${visit}"] a.pline`).tap()
    await topPopup(page).locator('[data-workday-visit]').waitFor()
    // The address of a popup is a page too.
    await page.reload()
    await topPopup(page).locator(`[data-device="${devices[0]}"] .workday-open`).tap()
    await topPopup(page).getByText('Niet aangetroffen').tap()
    await topPopup(page).getByRole('button', { name: 'Opslaan en volgende' }).tap()
    await topPopup(page).getByText('Apparaat 2 van 2').waitFor()
    const token = () => topPopup(page).locator('input[name=_once]').first().inputValue()
    const close = () =>
      topPopup(page)
        .getByRole('button', { name: /^Sluiten/ })
        .tap()
    const first = await token()
    await close()
    // Opened again it is another form, which is not taken for the first.
    await topPopup(page).locator(`[data-device="${devices[1]}"] .workday-open`).tap()
    await topPopup(page).getByText('Apparaat 2 van 2').waitFor()
    expect(await token()).not.toBe(first)
    await close()
    await topPopup(page).getByRole('tab', { name: 'Acties' }).tap()
    await topPopup(page).getByRole('tab', { name: 'Acties', selected: true }).waitFor()
    await page.reload()
    await topPopup(page).getByRole('tab', { name: 'Apparaten' }).tap()
    await page
      .locator('[data-unsent]')
      .getByText(/Nog te versturen: 1 · bijgewerkt \d\d:\d\d/)
      .waitFor()
    await topPopup(page).locator(`[data-device="${devices[0]}"] [data-not-sent]`).waitFor()
    expect(await resultOf(order, devices[0]!)).toEqual({ result: null, version })
    // The phone is put away and taken out again, still without network.
    await page.goto('about:blank')
    await page.goto('/workday')
    await page
      .locator('[data-unsent]')
      .getByText(/Nog te versturen: 1/)
      .waitFor()
    await answerAgain()
    await context.setOffline(false)
    await expect.poll(() => resultOf(order, devices[0]!)).toEqual({ result: 'not_found', version: version + 1 })
    await expect.poll(() => page.locator('[data-unsent]').count()).toBe(0)
    await leave()
  })

  it('of a teacher opens with its results, which are sent once; nobody else reads it, and signing out wipes it', async () => {
    const { id: part, student } = await partToday()
    const { page, context, close } = await site.visitor(ROLE.teacher, PHONE)
    await page.goto('/today')
    await controlled(page)
    await expect.poll(() => kept(page, 'day')).toContain(`part /calendar/signatureInterface/${part}/${student}?`)
    await context.setOffline(true)
    const answerAgain = await site.app.unreachable()
    await page.reload()
    for (const path of ['view-appointment', 'getPresenceViewer', `signatureInterface/${part}/${student}`])
      await page.goto(`/calendar/${path.includes('/') ? path : `${path}/${part}`}`).then(() => topPopup(page).waitFor())
    await page.goto('/today')
    await page.locator(`a[href="/calendar/results/${part}"]`).first().tap()
    const row = topPopup(page).locator(`[data-result="${student}-${part}"]`)
    await row.getByRole('group', { name: 'Geslaagd' }).getByRole('button', { name: 'Ja' }).tap()
    await page
      .locator('[data-unsent]')
      .getByText(/Nog te versturen: 1/)
      .waitFor()
    await answerAgain()
    await context.setOffline(false)
    await expect.poll(() => resultsOf(site.app, part)).toEqual({ [student]: '1/1' })
    await expect.poll(() => page.locator('[data-unsent]').count()).toBe(0)

    // Somebody else signs in on this phone, and has a page of their own open when the network goes.
    const [name = '', value = ''] = (await site.app.as(ROLE.scheduler)).cookie.split(/=(.*)/s)
    await context.addCookies([{ name, value, url: site.app.url }])
    const other = String(site.app.story.users[ROLE.scheduler])
    // A page of the first one, left open in a tab, asks for the day: it is that of who is signed in now.
    await page.evaluate(async () =>
      (await navigator.serviceWorker.ready).active?.postMessage({ list: '/workday/kept' }),
    )
    await expect.poll(() => kept(page, 'day')).toContain('page /workday?')
    expect(await owners(page)).toEqual([other, `day-${other}`])
    await page.goto('/my-own-page')
    expect(await owners(page)).toEqual([other, `day-${other}`])
    const answerOther = await site.app.unreachable()
    await page.goto('/today')
    await page.getByRole('heading', { name: 'Geen verbinding' }).waitFor()
    await page.goto(`/calendar/results/${part}`)
    await page.getByRole('heading', { name: 'Geen verbinding' }).waitFor()
    await answerOther()

    const own = (await site.app.as(ROLE.teacher)).cookie.split(/=(.*)/s)
    await context.addCookies([{ name: own[0]!, value: own[1]!, url: site.app.url }])
    await page.goto('/today')
    await expect.poll(() => kept(page, 'day')).toContain('page /today?')
    const answerLater = await site.app.unreachable()
    await age(page, 13)
    await page.goto('/today')
    await page.getByRole('heading', { name: 'Vandaag' }).waitFor()
    await age(page, 15)
    await page.goto('/today')
    await page.getByRole('heading', { name: 'Geen verbinding' }).waitFor()
    expect(await kept(page, 'day')).toEqual([])
    await answerLater()
    await page.goto('/today')
    await expect.poll(() => kept(page, 'day')).toContain('page /today?')
    // The session ends in whatever way: where one signs in nothing is left.
    await context.clearCookies()
    await page.goto('/today')
    await page.waitForURL('**/login**')
    expect(await kept(page, 'day')).toEqual([])
    await close()
  })
})
