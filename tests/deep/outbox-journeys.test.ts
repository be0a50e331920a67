/** What depends on each other on a phone without network: a device that is found, its inspection, and the end of the visit. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { type Page, type Site, drawSignature, openSite, topPopup, violations } from '../e2e/visit.ts'
import { devicesFor } from '../support/order-devices.ts'
import { PNG } from '../support/upload.ts'

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
const unsent = (page: Page) => page.locator('[data-unsent]')

/** Whether something at such an address can be read without network. */
const keeps = (page: Page, address: string) =>
  page.evaluate(async (address) => {
    const names = (await caches.keys()).filter((name) => name.startsWith('day-'))
    const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return found.flat().some(({ url }) => new URL(url).searchParams.get('of')?.includes(address))
  }, address)

let hour = 0
/** A visit of the teacher today with one device, open on a phone that has read the day. */
async function visitOnPhone() {
  const make = devicesFor(site.app)
  const planner = await site.app.as(ROLE.scheduler)
  const order = await make.order()
  const device = await make.device()
  await planner.post(`/administration/order/attachDeviceToOrder/${order}/${device}`)
  const { id: visit } = await site.app.db
    .insertInto('visits')
    .values({
      order_id: order,
      employee_id: site.app.story.users[ROLE.teacher]!,
      starts_at: instantOf(today(), `0${++hour}:00`)!,
      ends_at: instantOf(today(), `0${hour}:45`)!,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { page, context, close } = await site.visitor(ROLE.teacher, PHONE)
  await page.goto('/workday')
  const blank = `/workday/${order}/found/doneForm?category=${site.app.story.deviceCategories.extinguishers}`
  await expect.poll(() => keeps(page, blank), { timeout: 30_000 }).toBe(true)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return { order, device, visit, page, context, close, planner }
}

/** Finds a device, rejects it with a photo, and ends the visit with a signature, all without network. */
async function findAndFinish(page: Page, { order, visit }: { order: number; visit: number }, name: string) {
  await page.goto(`/workday/${order}?visit=${visit}`)
  await topPopup(page).getByText('Apparaat gevonden dat er niet bij staat').tap()
  const found = topPopup(page)
  await found.getByText('Nieuw apparaat', { exact: false }).first().tap()
  await found.locator('[name=device_category_id]').selectOption(String(site.app.story.deviceCategories.extinguishers))
  await found.locator('[name=name]').fill(name)
  await found.getByRole('button', { name: 'Verder' }).tap()
  const blank = topPopup(page)
  await blank.locator('[data-inspect]').waitFor()
  await blank.getByText('Gevonden apparaat').waitFor()
  expect(await violations(page, 'dialog[open] [data-inspect]')).toEqual([])
  for (const yes of await blank.locator('.checklist-yn label:first-child').all()) await yes.tap()
  await blank.locator('label:has([name=result][value=rejected])').tap()
  await blank.locator('[name=remark]').last().fill('Slang gescheurd')
  await blank
    .locator('[data-checklist-photos][data-name="photos[]"] [data-checklist-input]')
    .setInputFiles({ name: 'afkeur.png', mimeType: 'image/png', buffer: Buffer.from(PNG) })
  await blank.getByText('Wacht op verbinding').first().waitFor()
  await blank.getByRole('button', { name: 'Opslaan' }).tap()
  await unsent(page)
    .getByText(/Nog te versturen: 2/)
    .waitFor()
  await page.goto(`/workday/done/${visit}`)
  const finish = topPopup(page)
  await finish.locator('[name=signed_by]').fill('Fenna Dijkstra')
  await drawSignature(page)
  await finish.locator('[name=sends]').uncheck()
  await finish.getByRole('button', { name: 'Bezoek afronden' }).tap()
  await topPopup(page).getByRole('button', { name: 'Ja' }).tap()
  await unsent(page)
    .getByText(/Nog te versturen: 3/)
    .waitFor()
}

const resultsOf = async (order: number) =>
  (
    await site.app.pool.query<{ name: string; result: string | null; photos: number }>(
      `select d.name, o.result, (select count(*)::integer from order_device_files p where p.order_id = o.order_id and p.device_id = o.device_id) as photos
       from order_devices o join devices d on d.id = o.device_id where o.order_id = $1 order by o.id`,
      [order],
    )
  ).rows
const isDone = async (visit: number) =>
  (await site.app.db.selectFrom('visits').select('done').where('id', '=', visit).executeTakeFirstOrThrow()).done
const conflictsOf = (order: number) =>
  site.app.db
    .selectFrom('conflicts')
    .select(['id', 'label', 'message'])
    .where('url', 'like', `/workday/%`)
    .where((eb) => eb.or([eb('url', 'like', `%/${order}/%`), eb('label', 'like', 'Afronden%')]))
    .where('settled_at', 'is', null)
    .orderBy('id')
    .execute()

describe('a device that is found without network', () => {
  it('gets its id, then its inspection with photo, then the visit ends; answers that were lost double nothing', async () => {
    const { order, visit, page, context, close } = await visitOnPhone()
    await context.setOffline(true)
    await findAndFinish(page, { order, visit }, 'Blusser kelder')
    // The phone is put away; each first answer is given and lost.
    await page.goto('about:blank')
    const seen = new Set<string>()
    await context.route(/\/(workday\/|file\/upload)/, async (route) => {
      const { pathname } = new URL(route.request().url())
      if (route.request().method() !== 'POST' || seen.has(pathname)) return route.fallback()
      seen.add(pathname)
      await route.fetch()
      await route.abort('connectionreset')
    })
    await context.setOffline(false)
    await page.goto('/workday')
    const again = () =>
      unsent(page)
        .getByRole('button', { name: 'Nu versturen' })
        .tap()
        .catch(() => undefined)
    await expect.poll(async () => (await again(), isDone(visit)), { timeout: 30_000 }).toBe(true)
    await expect.poll(async () => (await again(), unsent(page).count()), { timeout: 30_000 }).toBe(0)
    expect([...seen].length).toBe(4)
    expect(await resultsOf(order)).toEqual([
      { name: 'Blusser op order', result: null, photos: 0 },
      { name: 'Blusser kelder', result: 'rejected', photos: 1 },
    ])
    await close()
  })

  it('goes to the office with all that was done to it where it is refused, and is saved there in its order', async () => {
    const { order, visit, page, context, close, planner } = await visitOnPhone()
    await context.setOffline(true)
    await findAndFinish(page, { order, visit }, 'Blusser zolder')
    await page.goto('about:blank')
    // The server refuses the first for good.
    await context.route(/\/workday\/\d+\/found\?/, (route) =>
      route.request().method() === 'POST' && route.request().headers()['accept'] === 'application/json'
        ? route.fulfill({ status: 409, json: { message: 'Dit kan nu niet.' } })
        : route.fallback(),
    )
    await context.setOffline(false)
    await page.goto('/workday')
    await expect.poll(async () => (await conflictsOf(order)).length, { timeout: 30_000 }).toBe(3)
    await expect.poll(() => unsent(page).count()).toBe(0)
    expect([(await resultsOf(order)).length, await isDone(visit)]).toEqual([1, false])
    await context.unrouteAll()
    await close()
    const [found, inspected, ended] = await conflictsOf(order)
    expect(inspected!.message).toContain('Hoort bij ‘Apparaat gevonden bij')
    expect((await planner.get(`/outbox/conflicts/view/${ended!.id}`)).$('[data-conflict-act=taken]').length).toBe(0)
    const office = await site.visitor(ROLE.scheduler)
    const ids = [found!, inspected!, ended!].map(({ id }) => id)
    await office.page.goto(`/outbox/conflicts/bulk/take?ids=${ids.join()}`)
    expect(await violations(office.page, 'dialog[open] .popup-body')).toEqual([])
    await topPopup(office.page).getByRole('button', { name: '3 verschillen nemen' }).click()
    const states = topPopup(office.page).locator('[data-conflict-state]')
    await expect.poll(() => states.allTextContents()).toEqual(['Opgeslagen', 'Opgeslagen', 'Opgeslagen'])
    expect(await conflictsOf(order)).toEqual([])
    await office.close()
    expect(await resultsOf(order)).toMatchObject([
      { result: null },
      { name: 'Blusser zolder', result: 'rejected', photos: 1 },
    ])
    expect(await isDone(visit)).toBe(true)
  })
})

describe('a visit that is moved while its inspector is without network', () => {
  it('takes what was done at it all the same', async () => {
    const { order, visit, device, page, context, close } = await visitOnPhone()
    await context.setOffline(true)
    await page.goto(`/workday/${order}?visit=${visit}`)
    await topPopup(page).locator(`[data-device="${device}"] .workday-open`).tap()
    await topPopup(page).getByText('Niet aangetroffen').tap()
    await topPopup(page).getByRole('button', { name: 'Opslaan' }).first().tap()
    await unsent(page)
      .getByText(/Nog te versturen: 1/)
      .waitFor()
    await site.app.db
      .updateTable('visits')
      .set({ starts_at: instantOf(addDays(today(), 5), '09:00')!, ends_at: instantOf(addDays(today(), 5), '10:00')! })
      .where('id', '=', visit)
      .execute()
    await context.setOffline(false)
    await page.goto('/workday')
    await expect.poll(() => resultsOf(order)).toMatchObject([{ result: 'not_found' }])
    await expect.poll(() => unsent(page).count()).toBe(0)
    await close()
  })
})
