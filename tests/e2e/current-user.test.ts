import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Page, type Site, openSite, rows, topPopup } from './visit.ts'

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
    expect(await cookieOf(page)).toEqual((await (await site.app.as(2)).get(LOOKUP)).json())
    assertNoErrors()
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
    expect(await cookieOf(page)).toBeNull()
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
    expect(await cookieOf(page)).toMatchObject({ agreedTo: [] })
    expect(seen).toHaveLength(1)
    await topPopup(page).getByLabel('Ik ga akkoord met de voorwaarden').check()
    await topPopup(page).getByRole('button', { name: 'Akkoord' }).click()
    await expect.poll(() => cookieOf(page)).toMatchObject({ agreedTo: ['terms_2017_10'] })
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await Promise.all([page.waitForResponse(`**${LOOKUP}`), page.goto('/')])
    await page.locator('main').first().waitFor()
    expect(await page.locator('dialog[open]').count()).toBe(0)
    assertNoErrors()
    await close()
  })
})
