import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Site, openSite, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const HOME = '/inspections/contracts'
const dutch = (day: string) => day.split('-').reverse().join('-')
const contract = (page: Page) => topPopup(page).locator('[data-contract]')

/** Chooses a record in a selector of the form by its name. */
async function choose(page: Page, name: string, text: string) {
  const selector = contract(page).locator(`.sel:has(select[name="${name}"])`)
  await selector.locator('.sel-btn').first().click()
  await page.keyboard.type(text)
  await page.getByRole('option', { name: text }).first().click()
}

describe('the form of an inspection contract', () => {
  it('forces and locks all categories for chosen devices, and lets go of it again [A-127]', async () => {
    const { page, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`${HOME}/add`)
    const [devices, all] = ['for_devices', 'for_all_categories'].map((name) => contract(page).locator(`input[type=checkbox][name="${name}"]`)) // prettier-ignore
    await all!.uncheck()
    await devices!.check()
    expect([await all!.isChecked(), await all!.isDisabled()]).toEqual([true, true])
    await devices!.uncheck()
    expect([await all!.isChecked(), await all!.isDisabled()]).toEqual([false, false])
    await close()
  })

  it('shows categories once a customer is chosen and not all are meant, and its places [A-128] [A-129] [S-146]', async () => {
    const { page, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`${HOME}/add`)
    const categories = contract(page).locator('[data-contract-categories]')
    const address = contract(page).locator('select[name="address"]')
    const all = contract(page).locator('input[type=checkbox][name="for_all_categories"]')
    expect([await address.isDisabled(), await categories.isVisible()]).toEqual([true, false])
    await all.uncheck()
    expect(await categories.isVisible()).toBe(false)
    await choose(page, 'company_id', 'Zorggroep De Linde')
    await expect.poll(() => address.isDisabled()).toBe(false)
    await expect.poll(() => address.locator('option').count()).toBeGreaterThan(1)
    expect(await categories.isVisible()).toBe(true)
    await all.check()
    expect(await categories.isVisible()).toBe(false)
    await close()
  })

  it('fills the expiry as long as nobody typed one', async () => {
    const { page, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`${HOME}/add`)
    const field = (name: string) => contract(page).locator(`[name="${name}"]`)
    const type = async (name: string, value: string) => {
      await field(name).fill(value)
      await field(name).blur()
    }
    await type('begins_at', '31-01-2026')
    await field('repeat_unit').selectOption('months')
    await expect.poll(() => field('expires_at').inputValue()).toBe('28-02-2026')
    await type('repeat_count', '3')
    await expect.poll(() => field('expires_at').inputValue()).toBe('30-04-2026')
    await type('expires_at', '31-12-2026')
    await type('repeat_count', '4')
    expect(await field('expires_at').inputValue()).toBe('31-12-2026')
    await close()
  })
})

