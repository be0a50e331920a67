import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Page, type Site, openSite, topPopup } from './visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const shownStep = (page: Page, key: string) => page.locator(`[data-step=${key}]:not([inert])`).waitFor()

/** As a customer mails it: a title above, one name column, dates in three notations, a line that came twice. */
const LIST = [
  'Deelnemers BHV herhaling;;',
  'Naam;Geboortedatum;E-mail',
  'Linden, Anouk van der;14-01-1988;a.vanderlinden@delinde.example',
  'Groot, Björn de;2/3/1991;b.degroot@lijst.example',
  'Aylin Özdemir;1989-07-05;a.ozdemir@lijst.example',
  'Aylin Özdemir;1989-07-05;',
  "Jürgen van 't Veer;31-02-1990;j.vantveer@lijst.example",
].join('\n')

describe('the main job', () => {
  it('a planner plans a course and enrols the list that a customer mailed', async () => {
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto('/course/add')
    // What is typed as a duration is told as it was understood.
    const duration = page.getByLabel('Duur', { exact: false })
    await duration.fill('180')
    await duration.press('Tab')
    await expect.poll(() => duration.inputValue()).toBe('3:00')
    await expect.poll(() => page.locator('[data-duration] .field-hint').textContent()).toBe('3 uur')
    await page.goto('/calendar/add')
    await topPopup(page).locator('.sel:has(select[name="course_id"]) .sel-btn').first().click()
    await page.locator('.sel-opt', { hasText: 'BHV herhaling' }).first().click()
    // One part of an open course: all of it stands on one page.
    await shownStep(page, 'teachers')
    const pair = page.locator('[data-moment]:has([name="appointments[0][start_datetime]"])')
    await pair.locator('[data-date]').fill('03-12-2030')
    await pair.locator('[data-time]').fill('09:00')
    await pair.locator('[data-time]').press('Tab')
    const end = page.locator('[data-moment]:has([name="appointments[0][end_datetime]"])')
    await end.locator('[data-date]').fill('03-12-2030')
    await end.locator('[data-time]').fill('16:00')
    await end.locator('[data-time]').press('Tab')
    await topPopup(page).getByText('Jeroen van Dijk').first().click()
    await topPopup(page).getByRole('button', { name: 'Toevoegen en openen' }).click()
    await expect.poll(() => page.url()).toContain('/calendar/view-appointment/')
    const appointmentId = Number(/view-appointment\/(\d+)/.exec(page.url())![1])

    await topPopup(page).getByText('Inschrijven', { exact: true }).first().click()
    await topPopup(page).getByText('Deelnemerslijst', { exact: true }).click()
    await topPopup(page).locator('textarea').first().fill(LIST)
    await topPopup(page).getByRole('button', { name: 'Lijst controleren' }).click()
    const lines = topPopup(page).locator('[data-lines]')
    await lines.waitFor()
    await expect.poll(() => lines.innerText()).toContain('Björn de Groot')
    await expect.poll(() => lines.locator('tbody tr[data-line]').count()).toBe(4)
    await expect.poll(() => topPopup(page).innerText()).toContain('31-02-1990')
    await topPopup(page).getByText('Nieuwe cursisten zijn particulier').click()
    // A repetition asks for a certificate that these people have from elsewhere.
    await topPopup(page).getByLabel('Waarom toch toegelaten').fill('Certificaten van elders gezien')
    await topPopup(page).locator('.popup-foot').getByRole('button', { name: 'Inschrijven' }).click()
    await expect
      .poll(
        async () =>
          (
            await site.app.db
              .selectFrom('enrolments')
              .select('id')
              .where('appointment_id', '=', appointmentId)
              .execute()
          ).length,
      )
      .toBe(4)
    const anouk = await site.app.db
      .selectFrom('enrolments')
      .select('id')
      .where('appointment_id', '=', appointmentId)
      .where('contact_id', '=', site.app.story.contacts.anouk)
      .execute()
    expect(anouk).toHaveLength(1)
    assertNoErrors({ statuses: [422] })
    await close()
  })

  it('a teacher records presence on a phone, the planner finishes, and anybody can check the certificate', async () => {
    const { toFinish } = site.app.story.appointments
    const teacher = await site.visitor(3, { viewport: { width: 390, height: 844 }, hasTouch: true })
    await teacher.page.goto(`/calendar/results/${toFinish}`)
    const open = async () =>
      (
        await site.app.db
          .selectFrom('enrolments')
          .select('id')
          .where('appointment_id', '=', toFinish)
          .where('passed', 'is', null)
          .execute()
      ).length
    expect(await open()).toBeGreaterThan(0)
    await topPopup(teacher.page).getByRole('button', { name: 'Iedereen geslaagd' }).click()
    await expect.poll(open).toBe(0)
    teacher.assertNoErrors()
    await teacher.close()

    const planner = await site.visitor(2)
    const { page } = planner
    await page.goto(`/calendar/getFinishWizard/${toFinish}`)
    await topPopup(page).waitFor()
    // The results are all in: what is left to say stands on one page.
    await shownStep(page, 'overview')
    await topPopup(page).getByRole('button', { name: 'Planning afronden', exact: true }).click()
    const issued = () =>
      site.app.db
        .selectFrom('certificates')
        .selectAll()
        .where('group_id', '=', site.app.story.plannings.toFinish)
        .orderBy('number')
        .execute()
    await expect.poll(async () => (await issued()).length).toBe(8)
    // The certificates are there before the answer is.
    await topPopup(page).locator('[data-end]').waitFor()
    const [certificate] = await issued()

    await page.goto(`/certificate/view/${certificate!.id}`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      topPopup(page).getByText('Downloaden', { exact: false }).first().click(),
    ])
    expect(
      readFileSync(await download.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    planner.assertNoErrors()
    await planner.close()

    const stranger = await site.visitor(null)
    await stranger.page.goto(`/verify/${certificate!.token}`)
    await stranger.page.getByText('BHV herhaling').first().waitFor()
    const person = (certificate!.snapshot as { person: { name: string; lastName: string } }).person
    await expect.poll(() => stranger.page.locator('body').innerText()).not.toContain(person.name)
    await stranger.page.locator('[name=last_name]').fill(person.lastName)
    await stranger.page.locator('button[type=submit]').click()
    await stranger.page.getByText(person.name).first().waitFor()
    stranger.assertNoErrors()
    await stranger.close()
  })
})
