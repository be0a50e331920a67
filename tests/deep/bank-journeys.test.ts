/** What the bank tells: a statement is read, its entries are accepted by keyboard, and their invoices are paid. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { camt, sendStatement, standing } from '../administration/bank-support.ts'
import { definitiveInvoice } from '../administration/invoice-support.ts'
import { type Site, openSite, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

describe('a bank statement', () => {
  it('is read, its proposals are accepted with arrows and Enter, and their invoices are paid', async () => {
    const [first, second] = [await definitiveInvoice(site.app), await definitiveInvoice(site.app, undefined, '3')]
    const lines = await Promise.all(
      [first, second].map(async (id) => {
        const { open, uid } = await standing(site.app, id)
        return { amount: open, text: `betaling ${uid.slice(1).replace('-', '.')}`, name: 'Anders genaamd' }
      }),
    )
    const { page, assertNoErrors, close } = await site.visitor(ROLE.administrator)
    await page.goto('/administration/bank')
    await page.getByRole('link', { name: 'Afschrift inlezen' }).click()
    await topPopup(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'afschrift.xml', mimeType: 'text/xml', buffer: camt(lines) })
    await topPopup(page).getByRole('button', { name: 'Inlezen' }).click()
    await page.locator('#flash .flash, #flash-foot .flash', { hasText: '1 afschrift ingelezen met 2 regels' }).waitFor()
    const accept = (index: number) =>
      page.locator('[data-bank-line]', { hasText: 'Anders genaamd' }).nth(index).getByRole('button', { name: 'Accepteren' }) // prettier-ignore
    await accept(1).waitFor()
    await accept(0).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => accept(1).evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await standing(site.app, second)).state).toBe('paid')
    await expect.poll(() => accept(1).count()).toBe(0)
    await accept(0).focus()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await standing(site.app, first)).state).toBe('paid')
    await page.goto(`/administration/invoice/view/${first}`)
    await topPopup(page).getByText('Bankafschrift').first().waitFor()
    assertNoErrors()
    await close()
  })

  it('has twenty payments booked in two clicks', async () => {
    const ids: number[] = []
    for (let i = 0; i < 20; i++) ids.push(await definitiveInvoice(site.app))
    const lines = await Promise.all(
      ids.map(async (id, i) => {
        const { open, uid } = await standing(site.app, id)
        return { amount: open, text: `betaling ${uid.slice(1).replace('-', '.')}`, name: `Betaler ${i}` }
      }),
    )
    const administrator = await site.app.as(ROLE.administrator)
    expect((await sendStatement(administrator, camt(lines))).status).toBe(200)
    const { page, assertNoErrors, close } = await site.visitor(ROLE.administrator)
    await page.goto('/administration/bank')
    let clicks = 0
    const press = async (locator: ReturnType<typeof page.locator>) => {
      clicks++
      await locator.click()
    }
    await press(page.getByRole('link', { name: 'Alle zekere en waarschijnlijke aannemen' }))
    await press(topPopup(page).getByRole('button', { name: /bankregels boeken/ }))
    for (const id of ids) await expect.poll(async () => (await standing(site.app, id)).state).toBe('paid')
    expect(clicks).toBe(2)
    await page.getByRole('link', { name: /Misschien/ }).click()
    await page.locator('[aria-current=page]', { hasText: 'Misschien' }).waitFor()
    assertNoErrors()
    await close()
  })
})
