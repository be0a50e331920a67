/** What is to be repaired: from the number above the calendar to a part that is right again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { type Site, openSite, topPopup } from '../e2e/visit.ts'
import { addContact, addEmptyPlanning, addPart, addResponsible } from '../support/builders.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

describe('what is to be repaired', () => {
  it('is mended from its line: the part moves to a day on which its teacher is there, and the line is gone', async () => {
    const { db, story } = site.app
    const day = addDays(today(), 19)
    const teacher = await addContact(db, { first_name: 'Pim', last_name: 'Reparatie', roles: [ROLE.teacher] })
    const group_id = await addEmptyPlanning(db, story.courses.bhv)
    const starts_at = instantOf(day, '19:00')!
    const id = await addPart(db, { group_id, description: 'Avond', starts_at, minutes: 60, status: 'planned' })
    await addResponsible(db, { appointment_id: id, contact_id: teacher, role_id: ROLE.teacher })
    await db
      .insertInto('absences')
      .values({ contact_id: teacher, kind: 'sick', first_day: day, last_day: day })
      .execute()
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    await page.goto('/calendar')
    await page.locator('button[data-attention-group=staffing]').click()
    await page.locator('a[data-attention=to_repair]').click()
    const part = page.locator(`[data-repair="${id}"]`)
    await part.getByText('Pim Reparatie is niet beschikbaar').click()
    // The tab in which another teacher is chosen.
    await topPopup(page).locator('[role=tab][aria-selected=true]', { hasText: 'Verantwoordelijken' }).waitFor()
    await topPopup(page).locator('.popup-close, [data-popup-close]').first().click()
    await expect.poll(() => topPopup(page).count()).toBe(0)
    await part.getByRole('link', { name: /BHV basis: Avond/ }).click()
    await topPopup(page).getByRole('heading', { name: /Avond/ }).first().waitFor()
    await page.goto(`/calendar/move-appointment/${id}`)
    const next = addDays(day, 1)
    const moment = (name: string) => topPopup(page).locator(`[data-moment]:has([name="${name}"]) [data-date]`)
    const typed = next.split('-').reverse().join('-')
    await topPopup(page).getByRole('region', { name: 'Gevolgen' }).locator('*').first().waitFor()
    // What comes of it is judged anew for what is typed.
    const judged = page.waitForResponse((answer) => answer.url().endsWith(`/move-appointment/${id}/outcome/text`))
    for (const name of ['start_datetime', 'end_datetime']) {
      await moment(name).fill(typed)
      await moment(name).press('Tab')
    }
    expect((await judged).status()).toBe(200)
    await topPopup(page).getByRole('button', { name: 'Verplaatsen', exact: true }).click()
    await page.locator('.flash', { hasText: 'Avond verplaatst naar' }).waitFor()
    await page.goto('/plannings/repairs')
    await page.locator('[data-region="/plannings/repairs/list"] *').first().waitFor()
    expect(await part.count()).toBe(0)
    const stored = await db
      .selectFrom('appointments')
      .select('starts_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(stored.starts_at).toEqual(instantOf(next, '19:00'))
    assertNoErrors()
    await close()
  })
})