describe('the usage of contracts', () => {
  const rowsOf = (page: Page) => page.locator('[data-usage-contracts] tr')

  it('lists contracts beside what all of them need, sorted by each column but planned [A-027] [A-029] [A-030]', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`${HOME}/usage`)
    await page.getByText('Benodigdheden voor deze contracten').waitFor()
    await page.locator('input[name="from"]').fill('01-01-2026')
    await page.locator('input[name="to"]').fill('31-12-2027')
    await page.locator('input[name="to"]').blur()
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(40)
    const heads = await page.locator('[data-contract-usage] section:first-of-type th').allInnerTexts()
    expect(heads.map((head) => head.replace(/ [↑↓]/, '').trim())).toEqual(['Contract', 'Klant', 'Loopt tot', 'Gepland', 'Product', 'Aantal']) // prettier-ignore
    expect(await page.locator('th:has-text("Gepland") button').count()).toBe(0)
    for (const head of ['Contract', 'Klant', 'Loopt tot', 'Product', 'Aantal']) {
      await page.getByRole('button', { name: head, exact: true }).click()
      expect(await page.locator(`th:has-text("${head}")`).first().getAttribute('aria-sort')).toMatch(/ascending|descending/) // prettier-ignore
    }
    await page.getByRole('button', { name: 'Klant', exact: true }).click()
    const customers = await page.locator('[data-usage-contracts] tr td:nth-child(2)').allInnerTexts()
    const named = customers.filter((text) => /^[A-Z]/.test(text) && !/^\d/.test(text))
    expect(named.length).toBeGreaterThan(20)
    // What all need is the sum of what each needs.
    const amounts = await site.app.db.selectFrom('contract_products').innerJoin('inspection_contracts', 'inspection_contracts.id', 'contract_id').select((eb) => eb.fn.sum<string>('amount').as('sum')).where('product_id', '=', site.app.story.products.powder).where('terminated_on', 'is', null).where('expires_at', '<=', '2027-12-31').where('expires_at', '>=', '2026-01-01').executeTakeFirstOrThrow() // prettier-ignore
    const shown = await page.locator('[data-usage-products] tr', { hasText: 'Poedervulling' }).locator('td').nth(1).innerText() // prettier-ignore
    expect(Number(shown.replace('.', ''))).toBe(Number(amounts.sum))
    assertNoErrors()
    await close()
  })

  it('marks what is planned with a tick and what is not with a cross [A-028] [S-145] [M-080]', async () => {
    const { page, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`${HOME}/usage`)
    await page.getByRole('heading', { name: 'Benodigdheden voor deze contracten' }).waitFor()
    await expect.poll(() => page.locator('[data-usage-contracts] .usage-unplanned').count()).toBeGreaterThan(0)
    await close()
  })

  it('asks nothing while a day is missing or wrong, and keeps the span for seven days [A-031] [A-131] [A-199]', async () => {
    const { page, context, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`${HOME}/usage`)
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(0)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('fetchUsage')) asked.push(new URL(request.url()).search)
    })
    const [from, to] = [page.locator('input[name="from"]'), page.locator('input[name="to"]')]
    for (const wrong of ['', '31-02-2026', '01-']) {
      await from.fill(wrong)
      await from.blur()
    }
    expect(asked).toEqual([])
    const [first, last] = [addDays(today(), -30), addDays(today(), 60)]
    await to.fill(dutch(last))
    await to.blur()
    expect(asked).toEqual([])
    const answer = page.waitForResponse(/fetchUsage/)
    await from.fill(dutch(first))
    await from.blur()
    await answer
    expect(asked).toEqual([`?from=${first}&to=${last}`])
    const cookie = (await context.cookies()).find(({ name }) => name === 'contract-usage')!
    expect(Math.round((cookie.expires - Date.now() / 1000) / 86_400)).toBe(7)
    await page.reload()
    expect(await from.inputValue()).toBe(dutch(first))
    await close()
  })

  it('calls its days Van and Tot [R-234] [M-081] [M-082]', async () => {
    const { page, close } = await site.visitor(ROLE.administrator)
    const answer = await page.goto(`${HOME}/usage`)
    expect(answer!.status()).toBe(200)
    await page.getByLabel('Van', { exact: true }).first().waitFor()
    await page.getByLabel('Tot', { exact: true }).first().waitFor()
    await close()
  })
})

describe('a contract from beginning to end', () => {
  it('becomes the order of the month, of which one device is approved, one replaced later and one quoted', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.administrator)
    const { app } = site
    await page.goto(`${HOME}/view/${app.story.contracts.deLinde}`)
    await topPopup(page).getByRole('button', { name: 'Order maken' }).click()
    await expect.poll(() => topPopup(page).locator('h2, [data-popup-title]').first().innerText()).toMatch(/^O\d{4}-/)
    const { order_id } = await app.db.selectFrom('contract_orders').select('order_id').where('contract_id', '=', app.story.contracts.deLinde).executeTakeFirstOrThrow() // prettier-ignore
    const devices = await app.db.selectFrom('order_devices').select('device_id').where('order_id', '=', order_id).orderBy('id').execute() // prettier-ignore
    const [, later, quoted] = devices
    await page.goto(`/administration/order/migrate/${order_id}`)
    const popup = topPopup(page)
    await popup.locator(`[name="carried[devices][p${later!.device_id}]"][value=replace_later]`).check()
    await popup.locator(`[name="carried[devices][p${quoted!.device_id}]"][value=make_quote]`).check()
    await popup.getByText('Dit komt ervan').waitFor()
    await popup
      .getByRole('button', { name: /maken|afhandelen/i })
      .last()
      .click()
    await expect.poll(async () => (await app.db.selectFrom('order_devices').select('destination').where('order_id', '=', order_id).execute()).filter(({ destination }) => destination === 'invoice').length).toBe(devices.length - 2) // prettier-ignore
    const { order, quotation } = {
      order: await app.db.selectFrom('orders').select('id').where('parent_order_id', '=', order_id).executeTakeFirst(),
      quotation: await app.db.selectFrom('quotations').select('id').orderBy('id', 'desc').executeTakeFirst(),
    }
    expect([order, quotation].every(Boolean)).toBe(true)
    assertNoErrors()
    await close()
  })
})
