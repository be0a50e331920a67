/** The question about who is taken: what came since it was read is asked again, and going back loses nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, instantOf, today, weekday } from '../../src/platform/format/zone.ts'
import { type Page, type Site, openSite, topPopup } from '../e2e/visit.ts'
import { addContact, addEmptyPlanning, addPart, addResponsible } from '../support/builders.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** A Monday on which the story has nothing. */
const MONDAY = addDays(today(), 449 - weekday(addDays(today(), 448)))

async function part(day: string, time: string, description: string, teacher?: number): Promise<number> {
  const { db, story } = site.app
  const group_id = await addEmptyPlanning(db, story.courses.bhv)
  const starts_at = instantOf(day, time)!
  const id = await addPart(db, { group_id, description, starts_at, minutes: 120, status: 'planned' })
  if (teacher !== undefined)
    await addResponsible(db, { appointment_id: id, contact_id: teacher, role_id: ROLE.teacher })
  return id
}
const addTeacher = (last_name: string) =>
  addContact(site.app.db, { first_name: 'Vera', last_name, roles: [ROLE.teacher] })
const question = (page: Page) => page.locator('dialog[open][role=alertdialog]')
const stored = (id: number) =>
  site.app.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('the question about who is taken', () => {
  it('goes back to where one was with all that was typed, and permits what was read alone', async () => {
    const who = await addTeacher('Vraag')
    await part(MONDAY, '10:00', 'Blussen', who)
    const id = await part(addDays(MONDAY, 1), '09:00', 'Verbinden', who)
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`/calendar/edit-appointment/${id}`)
    const form = topPopup(page)
    const typed = MONDAY.split('-').reverse().join('-')
    for (const name of ['start_datetime', 'end_datetime']) {
      const date = form.locator(`[data-moment]:has([name="${name}"]) [data-date]`)
      await date.fill(typed)
      await date.press('Tab')
    }
    const description = form.locator('[name=description]')
    await description.fill('Verbinden en blussen')
    await description.press('Enter')
    await expect
      .poll(() => question(page).innerText())
      .toContain('Vera Vraag is bezet op de volgende planningen: Blussen')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Terug')
    await page.keyboard.press('Escape')
    await expect.poll(() => question(page).count()).toBe(0)
    await expect.poll(() => description.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await description.inputValue()).toBe('Verbinden en blussen')
    const tab = form.locator('[role=tab]', { hasText: 'Verantwoordelijken' })
    const wrongTabs = form.locator('[role=tab]:has([aria-label="Hier klopt iets niet"])')
    await expect.poll(() => wrongTabs.allInnerTexts()).toEqual([expect.stringContaining('Verantwoordelijken')])
    await tab.click()
    await expect.poll(() => form.locator('.field-error').allInnerTexts()).toHaveLength(1)
    expect((await stored(id)).description).toBe('Verbinden')

    const save = form.getByRole('button', { name: 'Opslaan', exact: true })
    await save.click()
    await expect.poll(() => question(page).locator('li').count()).toBe(1)
    await part(MONDAY, '08:00', 'Reanimatie', who)
    await topPopup(page).locator('[data-answer=yes]').click()
    await expect.poll(() => question(page).locator('li').allInnerTexts()).toHaveLength(2)
    const lines = await question(page).locator('li').allInnerTexts()
    expect(lines.filter((line) => line.startsWith('nieuw')).join()).toContain('Reanimatie')
    expect(lines.filter((line) => !line.startsWith('nieuw')).join()).toContain('Blussen')
    expect((await stored(id)).description).toBe('Verbinden')
    await topPopup(page).locator('[data-answer=yes]').click()
    await expect.poll(async () => (await stored(id)).description).toBe('Verbinden en blussen')
    await expect.poll(() => topPopup(page).count()).toBe(0)
    assertNoErrors({ statuses: [409] })
    await close()
  })

  it('stands in the agenda again when something came since the part was let go', async () => {
    const who = await addTeacher('Agenda')
    const tuesday = addDays(MONDAY, 8)
    await part(tuesday, '10:00', 'Ontruimen', who)
    const id = await part(addDays(MONDAY, 7), '09:00', 'Portofoon', who)
    const { page, context, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    const day = String(instantOf(tuesday, '12:00')!.getTime())
    const cookies = { 'calendar-type': 'w', selected_date: day }
    await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: site.app.url })))
    await page.goto('/calendar')
    const block = page.locator(`[data-appointment="${id}"]`).first()
    await block.focus()
    await page.keyboard.press(' ')
    const outcome = page.locator('.outcome--float')
    await outcome.waitFor()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => outcome.innerText()).toContain('Ontruimen')
    await page.keyboard.press('Enter')
    const yes = outcome.locator('[data-answer=yes]')
    await yes.waitFor()
    await part(tuesday, '08:00', 'Etiketteren', who)
    await yes.click()
    await expect.poll(() => outcome.locator('.tag').count()).toBe(1)
    await expect.poll(() => outcome.locator('li:has(.tag)').innerText()).toContain('Etiketteren')
    expect((await stored(id)).starts_at).toEqual(instantOf(addDays(MONDAY, 7), '09:00'))
    await yes.click()
    await expect.poll(async () => (await stored(id)).starts_at).toEqual(instantOf(tuesday, '09:00'))
    assertNoErrors({ statuses: [409] })
    await close()
  })
})
