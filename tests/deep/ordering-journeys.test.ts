/** A new order, from its customer to its paper. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Page, type Site, openSite, topPopup } from '../e2e/visit.ts'

const ADD = '/administration/order/add'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

async function open(path: string, options = {}) {
  const visitor = await site.visitor(ROLE.scheduler, options)
  await visitor.page.goto(path)
  await topPopup(visitor.page).waitFor()
  return visitor
}
const next = (page: Page) => topPopup(page).getByRole('button', { name: 'Volgende' })
const chosen = (page: Page, name: string) => topPopup(page).locator(`select[name="${name}"]`)
const progress = (page: Page) => topPopup(page).locator('[data-steps-bar]')
const shot = async (page: Page, name: string) =>
  process.env.SHOTS ? void (await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })) : undefined

/** Chooses a record in a selector by what is typed. */
async function choose(page: Page, name: string, typed: string): Promise<void> {
  const popup = topPopup(page)
  await popup.locator(`.sel:has(select[name="${name}"]) .sel-btn`).click()
  await page.keyboard.type(typed)
  await page.locator('[role=option]', { hasText: typed }).first().click()
}

describe('the wizard of a new order', () => {
  for (const [name, options] of [
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ] as const)
    it(`is walked through to the order that opens, ${name}`, async () => {
      const { page, assertNoErrors, close } = await open(
        `${ADD}?company_id=${site.app.story.companies.deLinde}`,
        options,
      )
      await topPopup(page).getByText('Lindelaan 12').waitFor()
      await shot(page, `${name}-1`)
      await next(page).click()
      const link = topPopup(page).getByRole('link', { name: 'Product toevoegen' })
      await link.waitFor()
      await shot(page, `${name}-2a`)
      await link.click()
      await page.getByRole('button', { name: 'Nog een product' }).waitFor()
      await choose(page, 'added[0][product_id]', 'Cursusboek BHV')
      await topPopup(page).getByLabel('Aantal').fill('3')
      await shot(page, `${name}-2b`)
      await topPopup(page).getByRole('button', { name: 'Toevoegen', exact: true }).click()
      const line = topPopup(page).locator('[data-order-line]')
      await expect.poll(() => line.count()).toBe(1)
      const total = topPopup(page).locator('.sale-total dd')
      const three = await total.innerText()
      await topPopup(page).getByLabel('Aantal van Cursusboek BHV').fill('4')
      await page.keyboard.press('Tab')
      await expect.poll(() => total.innerText()).not.toBe(three)
      await shot(page, `${name}-2c`)
      await next(page).click()
      await topPopup(page).getByLabel('Tekst boven de regels').fill('Zoals dinsdag besproken.')
      const large = topPopup(page).getByRole('link', { name: 'Groot tonen' })
      await expect.poll(() => large.getAttribute('href')).toMatch(/^blob:/)
      await shot(page, `${name}-3`)
      await next(page).click()
      await topPopup(page).getByText('Er is nog niets opgeslagen.').waitFor()
      await shot(page, `${name}-4`)
      await topPopup(page).getByRole('button', { name: 'Order toevoegen' }).click()
      await expect.poll(() => topPopup(page).locator('.popup-title').innerText()).toMatch(/^O\d{4}-/)
      await topPopup(page).getByText('Cursusboek BHV').first().waitFor()
      await shot(page, `${name}-5`)
      assertNoErrors()
      await close()
    })

  it('switches the company with the contact, and the contact with the company [A-123] [A-124]', async () => {
    const { companies, contacts } = site.app.story
    const { page, assertNoErrors, close } = await open(`${ADD}?company_id=${companies.twente}`)
    await choose(page, 'contact_id', 'Anouk')
    await expect.poll(() => chosen(page, 'company_id').inputValue()).toBe(String(companies.deLinde))
    await topPopup(page).getByText('Lindelaan 12').waitFor()
    await choose(page, 'company_id', 'Bakkerij Van Loon')
    await expect.poll(() => chosen(page, 'contact_id').inputValue()).not.toBe(String(contacts.anouk))
    const contact = Number(await chosen(page, 'contact_id').inputValue())
    const { rows } = await site.app.pool.query('select company_id from contact_companies where contact_id = $1', [contact]) // prettier-ignore
    expect(rows.map(({ company_id }) => company_id as number)).toContain(companies.vanLoon)
    assertNoErrors()
    await close()
  })

  it('takes who buys and the lines from a quotation that is chosen', async () => {
    const { rows } = await site.app.pool.query<{ id: number; uid: string; company_id: number }>(
      `select id, uid, company_id from quotations where stage = 'sent' and valid_until >= current_date and company_id is not null
         and not exists (select 1 from orders where quotation_id = quotations.id) limit 1`,
    )
    const { page, assertNoErrors, close } = await open(ADD)
    await choose(page, 'quotation_id', rows[0]!.uid)
    await expect.poll(() => chosen(page, 'company_id').inputValue()).toBe(String(rows[0]!.company_id))
    await topPopup(page).getByText('Adres op de offerte').waitFor()
    await next(page).click()
    await topPopup(page).locator('[data-order-line]').first().waitFor()
    const count = await topPopup(page).locator('[data-order-line]').count()
    await topPopup(page).locator('[data-order-remove]').first().click()
    await expect.poll(() => topPopup(page).locator('[data-order-line]').count()).toBe(count - 1)
    assertNoErrors()
    await close()
  })

  it('has rows that are dragged once they were held for two seconds, and not before [A-202]', async () => {
    const { page, assertNoErrors, close } = await open(`/administration/order/view/${site.app.story.orders.open}`)
    const rows = topPopup(page).locator('[data-sale] [data-sort-item]')
    await rows.first().waitFor()
    await page.clock.install()
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
    const held = (at: number) =>
      rows.nth(at).evaluate((element: HTMLElement) => [element.draggable, element.matches('.is-held')])
    async function press(at: number): Promise<void> {
      const box = (await rows.nth(at).boundingBox())!
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await page.mouse.down()
    }
    // The first row tells when the code has come; the second is the one that is looked at.
    const isLoaded = async () => {
      await press(0)
      await page.clock.runFor(5000)
      const [draggable] = await held(0)
      await page.mouse.up()
      return draggable
    }
    await expect.poll(isLoaded).toBe(true)
    await press(1)
    await page.clock.runFor(1999)
    expect(await held(1)).toEqual([false, false])
    await page.clock.runFor(1)
    expect(await held(1)).toEqual([true, true])
    await page.mouse.up()
    expect((await held(1))[1]).toBe(false)
    assertNoErrors()
    await close()
  })

  it('stays at a step that fails, with all that was typed and its progress as it was [A-168]', async () => {
    const { page, close } = await open(`${ADD}?company_id=${site.app.story.companies.deLinde}`)
    await topPopup(page).getByLabel('Referentie').fill('Inkoop 4711')
    const before = await progress(page).getAttribute('value')
    await page.route(`**${ADD}*`, (route) => route.fulfill({ status: 500, body: '{}', contentType: 'application/json' })) // prettier-ignore
    await next(page).click()
    await page.locator('.flash').first().waitFor()
    await expect.poll(() => next(page).getAttribute('aria-busy')).toBeNull()
    expect(await progress(page).getAttribute('value')).toBe(before)
    await page.unroute(`**${ADD}*`)
    for (const step of ['Product toevoegen', 'Groot tonen']) {
      await next(page).click()
      await topPopup(page).getByRole('link', { name: step }).waitFor()
    }
    await next(page).click()
    await topPopup(page).getByText('Er is nog niets opgeslagen.').waitFor()
    await page.route(`**${ADD}*`, (route) => route.fulfill({ status: 500, body: '{}', contentType: 'application/json' })) // prettier-ignore
    const last = await progress(page).getAttribute('aria-label')
    const submit = topPopup(page).getByRole('button', { name: 'Order toevoegen' })
    await Promise.all([page.waitForResponse((response) => response.url().includes(ADD)), submit.click()])
    await expect.poll(() => submit.getAttribute('aria-busy')).toBeNull()
    expect(await progress(page).getAttribute('aria-label')).toBe(last)
    expect(await submit.isEnabled()).toBe(true)
    await page.unroute(`**${ADD}*`)
    await submit.click()
    await expect.poll(() => topPopup(page).locator('.popup-title').innerText()).toMatch(/^O\d{4}-/)
    await topPopup(page).getByText('Inkoop 4711').first().waitFor()
    await close()
  })

  it('begins with what was chosen where no wizard lies below', async () => {
    const { page, assertNoErrors, close } = await open('/administration/order/add_products/new')
    await choose(page, 'added[0][product_id]', 'Cursusboek BHV')
    await topPopup(page).getByRole('button', { name: 'Toevoegen', exact: true }).click()
    await next(page).waitFor()
    await choose(page, 'company_id', 'Bakkerij Van Loon')
    await next(page).click()
    await expect.poll(() => topPopup(page).locator('[data-order-line]').count()).toBe(1)
    assertNoErrors()
    await close()
  })
})
