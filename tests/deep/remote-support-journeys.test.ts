import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, openSite, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite({ env: { REMOTE_SUPPORT: '1' } })
})
afterAll(() => site.close())

it('help that is refused shows nothing, and one that was accepted outlives a network that went and came', async () => {
  const asker = await site.visitor(2)
  const desk = await site.visitor(null)
  const [name = '', value = ''] = (await site.app.asUser(site.app.story.userWithoutContact)).cookie.split(/=(.*)/s)
  await desk.context.addCookies([{ name, value, url: site.app.url }])
  await desk.page.goto('/remote-support')
  await asker.page.goto('/contacts')
  const ask = async () => {
    await asker.page.getByRole('button', { name: 'Hulp op afstand' }).click()
    await topPopup(asker.page).getByRole('button', { name: 'Verbinden' }).click()
    await asker.page.locator('[data-remote-bar=waiting]').waitFor()
    await desk.page.getByRole('button', { name: 'Verbinden' }).click()
  }
  await ask()
  await topPopup(asker.page).getByRole('button', { name: 'Weigeren' }).click()
  await asker.page.locator('[data-remote-bar]').waitFor({ state: 'detached' })
  await desk.page.getByText('geweigerd').waitFor()
  expect(await desk.page.locator('video').isVisible()).toBe(false)

  await ask()
  await topPopup(asker.page).getByRole('button', { name: 'Toestaan' }).click()
  await asker.page.locator('[data-remote-bar=accepted] .remote-tick').waitFor()
  const talk = async (text: string) => {
    await asker.page.getByLabel('Bericht aan de helpdesk').fill(text)
    await asker.page.getByRole('button', { name: 'Versturen' }).click()
    await expect.poll(() => desk.page.locator('[data-remote-talk]').innerText()).toContain(text)
  }
  await talk('Voor de storing')
  await asker.context.setOffline(true)
  await expect.poll(() => asker.page.evaluate(() => navigator.onLine)).toBe(false)
  await asker.context.setOffline(false)
  await asker.page.goto('/companies')
  await asker.page.locator('[data-remote-bar=accepted]').waitFor()
  await talk('Na de storing')
  await asker.page.getByRole('button', { name: 'Stoppen' }).click()
  await desk.page.getByText('gestopt').waitFor()
  await asker.close()
  await desk.close()
})
