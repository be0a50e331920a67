/** Leave that a teacher asks for, as the planning board shows it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today, weekday } from '../../src/platform/format/zone.ts'
import { type Site, openSite, rows, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** A Monday on which the story has nothing. */
const MONDAY = addDays(today(), 379 - weekday(addDays(today(), 378)))

describe('leave of a week', () => {
  it('is told by a teacher, stands on the board of who plans at once, and is gone when it is taken back', async () => {
    const { teacher } = site.app.story.contacts
    const board = await site.visitor(ROLE.scheduler)
    const cookies = { 'board-type': 'w', selected_date: String(instantOf(MONDAY, '12:00')!.getTime()) }
    await board.context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: site.app.url })))
    await board.page.goto('/courses/board/teachers')
    const lane = board.page.locator(`[data-lane="${teacher}"]`)
    await lane.waitFor()
    const off = lane.getByText('Niet beschikbaar')
    await expect.poll(() => off.count()).toBe(0)

    const { page, assertNoErrors, close } = await site.visitor(ROLE.teacher)
    await page.goto('/availability')
    await page.getByRole('link', { name: 'Afwezigheid toevoegen' }).click()
    const day = (name: string) => topPopup(page).locator(`[name=${name}]`)
    // A week that ends before it begins is none.
    await day('first_day').fill(formatDate(MONDAY))
    await day('last_day').fill(formatDate(addDays(MONDAY, -1)))
    await topPopup(page).getByRole('button', { name: 'Afwezigheid toevoegen', exact: true }).click()
    await expect.poll(() => day('last_day').getAttribute('aria-invalid')).toBe('true')
    await day('last_day').fill(formatDate(addDays(MONDAY, 6)))
    await topPopup(page).getByRole('button', { name: 'Afwezigheid toevoegen', exact: true }).click()
    await page.getByText('Afwezigheid toegevoegd').waitFor()
    await rows(page)
      .filter({ hasText: formatDate(MONDAY) })
      .waitFor()
    const stored = () =>
      site.app.db
        .selectFrom('absences')
        .select(['first_day', 'last_day', 'kind'])
        .where('contact_id', '=', teacher)
        .where('first_day', '=', MONDAY)
        .execute()
    expect(await stored()).toEqual([{ first_day: MONDAY, last_day: addDays(MONDAY, 6), kind: 'unavailable' }])
    await expect.poll(() => off.count()).toBe(7)
    await page.locator('[data-undo]').last().click()
    await expect.poll(() => off.count()).toBe(0)
    expect(await stored()).toEqual([])
    assertNoErrors({ statuses: [422] })
    board.assertNoErrors()
    await Promise.all([close(), board.close()])
  })
})
