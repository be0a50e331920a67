import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Site, openSite, topPopup } from '../e2e/visit.ts'
import { addContact, addCourse } from '../support/builders.ts'
import { addPlanning, put } from '../training/enrolment-support.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

describe('enrolling in the browser', () => {
  it('asks for the planning first where none is given, and keeps who was chosen for another one', async () => {
    const [first, other] = [await addPlanning(site.app, { inDays: 5 }), await addPlanning(site.app, { inDays: 6 })]
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto(`/calendar/enroll?contact_id=${site.app.story.contacts.anouk}`)
    const popup = topPopup(page)
    const next = popup.getByRole('button', { name: 'Volgende' })
    const planning = async (id: number) => {
      await popup.locator('.sel:has(select[name="planning_id"]) .sel-btn').click()
      await page.locator('.sel-drop').getByLabel('Zoeken').fill(String(id))
      await page.locator('.sel-opt', { hasText: `Planning ${id}` }).click()
      await next.click()
    }
    await expect.poll(() => next.isDisabled()).toBe(true)
    await planning(first.planningId)
    const student = popup.locator('select[name="students[]"] option:checked', { hasText: 'Anouk van der Linden' })
    await expect.poll(() => student.count()).toBe(1)
    await popup.getByRole('button', { name: 'Vorige' }).click()
    await planning(other.planningId)
    await expect.poll(() => student.count()).toBe(1)
    await popup.getByRole('button', { name: 'Inschrijven', exact: true }).click()
    await page.getByText('1 cursist ingeschreven').waitFor()
    const { rows } = await site.app.pool.query('select contact_id from enrolments where appointment_id = $1', [other.parts[0]]) // prettier-ignore
    expect(rows).toEqual([{ contact_id: site.app.story.contacts.anouk }])
    assertNoErrors()
    await close()
  })

  it('takes who does not fit to the waiting list, those who were chosen last', async () => {
    const { parts, planningId } = await addPlanning(site.app, { max: 1 })
    const ids: number[] = []
    for (const last_name of ['Aarts', 'Bos', 'Cramer'])
      ids.push(await addContact(site.app.db, { first_name: 'Wacht', last_name, email: `${last_name}@post.example` }))
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto(`/calendar/enroll?ids=${ids.join()}&appointment_id=${parts[0]}`)
    const popup = topPopup(page)
    await popup.getByRole('button', { name: 'Inschrijven', exact: true }).click()
    await popup.getByRole('link', { name: 'Op de wachtlijst zetten' }).click()
    await page.locator('select[name="planning_id"]').waitFor()
    const chosen = topPopup(page).locator('select[name="students[]"] option:checked')
    await expect
      .poll(() => chosen.evaluateAll((all) => all.map((one) => Number((one as HTMLOptionElement).value))))
      .toEqual(ids.slice(1))
    await topPopup(page).getByRole('button', { name: 'Op de wachtlijst zetten', exact: true }).click()
    await page.getByText('2 cursisten op de wachtlijst').waitFor()
    const { rows } = await site.app.pool.query<{ contact_id: number }>(
      'select contact_id from waiting_entries where group_id = $1 order by contact_id',
      [planningId],
    )
    expect(rows.map(({ contact_id }) => contact_id)).toEqual(ids.slice(1))
    // Who fits is left in the popup below, and nobody is there twice.
    const students = page.locator('[data-enrol] select[name="students[]"] option:checked')
    await expect.poll(() => students.evaluateAll((all) => all.map((one) => Number((one as HTMLOptionElement).value)))).toEqual(ids.slice(0, 1)) // prettier-ignore
    await expect.poll(() => page.locator('[data-capacity]').isVisible()).toBe(false)
    // Of a full planning who is chosen goes to the line whole, and nothing is left open.
    const full = await addPlanning(site.app, { max: 1 })
    await put(site.app, full.parts, ids.slice(0, 1))
    const late = await addContact(site.app.db, { first_name: 'Wacht', last_name: 'Laat', email: 'laat@post.example' })
    await page.goto(`/calendar/enroll?ids=${late}&appointment_id=${full.parts[0]}`)
    await topPopup(page).getByRole('button', { name: 'Inschrijven', exact: true }).click()
    await topPopup(page).getByRole('link', { name: 'Op de wachtlijst zetten' }).click()
    await page.locator('select[name="planning_id"]').waitFor()
    await topPopup(page).getByRole('button', { name: 'Op de wachtlijst zetten', exact: true }).click()
    await page.getByText('1 cursist op de wachtlijst').waitFor()
    await expect.poll(() => page.locator('dialog.popup[open]').count()).toBe(0)
    assertNoErrors({ statuses: [422] })
    await close()
  })

  it('names who does not meet what the course asks as they are chosen, and lets them in with a reason that stays', async () => {
    const { db } = site.app
    const course = await addCourse(db, { description: 'Hoogwerker', minimum_age: 18 })
    const { parts } = await addPlanning(site.app, { courseId: course })
    await addContact(db, { first_name: 'Jong', last_name: 'Hoogtevrees', email: 'jong@hoog.example' })
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto(`/calendar/enroll/${parts[0]}/0`)
    const popup = topPopup(page)
    await popup.locator('.sel:has(select[name="students[]"]) .sel-btn').first().click()
    await page.keyboard.type('Hoogtevrees')
    await page.locator('.sel-opt', { hasText: 'Jong Hoogtevrees' }).first().click()
    await page.keyboard.press('Escape')
    await popup.getByText('Van Jong Hoogtevrees is geen geboortedatum bekend').waitFor()
    await popup.getByRole('button', { name: 'Inschrijven', exact: true }).click()
    const reason = popup.locator('[name=waiver]')
    await expect.poll(() => reason.getAttribute('aria-invalid')).toBe('true')
    const stored = () =>
      db.selectFrom('enrolments').select(['waiver', 'waived_by']).where('appointment_id', '=', parts[0]!).execute()
    expect(await stored()).toEqual([])
    await reason.fill('Paspoort gezien')
    await popup.getByRole('button', { name: 'Inschrijven', exact: true }).click()
    await page
      .getByText(/1 cursist.*ingeschreven/)
      .first()
      .waitFor()
    expect(await stored()).toEqual([{ waiver: 'Paspoort gezien', waived_by: expect.any(Number) as unknown }])
    await page.goto(`/calendar/view-appointment/${parts[0]}?item=students`)
    await topPopup(page).getByText('Voldoet niet aan de eisen: Paspoort gezien').first().waitFor()
    assertNoErrors({ statuses: [422] })
    await close()
  })

  it('tells of a list what the company takes of its agreement, as lines are skipped and another company is chosen', async () => {
    const { db, story } = site.app
    const { deLinde } = story.companies
    const courseId = await addCourse(db, { description: 'Strippen' })
    const { parts } = await addPlanning(site.app, { courseId })
    const { id: agreement_id } = await db
      .insertInto('training_agreements')
      .values({ company_id: deLinde, name: 'Strippenkaart', ends_on: '2090-01-01' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('training_agreement_courses')
      .values({ agreement_id, course_id: courseId, places: 2, valid_until: '2090-01-01' })
      .execute()
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto(`/calendar/enroll/${parts[0]}/0`)
    const popup = topPopup(page)
    await popup.getByText('Deelnemerslijst', { exact: true }).click()
    await popup.locator('[data-list-text]').fill('Voornaam;Achternaam\nJan;Strip\nPiet;Stripman\nKees;Stripper')
    await popup.getByRole('button', { name: 'Lijst controleren' }).click()
    await popup.locator('tr[data-line]').first().waitFor()
    const told = popup.locator('[data-places-taken]')
    expect(await told.innerText()).toBe('')
    await popup.locator('.sel:has(select[name="company_id"]) .sel-btn').first().click()
    await page.keyboard.type('Zorggroep')
    await page.locator('.sel-opt', { hasText: 'Zorggroep De Linde' }).first().click()
    await expect.poll(() => told.innerText()).toBe('Zorggroep De Linde: 2 van 2 plaatsen van overeenkomst Strippenkaart, daarna geen meer over; 1 cursist past er niet meer in') // prettier-ignore
    for (const line of [0, 1]) await popup.locator('[data-line-skip]').nth(line).check()
    await expect.poll(() => told.innerText()).toBe('Zorggroep De Linde: 1 van 2 plaatsen van overeenkomst Strippenkaart, daarna nog 1 over') // prettier-ignore
    await popup.getByText('Personen kiezen', { exact: true }).click()
    await expect.poll(() => told.textContent()).toBe('')
    assertNoErrors()
    await close()
  })
})
