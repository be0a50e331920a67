import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, openSite, topPopup, violations } from '../e2e/visit.ts'

let site: Site
let planning: number
beforeAll(async () => {
  site = await openSite()
  const { pool, story } = site.app
  const { rows } = await pool.query<{ id: number }>('select group_id as id from appointments where id = $1', [
    story.appointments.coming,
  ])
  planning = rows[0]!.id
  await pool.query('update appointments set max_count = 100 where group_id = $1', [planning])
})
afterAll(() => site.close())

const count = async (query: string): Promise<number> =>
  Number((await site.app.pool.query<{ n: string }>(query)).rows[0]!.n)
const inState = (state: string) => count(`select count(*) as n from entries where state = '${state}'`)

it('sign-ups of the night are processed row by row: each says what happened, and one that is unclear waits', async () => {
  const { page, assertNoErrors, close } = await site.visitor(2)
  const { entries } = site.app.story
  await page.goto('/registrations/process')
  const popup = topPopup(page)
  const row = (id: number) => popup.locator(`tr[data-entry="${id}"]`)
  const process = popup.getByRole('button', { name: 'Verwerken', exact: true })
  // Who may be two people is not ticked until somebody says who it is.
  expect(await row(entries.double).locator('[data-entry-check]').isChecked()).toBe(false)
  expect(await violations(page, 'dialog[open]')).toEqual([])
  await process.click()
  await page.locator('#flash .flash, #flash-foot .flash', { hasText: 'Verwerken voltooid.' }).first().waitFor()
  await expect.poll(() => row(entries.fresh).getAttribute('class')).toContain('is-done')
  expect(await row(entries.fresh).locator('[data-entry-check]').isDisabled()).toBe(true)
  expect(await process.isDisabled()).toBe(true)
  expect(await inState('received')).toBe(1)
  await row(entries.double).locator('select[name=contact_id]').selectOption('0')
  await popup.getByRole('button', { name: 'Verwijderen', exact: true }).click()
  await expect.poll(() => inState('removed')).toBe(1)
  assertNoErrors()
  await close()
})

it('another website shows the offer by three lines, from where two people are signed up', async () => {
  const server = createServer((_req, res) =>
    res
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<!doctype html><title>Klant</title><main>\n<script src="${site.app.url}/aanbod.js" async></script>\n</main>`,
      ),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  await site.app.pool.query(`update api_clients set origins = array[$1]`, [origin])
  const { page, close } = await site.visitor(null)
  await page.goto(origin)
  const [form] = await Promise.all([
    page.context().waitForEvent('page'),
    page.frameLocator('iframe').locator(`a[href="/aanbod/${planning}"]`).click(),
  ])
  expect(await violations(form, 'main')).toEqual([])
  await form.getByLabel('Bedrijf').fill('Klant van buiten')
  await form.getByLabel('Uw naam').fill('Wim Web')
  await form.getByLabel('Uw e-mailadres').fill('wim@post.example')
  await form.getByRole('button', { name: 'Nog een cursist' }).click()
  for (const [place, name] of ['Aad', 'Bo'].entries()) {
    await form.locator(`[name="persons[${place}][first_name]"]`).fill(name)
    await form.locator(`[name="persons[${place}][last_name]"]`).fill('Buiten')
    await form.locator(`[name="persons[${place}][email]"]`).fill(`${name.toLowerCase()}@post.example`)
  }
  await form.getByLabel('Ik ga akkoord').check()
  await form.getByRole('button', { name: 'Aanmelden', exact: true }).click()
  await form.getByRole('heading', { name: 'Uw aanmelding is ontvangen' }).waitFor()
  expect(await count(`select count(*) as n from entries where company_name = 'Klant van buiten'`)).toBe(2)
  await close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
