import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Site, openSite, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

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
})
