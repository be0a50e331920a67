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

describe('a teacher who is ill', () => {
  it('is reported, replaced by who is best for all, seen at the part, and taken back in one click', async () => {
    const { app } = site
    const day = addDays(today(), 20)
    const teacher = (first_name: string) =>
      addContact(app.db, {
        first_name,
        last_name: 'Vermeer',
        roles: [ROLE.teacher],
        email: `${first_name}@post.example`,
      })
    const ill = await teacher('Ilse')
    for (const name of ['Pim', 'Tess']) await teacher(name)
    const parts: number[] = []
    for (const at of [0, 1]) {
      const group_id = await addEmptyPlanning(app.db, app.story.courses.bhv)
      const starts_at = instantOf(addDays(day, at), '19:00')!
      const id = await addPart(app.db, {
        group_id,
        description: `Avond ${at}`,
        starts_at,
        minutes: 60,
        status: 'planned',
      })
      await addResponsible(app.db, { appointment_id: id, contact_id: ill, role_id: ROLE.teacher })
      parts.push(id)
    }
    const given = async () =>
      (
        await app.db
          .selectFrom('appointment_responsibles')
          .select('contact_id')
          .where('appointment_id', 'in', parts)
          .execute()
      ).map(({ contact_id }) => contact_id)
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    const popup = topPopup(page)
    const focused = () => page.evaluate(() => document.activeElement?.closest('.sel, [data-back]')?.querySelector('select')?.name ?? document.activeElement?.textContent) // prettier-ignore
    // Nobody is chosen yet: it begins there. What could be sent at once begins at the way back.
    await page.goto(`/replacements/report`)
    await expect.poll(focused).toBe('contact_id')
    await page.goto(`/replacements/report?contact_id=${ill}&day=${addDays(day, 300)}`)
    await expect.poll(focused).toBe('Terug')
    await page.goto(`/replacements/report?contact_id=${ill}&day=${day}`)
    const last = popup.locator('input[name="last_day"]')
    const [year, month, date] = addDays(day, 1).split('-')
    await last.fill(`${date}-${month}-${year}`)
    await last.press('Tab')
    await expect.poll(() => popup.locator('[data-hit]').count()).toBe(2)
    expect(await popup.locator('.replace-choice input:checked').count()).toBe(0)
    expect(await popup.locator('.submits [type=submit]').isDisabled()).toBe(true)
    // A choice by hand holds, as a click on its words and not only by way of the button for all.
    const nobody = popup.locator('[data-hit]').first().locator('.replace-choice', { hasText: 'Niemand' })
    await nobody.locator('.label-text').click()
    await expect.poll(() => nobody.locator('input').isChecked()).toBe(true)
    await popup.getByRole('button', { name: 'Beste voor alle' }).click()
    await popup.getByRole('button', { name: 'Afwezig melden en 2 onderdelen overdragen' }).click()
    await page.getByText('Ilse Vermeer afwezig gemeld, 2 onderdelen overgedragen').waitFor()
    const taken = await given()
    expect(taken).toHaveLength(2)
    expect(taken).not.toContain(ill)
    const beside = await page.context().newPage()
    await beside.goto(`/calendar/view-appointment/${parts[0]}`)
    await beside
      .getByText(/(Pim|Tess) Vermeer/)
      .first()
      .waitFor()
    expect(await beside.getByText('Ilse Vermeer').count()).toBe(0)
    await beside.close()
    await page.locator('#flash-foot .flash').getByRole('button', { name: 'Ongedaan maken' }).click()
    await expect.poll(given).toEqual([ill, ill])
    assertNoErrors()
    await close()
  })

  it('is reported from the block in three clicks, with who is best for it', async () => {
    const { app } = site
    const day = addDays(today(), 1)
    const teacher = (first_name: string) =>
      addContact(app.db, {
        first_name,
        last_name: 'Blokland',
        roles: [ROLE.teacher],
        email: `${first_name}@post.example`,
      })
    const ill = await teacher('Wim')
    await teacher('Els')
    const group_id = await addEmptyPlanning(app.db, app.story.courses.bhv)
    const starts_at = instantOf(day, '19:00')!
    const id = await addPart(app.db, { group_id, description: 'Avond', starts_at, minutes: 60, status: 'planned' })
    await addResponsible(app.db, { appointment_id: id, contact_id: ill, role_id: ROLE.teacher })
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    await page.goto('/calendar?type=d')
    await page.getByRole('button', { name: 'Volgende' }).click()
    await page.locator(`[data-appointment="${id}"]`).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Docent ziek of afwezig' }).click()
    await topPopup(page).getByRole('button', { name: 'Afwezig melden en 1 onderdeel overdragen' }).click()
    await page.getByText('Wim Blokland afwezig gemeld, 1 onderdeel overgedragen').waitFor()
    assertNoErrors()
    await close()
  })
})
