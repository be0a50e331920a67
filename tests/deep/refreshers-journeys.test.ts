import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Page, type Site, openSite, rows, topPopup } from '../e2e/visit.ts'
import { addContact } from '../support/builders.ts'
import { addHeldPlanning } from '../training/held-planning.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const next = (page: Page) => topPopup(page).locator('[data-step-next]')
const shownStep = (page: Page, key: string) => page.locator(`[data-step=${key}]:not([inert])`).waitFor()

/** Goes to the next step once that can be done. */
async function onTo(page: Page, key: string): Promise<void> {
  await expect.poll(() => next(page).isEnabled()).toBe(true)
  await next(page).click()
  await shownStep(page, key)
}

describe('refreshers in the browser', () => {
  it('a planner gives one student none when finishing, and the other a new one', async () => {
    const students = await Promise.all(
      ['Een', 'Twee'].map((last_name) => addContact(site.app.db, { first_name: 'Rond', last_name })),
    )
    const planning = await addHeldPlanning(site.app, { students })
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto(`/calendar/getFinishWizard/${planning.parts[0]}`)
    await page.getByRole('button', { name: 'Iedereen geslaagd' }).click()
    await onTo(page, 'refreshers')
    await shownStep(page, 'overview')
    await topPopup(page)
      .getByRole('button', { name: /^Herhalingen/ })
      .click()
    const row = page.locator('[data-refresher]').first()
    await expect.poll(() => row.locator('[data-refresher-detail]').first().isVisible()).toBe(true)
    await row.locator('[data-refresher-choice]').selectOption('-1')
    // Who takes nothing again has no course and no day to fill in.
    await expect.poll(() => row.locator('[data-refresher-detail]').first().isVisible()).toBe(false)
    await expect.poll(() => page.locator('[data-refresher-lines] > div').count()).toBe(1)
    await topPopup(page).getByRole('button', { name: 'Planning afronden' }).click()
    await topPopup(page).locator('[data-end]').getByText('1 herhaling vastgelegd.').waitFor()
    const stored = await site.app.db
      .selectFrom('contact_refreshers')
      .select('contact_id')
      .where('contact_id', 'in', students)
      .execute()
    expect(stored).toHaveLength(1)
    assertNoErrors()
    await close()
  })

  it('a planner invites who is chosen in the list, and the list says so', async () => {
    const { db, story } = site.app
    for (const [last_name, email] of [
      ['Bereikbaar', 'bereikbaar@post.example'],
      ['Onbereikbaar', null],
    ] as const) {
      const contact_id = await addContact(db, { first_name: 'Uitgenodigd', last_name, email })
      await db
        .insertInto('contact_refreshers')
        .values({ contact_id, course_id: story.courses.bhvRefresher, expires_at: addDays(today(), 20) })
        .execute()
    }
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto('/courses/refreshers?search=Uitgenodigd')
    await expect.poll(() => rows(page).count()).toBe(2)
    for (const box of await rows(page).locator('input[type=checkbox]').all()) await box.check()
    await page.locator('.rt-selection, .rt').getByText('Uitnodigen', { exact: true }).first().click()
    await shownStep(page, 'refreshers')
    await onTo(page, 'people')
    await page.getByText('1 e-mailadres ontbreekt. Deze persoon krijgt geen bericht.').waitFor()
    await onTo(page, 'message')
    await page.locator('.mail-subject', { hasText: 'BHV herhaling' }).waitFor()
    await topPopup(page).getByRole('button', { name: 'Uitnodigingen versturen' }).click()
    const invited = () =>
      db
        .selectFrom('contact_refreshers')
        .innerJoin('contacts', 'contacts.id', 'contact_refreshers.contact_id')
        .select('contacts.last_name')
        .where('contacts.first_name', '=', 'Uitgenodigd')
        .where('invited_at', 'is not', null)
        .execute()
    await expect.poll(invited).toEqual([{ last_name: 'Bereikbaar' }])
    assertNoErrors()
    await close()
  })

  it('a planner leaves a company out of a proposal, takes the rest over and takes it back', async () => {
    const { db, story } = site.app
    const { id: course } = await db
      .insertInto('courses')
      .values({ description: 'Voorstel', code: 'VOORSTEL', max_count: 8 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const ids: number[] = []
    for (const [last_name, company_id] of [
      ['Vanuit', story.companies.deLinde],
      ['Vandaar', story.companies.deLinde],
      ['Elders', story.companies.thuiszorg],
    ] as const) {
      const contact_id = await addContact(db, { first_name: 'Herhaler', last_name, company_id })
      const { id } = await db
        .insertInto('contact_refreshers')
        .values({ contact_id, course_id: course, expires_at: addDays(today(), 70) })
        .returning('id')
        .executeTakeFirstOrThrow()
      ids.push(id)
    }
    const enrolled = async () => {
      const rows = await db
        .selectFrom('enrolments')
        .innerJoin('contacts', 'contacts.id', 'enrolments.contact_id')
        .select('contacts.last_name')
        .where('contacts.first_name', '=', 'Herhaler')
        .orderBy('contacts.last_name')
        .execute()
      return rows.map(({ last_name }) => last_name)
    }
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto(`/courseRefresher/proposal?ids=${ids.join()}`)
    await shownStep(page, 'who')
    await topPopup(page).locator('[name=minimum]').fill('2')
    await onTo(page, 'proposal')
    const box = (name: string) => page.locator(`[data-proposal] label:has-text("${name}") input`)
    await expect.poll(() => box('Herhaler Elders').isChecked()).toBe(true)
    const told = async () => [
      await page.locator('[data-proposal-sum]').innerText(),
      await page.locator('[data-planning-key] [data-ticked]').innerText(),
    ]
    const sum = (ticked: number) => `Een plaats voor ${ticked} van de 3 cursisten. Vink uit wat u niet overneemt.`
    expect(await told()).toEqual([sum(3), '3'])
    await page.locator('[data-of-company="De Linde Thuiszorg"]').setChecked(false)
    await expect.poll(() => box('Herhaler Elders').isChecked()).toBe(false)
    expect(await told()).toEqual([sum(2), '2'])
    await onTo(page, 'check')
    await topPopup(page).getByRole('button', { name: '2 cursisten inschrijven en 1 planning maken' }).click()
    await expect.poll(enrolled).toEqual(['Vandaar', 'Vanuit'])
    await page.getByRole('button', { name: /Ongedaan maken/ }).click()
    await expect.poll(enrolled).toEqual([])
    assertNoErrors()
    await close()
  })
})
