/** A list that is too long for batches, in the browser. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Site, openSite, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

it('is proven, looked at by the page and stored, while its popup may be closed', { timeout: 240_000 }, async () => {
  const { page, assertNoErrors, close } = await site.visitor(ROLE.administrator)
  await page.goto('/import/wizard?table=contacts')
  const people = Array.from({ length: 2_010 }, (_, i) => `Lange;Lijst ${i};l${i}@lijst.example`)
  people.push('Ander;Mens;l7@lijst.example', 'Ander;Mensch;l8@lijst.example')
  const list = ['Voornaam;Achternaam;E-mail', ...people].join('\r\n')
  const popup = topPopup(page)
  await popup.locator('input[type="file"]').setInputFiles({ name: 'leden.csv', mimeType: 'text/csv', buffer: Buffer.from(list) }) // prettier-ignore
  await popup.getByRole('button', { name: 'Proef maken' }).click()
  await popup.getByRole('button', { name: '2.012 regels importeren' }).waitFor({ timeout: 120_000 })
  await popup.getByRole('link', { name: 'Twijfel (2)' }).click()
  await expect.poll(() => topPopup(page).locator('tbody tr').count()).toBe(2)
  const saved = page.waitForResponse(/import\/list\/choose/)
  await topPopup(page).getByLabel('Wat er met regel 2012 gebeurt').selectOption('new')
  expect((await saved).status()).toBe(204)
  await topPopup(page).getByRole('button', { name: '2.012 regels importeren' }).click()
  await topPopup(page).getByText('2.011 contacten geïmporteerd').waitFor({ timeout: 120_000 })
  await topPopup(page).getByRole('button', { name: 'Ongedaan maken' }).waitFor()
  assertNoErrors()
  await close()
})
