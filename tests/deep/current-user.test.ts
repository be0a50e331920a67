import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Page, type Site, openSite, rows, topPopup } from '../e2e/visit.ts'

const LOOKUP = '/ajax/getCurrentUser'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** Lookups so far, page after page. */
function lookups(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === LOOKUP) seen.push(new URL(page.url()).pathname)
  })
  return seen
}
const cookieOf = async (page: Page): Promise<unknown> => {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'current_user')
  return cookie ? (JSON.parse(decodeURIComponent(cookie.value)) as unknown) : null
}

describe('the current user', () => {
  it('as the call answers it is kept in a cookie [P-210]', async () => {
    const { page, assertNoErrors, close } = await site.visitor(2)
    await Promise.all([page.waitForResponse(`**${LOOKUP}`), page.goto('/contacts')])
    await expect.poll(() => cookieOf(page)).not.toBeNull()
    await expect.poll(() => cookieOf(page)).toEqual((await (await site.app.as(2)).get(LOOKUP)).json())
    assertNoErrors()

    // What the browser keeps for this person is forgotten with the session, and when somebody else is signed in.
    const kept = () => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort())
    const own = async (role: number) => {
      await page.goto('/contacts')
      await rows(page).first().locator('input[type=checkbox]').check()
      await rows(page).first().locator('a').first().click()
      await topPopup(page).waitFor()
      const id = site.app.story.users[role]!
      await expect.poll(kept).toEqual([`news:${id}:`, `recent:${id}:`, `selection:${id}:/contacts`])
    }
    await own(2)
    const [name = '', value = ''] = (await site.app.as(1)).cookie.split(/=(.*)/s)
    await page.context().addCookies([{ name, value, url: site.app.url }])
    await page.reload()
    await topPopup(page).waitFor()
    expect((await kept()).filter((key) => key.includes(`:${site.app.story.users[2]!}:`))).toEqual([])
    await own(1)
    await page.evaluate(() => localStorage.setItem('unsaved:1', 'typed'))
    await site.app.pool.query('delete from sessions')
    await page.goto('/contacts')
    await page.waitForURL('**/login**')
    await expect.poll(kept).toEqual(['unsaved:1'])
    await expect.poll(() => cookieOf(page)).toBeNull()
    await close()
  })

  it('is not looked up on public pages nor on a page with an email query, and gets no cookie there [P-211][S-027]', async () => {
    const stranger = await site.visitor(null)
    const strange = lookups(stranger.page)
    for (const path of ['/login', '/reset', '/firstUse?token=x', '/reset?email=a@b.example']) {
      await stranger.page.goto(path)
      await stranger.page.locator('form, h1').first().waitFor()
      expect([path, await cookieOf(stranger.page)]).toEqual([path, null])
    }
    expect(strange).toEqual([])
    await stranger.close()

    const { page, assertNoErrors, close } = await site.visitor(2)
    const seen = lookups(page)
    await page.goto('/contacts?email=a@b.example')
    await rows(page).first().waitFor()
    await expect.poll(() => cookieOf(page)).toBeNull()
    // The next page does look it up; were it late on the one before, there would be two.
    await Promise.all([page.waitForResponse(`**${LOOKUP}`), page.goto('/companies')])
    await expect.poll(() => cookieOf(page)).not.toBeNull()
    expect(seen).toEqual(['/companies'])
    assertNoErrors()
    await close()
  })
})

describe('the terms', () => {
  it('open on the home page for an administrator who has not agreed, and agreeing looks the user up again [A-098][P-205]', async () => {
    const { app } = site
    await app.db.deleteFrom('terms_agreements').where('user_id', '=', app.story.users[1]!).execute()
    await app.db.updateTable('users').set({ agreed_to: [] }).where('id', '=', app.story.users[1]!).execute()
    const { page, assertNoErrors, close } = await site.visitor(1)
    const seen = lookups(page)
    await page.goto('/')
    await topPopup(page).getByRole('heading', { name: 'Gebruiksvoorwaarden' }).waitFor()
    await expect.poll(() => cookieOf(page)).toMatchObject({ agreedTo: [] })
    expect(seen).toHaveLength(1)
    await topPopup(page).getByLabel('Ik ga akkoord met de voorwaarden').check()
    await topPopup(page).getByRole('button', { name: 'Akkoord' }).click()
    await expect.poll(() => cookieOf(page)).toMatchObject({ agreedTo: ['terms_2017_10'] })
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await Promise.all([page.waitForResponse(`**${LOOKUP}`), page.goto('/')])
    await page.locator('main').first().waitFor()
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
    assertNoErrors()
    await close()
  })
})
