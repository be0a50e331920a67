/** A day of an inspector on a phone: from what is due to the report and the invoice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, instantOf, today, weekday } from '../../src/platform/format/zone.ts'
import { type Page, type Site, drawSignature, openSite, topPopup, violations } from '../e2e/visit.ts'
import { devicesFor } from '../support/order-devices.ts'
import { PNG } from '../support/upload.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** A working day on which the story has nothing. */
const DAY = addDays(today(), 407 - weekday(addDays(today(), 406)))

/** An order of De Linde with ten devices to inspect. */
async function orderOfTen(): Promise<{ order: number; devices: number[] }> {
  const make = devicesFor(site.app)
  const planner = await site.app.as(ROLE.scheduler)
  const order = await make.order()
  const devices: number[] = []
  for (let i = 0; i < 10; i++) {
    const device = await make.device({ product_id: site.app.story.products.powder })
    await planner.post(`/administration/order/attachDeviceToOrder/${order}/${device}`)
    devices.push(device)
  }
  return { order, devices }
}

const flash = (page: Page, text: string) => page.locator('.flash', { hasText: text }).first()

/** Says what came of the device whose form is open, every question answered with yes where it is asked. */
async function inspect(
  page: Page,
  result: string,
  more: (popup: ReturnType<typeof topPopup>) => Promise<void> = () => Promise.resolve(),
) {
  const popup = topPopup(page)
  await popup.locator('[data-inspect]').waitFor()
  const title = await popup.locator('.popup-sub').innerText()
  await popup.locator(`label:has([name=result][value=${result}])`).tap()
  if (result !== 'not_found')
    for (const yes of await popup.locator('.checklist-yn label:first-child').all()) await yes.tap()
  await more(popup)
  const next = popup.locator('button[name=next]')
  await ((await next.count()) > 0 ? next : popup.locator('.submits button[type=submit]')).first().tap()
  await page.waitForFunction((before) => document.querySelector('dialog:last-of-type .popup-sub')?.textContent !== before || document.querySelector('dialog:last-of-type [data-inspect]') === null, title) // prettier-ignore
}

