/** Sending what is sold: chosen in the list or from its page, written, and seen before it goes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Site, openSite, rows, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await site.app.db
    .updateTable('companies')
    .set({ invoice_email: 'facturen@delinde.example' })
    .where('id', '=', site.app.story.companies.deLinde)
    .execute()
})
afterAll(() => site.close())

describe('sending invoices', () => {
  it('goes from the list to the message, which is seen as it is read, and to the mails', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.administrator)
    await page.goto('/administration/invoices')
    const all = rows(page)
    for (let i = 0; i < (await all.count()); i++) await all.nth(i).locator('input[type=checkbox]').check()
    await page.getByRole('button', { name: 'Verzenden', exact: true }).click()
    await topPopup(page).getByText('Gaat naar').waitFor()
    await topPopup(page).getByRole('button', { name: 'Volgende' }).click()
    await topPopup(page).locator('.mail-subject').waitFor()
    await topPopup(page).locator('[data-turn="1"]').click()
    await expect.poll(() => topPopup(page).locator('[data-turn-at]').textContent()).toContain('2 van')
    await topPopup(page).getByRole('button', { name: 'Verzenden' }).click()
    await expect.poll(() => topPopup(page).count()).toBe(0)
    const { count } = await site.app.db
      .selectFrom('mails')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('object_type', '=', 'invoice')
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBeGreaterThan(1)
    await page.goto(`/administration/invoice/view/${site.app.story.invoices.definitive}`)
    await topPopup(page).getByText('facturen@delinde.example').first().waitFor()
    assertNoErrors()
    await close()
  })
})
