import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Site, openSite, rows, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const dutch = (day: string) => day.split('-').reverse().join('-')

describe('a device in the browser', () => {
  it('sends notes of its log one second after typing stops [A-147]', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    await page.clock.install()
    await page.goto(`/inspections/devices/view/${site.app.story.devices.extinguisher}`)
    const notes = topPopup(page).locator('[data-autosave*=updateLogNotes]').first()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('updateLogNotes')) sent.push(request.postData() ?? '')
    })
    await notes.fill('Trap')
    await page.clock.runFor(900)
    await notes.fill('Trap meenemen')
    await page.clock.runFor(900)
    expect(sent).toEqual([])
    const answer = page.waitForResponse(/updateLogNotes/)
    await page.clock.runFor(200)
    expect((await answer).status()).toBe(204)
    expect(sent).toHaveLength(1)
    assertNoErrors()
    await close()
  })

  it('shows the install date that is stored where another is none [A-136]', async () => {
    const { page, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`/inspections/devices/view/${site.app.story.devices.extinguisher}`)
    const date = topPopup(page).locator('[data-autosave*=setConsumableProductInstallDate]').first()
    const before = await date.inputValue()
    await date.fill('31-02-2026')
    await date.blur()
    await expect.poll(() => date.inputValue()).toBe(before)
    await page.getByText('Dat is geen geldige datum. De vorige staat er weer.').waitFor()
    const stored = page.waitForResponse(/setConsumableProductInstallDate/)
    await date.fill('01-03-2026')
    await date.blur()
    expect((await stored).status()).toBe(204)
    await close()
  })

  it('is added ten in a row by the keyboard alone', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    const { deLinde } = site.app.story.companies
    await page.goto(`/inspections/devices/add/company/${deLinde}`)
    for (let i = 1; i <= 10; i++) {
      const name = topPopup(page).locator('[name=name]')
      await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
      if (i === 1) await page.keyboard.type('Handblusser')
      else await expect.poll(() => name.inputValue()).toBe('Handblusser')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.type(`KB-${i}`)
      const next = topPopup(page).getByRole('button', { name: 'Toevoegen en volgende' })
      const added = page.waitForResponse((response) => response.request().method() === 'POST' && response.ok())
      await next.focus()
      await page.keyboard.press('Enter')
      await added
      await expect.poll(() => topPopup(page).locator('[name=serial_number]').inputValue()).toBe('')
    }
    const rows = await site.app.db.selectFrom('devices').select('serial_number').where('name', '=', 'Handblusser').orderBy('number').execute() // prettier-ignore
    expect(rows.map(({ serial_number }) => serial_number)).toEqual(Array.from({ length: 10 }, (_, i) => `KB-${i + 1}`))
    assertNoErrors()
    await close()
  })

  it('comes in with 300 others that are pasted, and is in the list of the month in which it is due', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    const { vanLoon } = site.app.story.companies
    const year = Number(today().slice(0, 4))
    const lines = Array.from(
      { length: 300 },
      (_, i) => `Poederblusser;Draagbare blustoestellen;PL-${i};${year - 2};${i % 10 === 0 ? '15-03' : '15-04'}-${year - 1}`, // prettier-ignore
    )
    lines[7] = lines[7]!.replace('Draagbare blustoestellen', 'Blaasinstrumenten')
    lines[8] = lines[8]!.replace(';15-04', ';35-04')
    await page.goto(`/inspections/devices/import/company/${vanLoon}`)
    await topPopup(page)
      .locator('[name=list]')
      .fill(['Naam;Categorie;Serienummer;Bouwjaar;Laatst gekeurd', ...lines].join('\n'))
    await topPopup(page).getByText('298 nieuwe apparaten').waitFor()
    const doubts = topPopup(page).locator('.is-wrong')
    expect(await doubts.allTextContents()).toEqual([
      'Categorie ‘Blaasinstrumenten’ is niet bekend; het komt er zonder.',
      `Laatst gekeurd ‘35-04-${year - 1}’ is niet te lezen.`,
    ])
    await topPopup(page).locator('[name=doubts]').check()
    await topPopup(page).getByRole('button', { name: 'Inlezen' }).click()
    await page.getByText('300 apparaten ingelezen').waitFor()
    await page.goto(
      `/inspections/devices?company_id=${vanLoon}&search=PL-&next_on=01-03-${year}..31-03-${year}&sort=next_on`,
    )
    await expect.poll(() => rows(page).count()).toBe(30)
    expect(await rows(page).filter({ hasText: `maart ${year}` }).count()).toBe(30) // prettier-ignore
    assertNoErrors()
    await close()
  })

  it('says in red that a part does not reach the next inspection', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    const { deLinde } = site.app.story.companies
    const planner = await site.app.as(ROLE.scheduler)
    const made = async (path: string, form: Record<string, string | number>) =>
      (await planner.post(path, form)).json<{ id: number }>().id
    const product = { price: '80,00', tax_type_id: site.app.story.taxTypes.high, discount_type: 'percentage', replace_unit: 'months' } // prettier-ignore
    const pads = await made('/products/add', { ...product, name: 'Elektroden', is_consumable: 1, replace_after: 24 })
    const kind = { is_device: 1, device_category_id: site.app.story.deviceCategories.aeds }
    const aed = await made('/products/add', { ...product, ...kind, name: 'AED voor buiten' })
    await made(`/products/addConsumable/${aed}`, { consumable_id: pads, count: 1 })
    const looked = today()
    const id = await made(`/inspections/devices/add/company/${deLinde}`, { name: 'AED entree', product_id: aed, installed_on: dutch(addDays(looked, -400)), last_on: dutch(looked) }) // prettier-ignore
    await page.goto(`/inspections/devices/view/${id}`)
    const installed = topPopup(page).locator('[data-autosave*=setConsumableProductInstallDate]')
    const red = topPopup(page).locator('.light--late', { hasText: 'Haalt volgende keuring niet' })
    await installed.fill(dutch(looked))
    await installed.blur()
    await topPopup(page).locator('tr', { hasText: 'Elektroden' }).locator('.light--ok').waitFor()
    expect(await red.count()).toBe(0)
    await installed.fill(dutch(addDays(looked, -400)))
    await installed.blur()
    await red.waitFor()
    assertNoErrors()
    await close()
  })

  it('is asked what its category asks as soon as one is chosen', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`/inspections/devices/add/company/${site.app.story.companies.deLinde}`)
    const weight = topPopup(page).getByLabel('Gewicht in kg')
    await topPopup(page).locator('[name=name]').fill('Blusser aan de poort')
    expect(await weight.count()).toBe(0)
    await topPopup(page).locator('.sel', { has: page.locator('[name=device_category_id]') }).locator('.sel-btn').click() // prettier-ignore
    await page.keyboard.type('draagbare')
    await page.getByRole('option', { name: 'Draagbare blustoestellen' }).first().click()
    await weight.fill('zwaar')
    await topPopup(page).getByRole('button', { name: 'Apparaat toevoegen' }).click()
    await topPopup(page).getByText('Gewicht in kg is geen geldig getal.').waitFor()
    await weight.fill('9,5')
    await topPopup(page).getByRole('button', { name: 'Apparaat toevoegen' }).click()
    await topPopup(page).getByText('9,5 kg').waitFor()
    assertNoErrors({ statuses: [422] })
    await close()
  })
})