describe('a visit on a phone', () => {
  it('goes from what is due to the report and the invoice, and asks before a tick goes [A-084][M-083]', async () => {
    const { order, devices } = await orderOfTen()
    const planner = await site.app.as(ROLE.scheduler)
    const teacher = site.app.story.users[ROLE.teacher]!
    // As the board confirms its drafts.
    const draft = { order_id: order, employee_id: teacher, date: DAY, start_time: '09:00', end_time: '11:00' }
    const fields = Object.fromEntries(Object.entries(draft).map(([name, value]) => [`visits[0][${name}]`, String(value)])) // prettier-ignore
    expect((await planner.post('/schedule/confirm', fields)).status).toBeLessThan(300)
    const { page, close } = await site.visitor(ROLE.teacher, PHONE)
    await page.goto(`/workday?date=${DAY}`)
    expect(await violations(page, '.pday')).toEqual([])
    await page.locator('.phone-bar a').tap()
    const visit = topPopup(page)
    await visit.locator('[data-workday-visit]').waitFor()
    expect(await violations(page, 'dialog')).toEqual([])
    // A tick opens the form; the first is approved.
    await visit.locator('[data-workday-tick]').first().tap()
    await inspect(page, 'approved')
    await inspect(page, 'repaired')
    await inspect(page, 'rejected', async (popup) => {
      await popup.locator('[name=remark]').last().fill('Slang gescheurd')
      await popup.locator('[data-checklist-photos][data-name="photos[]"] [data-checklist-input]').setInputFiles({ name: 'afkeur.png', mimeType: 'image/png', buffer: Buffer.from(PNG) }) // prettier-ignore
      await popup.locator('[data-checklist-photo]').last().waitFor()
    })
    await inspect(page, 'replaced', (popup) => popup.locator('[name=new_serial_number]').fill('NW-2026'))
    await inspect(page, 'not_found')
    for (let i = 5; i < devices.length; i++) await inspect(page, 'approved')
    await topPopup(page).locator('[data-workday-visit]').waitFor()
    await expect.poll(() => topPopup(page).locator('[data-workday-visit]').innerText()).toContain('10 van 10 gedaan')
    // Taking a tick away asks; saying no restores it.
    const first = topPopup(page).locator('[data-workday-tick]').first()
    await first.tap()
    await topPopup(page).getByRole('button', { name: 'Nee' }).tap()
    expect(await first.isChecked(), 'A-084').toBe(true)
    await topPopup(page).getByRole('link', { name: 'Afronden' }).first().tap()
    const finish = topPopup(page)
    await finish.locator('[name=signed_by]').fill('Fenna Dijkstra')
    await drawSignature(page)
    await finish.locator('[name=sends]').uncheck()
    await finish.getByRole('button', { name: 'Bezoek afronden' }).tap()
    await topPopup(page).getByRole('button', { name: 'Ja' }).tap()
    await flash(page, 'Bezoek afgerond, rapport KR-').waitFor()
    await close()
    const results = await site.app.db.selectFrom('order_devices').select('result').where('order_id', '=', order).orderBy('id').execute() // prettier-ignore
    expect(results.map(({ result }) => result)).toEqual(['approved', 'repaired', 'rejected', 'replaced', 'not_found', ...Array<string>(5).fill('approved')]) // prettier-ignore
    const { id } = await site.app.db.selectFrom('visits').select('id').where('order_id', '=', order).executeTakeFirstOrThrow() // prettier-ignore
    await site.app.runJobs('visit-report').catch(() => undefined)
    const pdf = await planner.get(`/workday/report/${id}`)
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const admin = await site.app.as(ROLE.administrator)
    const url = `/administration/order/migrate/${order}`
    const asked = (await admin.get(url)).$('form').serializeArray()
    const migrated = await admin.post(url, Object.fromEntries(asked.map(({ name, value }) => [name, value])))
    expect([migrated.status < 300, migrated.text]).toEqual([true, migrated.text])
    const [billed] = await site.app.db.selectFrom('sale_lines').innerJoin('invoices', 'invoices.id', 'sale_lines.invoice_id').select(['sale_lines.count', 'sale_lines.product_id']).where('invoices.order_id', '=', order).orderBy('sale_lines.position').execute() // prettier-ignore
    expect([Number(billed!.count), billed!.product_id]).toEqual([8, site.app.story.products.inspection])
    const [line] = await site.app.db.selectFrom('sale_lines').select(['count', 'delivered']).where('order_id', '=', order).orderBy('position').execute() // prettier-ignore
    // Seven approved and one placed.
    expect([Number(line!.count), line!.delivered]).toEqual([8, true])
  })

  it('tells in its own words what was not saved, and what a tick could not do [A-182][A-183][M-016][S-155]', async () => {
    const { order, devices } = await orderOfTen()
    await site.app.db.insertInto('visits').values({ order_id: order, employee_id: site.app.story.users[ROLE.teacher]!, starts_at: instantOf(addDays(DAY, 1), '09:00')!, ends_at: instantOf(addDays(DAY, 1), '10:00')! }).execute() // prettier-ignore
    const teacher = await site.app.as(ROLE.teacher)
    await teacher.post(`/workday/${order}/products/add`, {
      product_id: String(site.app.story.products.powder),
      count: '1',
    })
    const { page, close } = await site.visitor(ROLE.teacher, PHONE)
    await page.route(/doneForm|markDelivered/, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
    )
    await page.goto(`/workday/${order}/devices/${devices[0]}/doneForm`)
    const popup = topPopup(page)
    await popup.locator('label:has([value=not_found])').tap()
    await popup.locator('.submits button[type=submit]').first().tap()
    await flash(page, 'Er ging iets mis bij het opslaan.').waitFor()
    await page.goto(`/workday/${order}?item=products`)
    const tick = topPopup(page).locator('[data-delivered]').first()
    expect(await tick.isChecked()).toBe(true)
    await tick.tap()
    await expect.poll(() => tick.isChecked()).toBe(true)
    await close()
  })

  it('keeps whose day and what was looked for for a day, half a second after the last letter [A-201][A-203]', async () => {
    const { page, context, close } = await site.visitor(ROLE.scheduler, PHONE)
    await page.goto('/workday')
    const asked: number[] = []
    page.on('request', (request) => request.url().includes('/workday/visits') && asked.push(Date.now()))
    const field = page.locator('[data-workday-filters] [name=search]')
    const typed = Date.now()
    await field.pressSequentially('linde', { delay: 60 })
    await expect.poll(() => asked.length).toBe(1)
    expect(asked[0]! - typed).toBeGreaterThanOrEqual(500)
    const kept = (await context.cookies()).find(({ name }) => name === 'visits-filter')!
    expect(kept.value).toContain('search%3Dlinde')
    expect(Math.abs(kept.expires - Date.now() / 1000 - 86_400)).toBeLessThan(60)
    await page.reload()
    await expect.poll(() => field.inputValue()).toBe('linde')
    await close()
  })
})
