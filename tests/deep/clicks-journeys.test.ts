/** How many clicks the jobs of every day take; what is typed is not counted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright'
import { ROLE } from '../../src/platform/access/roles.ts'
import { instantOf, today } from '../../src/platform/format/zone.ts'
import { type Site, openSite, topPopup } from '../e2e/visit.ts'
import { addContact, addEmptyPlanning, addEnrolment, addPart, addResponsible } from '../support/builders.ts'
import { addPlanning } from '../training/enrolment-support.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Presses things, and knows how often that was. */
function counter() {
  let clicks = 0
  return {
    press: async (locator: ReturnType<Page['locator']>) => {
      clicks++
      await locator.click()
    },
    count: () => clicks,
  }
}

describe('the jobs of every day', () => {
  it('a known person is enrolled from the list of plannings in two clicks', async () => {
    const { parts } = await addPlanning(site.app)
    await addContact(site.app.db, {
      first_name: 'Zelda',
      last_name: 'Quispel',
      company_id: site.app.story.companies.deLinde,
    })
    const { rows } = await site.app.pool.query<{ number: string }>('select group_id::text as number from appointments where id = $1', [parts[0]]) // prettier-ignore
    const { page, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`/plannings?when=all&search=${rows[0]!.number}`)
    const { press, count } = counter()
    await press(page.locator('[data-rows] tr[data-id] .c-main a, [data-rows] tr[data-id] .c-main').first())
    await press(
      topPopup(page).locator('.selbar, .rt-bar, .record-bar').getByText('Inschrijven', { exact: true }).first(),
    )
    await topPopup(page).locator('select[name="students[]"]').waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await page.keyboard.type('Quispel')
    await page.locator('.sel-opt', { hasText: 'Quispel' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await page
      .getByText(/ingeschreven/)
      .first()
      .waitFor()
    expect(count()).toBe(2)
    await close()
  })

  it('a teacher is at presence in one tap from the front door, and all are present in one more', async () => {
    const { db, pool, story } = site.app
    await pool.query('delete from appointment_responsibles where contact_id = $1', [story.contacts.teacher])
    const group_id = await addEmptyPlanning(db, story.courses.bhvRefresher)
    const id = await addPart(db, { group_id, starts_at: instantOf(today(), '00:00')!, minutes: 1439, status: 'confirmed', room_id: story.rooms.zwolle1 }) // prettier-ignore
    await addResponsible(db, { appointment_id: id, contact_id: story.contacts.teacher, role_id: ROLE.teacher })
    for (const { id: contact_id } of story.students.slice(0, 6)) await addEnrolment(db, { appointment_id: id, contact_id, present: null, passed: null }) // prettier-ignore
    const { page, close } = await site.visitor(ROLE.teacher, PHONE)
    await page.goto('/')
    const { press, count } = counter()
    await press(page.getByRole('link', { name: 'Aanwezigheid invullen' }).first())
    await page.locator('dialog.is-open [data-results]').waitFor()
    expect(count()).toBe(1)
    await press(topPopup(page).getByRole('button', { name: 'Iedereen aanwezig' }).first())
    const marked = topPopup(page).locator('[data-results] [aria-pressed=true], [data-results] [aria-checked=true]')
    await expect.poll(() => marked.count()).toBeGreaterThanOrEqual(6)
    expect(count()).toBe(2)
    await close()
  })

  it('an open course of one part is planned in four clicks, by keyboard but for the teacher', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    const { press, count } = counter()
    await page.goto('/plannings')
    await press(page.getByRole('link', { name: 'Planning toevoegen' }))
    await topPopup(page).locator('select[name="course_id"]').waitFor({ state: 'attached' })
    await topPopup(page).locator('.sel:has(select[name="course_id"]) .sel-btn').first().press('Enter')
    await page.keyboard.type('BHV herhaling')
    await page.locator('.sel-opt', { hasText: 'BHV herhaling' }).first().waitFor()
    await page.keyboard.press('Enter')
    const teachers = topPopup(page).locator('[data-step=teachers]:not([inert])')
    await teachers.waitFor()
    const start = topPopup(page).locator('[data-moment]:has([name="appointments[0][start_datetime]"])')
    await start.locator('[data-date]').fill('03-12-2031')
    await start.locator('[data-time]').fill('09:00')
    await start.locator('[data-time]').press('Tab')
    await expect.poll(() => teachers.innerText()).toContain('03-12-2031')
    await press(teachers.getByText('Jeroen van Dijk').first())
    await press(topPopup(page).getByRole('button', { name: 'Toevoegen', exact: true }))
    await expect
      .poll(async () => {
        const { rows } = await site.app.pool.query("select r.contact_id from appointments a join appointment_responsibles r on r.appointment_id = a.id where a.starts_at between '2031-12-03' and '2031-12-04'") // prettier-ignore
        return rows.length
      })
      .toBe(1)
    expect(count()).toBeLessThanOrEqual(4)
    assertNoErrors()
    await close()
  })

  it('the results of eight with one absent are in after three clicks', async () => {
    const { toFinish } = site.app.story.appointments
    await site.app.pool.query('update enrolments set present = null, passed = null where appointment_id = $1', [toFinish]) // prettier-ignore
    const { page, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`/calendar/results/${toFinish}`)
    const { press, count } = counter()
    await press(topPopup(page).locator('[data-result] [role=group] [data-choose="0"]').first())
    await press(topPopup(page).getByRole('button', { name: 'Iedereen geslaagd' }))
    await press(page.getByRole('button', { name: 'Alleen de open' }))
    await topPopup(page).getByText('Alles ingevuld en opgeslagen').waitFor()
    const { rows } = await site.app.pool.query('select count(*)::int as n, count(*) filter (where present = 1 and passed = 1)::int as passed from enrolments where appointment_id = $1', [toFinish]) // prettier-ignore
    expect(rows[0]).toEqual({ n: 8, passed: 7 })
    expect(count()).toBe(3)
    await close()
  })

  it('a planning whose results are in is finished, and its certificates are mailed, in two clicks', async () => {
    const { toFinish } = site.app.story.appointments
    await site.app.pool.query('update enrolments set present = 1, passed = 1 where appointment_id = $1', [toFinish])
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`/calendar/view-appointment/${toFinish}`)
    const { press, count } = counter()
    await press(topPopup(page).locator(`a[href="/calendar/getFinishWizard/${toFinish}"]:visible`).first())
    await topPopup(page).locator('[data-step=overview]:not([inert])').waitFor()
    await press(topPopup(page).getByRole('button', { name: 'Afronden en versturen' }))
    await topPopup(page).locator('[data-end]').waitFor()
    expect(count()).toBe(2)
    const { rows } = await site.app.pool.query<{ n: number }>('select count(*)::int as n from certificate_mailings m join appointments a on a.group_id = m.group_id where a.id = $1', [toFinish]) // prettier-ignore
    expect(rows[0]!.n).toBeGreaterThan(0)
    assertNoErrors()
    await close()
  })

  it('a list file dropped on a planning opens enrolling with that file read', async () => {
    const { parts } = await addPlanning(site.app)
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`/calendar/view-appointment/${parts[0]}`)
    const popup = page.locator(`dialog[data-record="appointment:${parts[0]}"]`)
    await popup.waitFor()
    const lines = page.locator('[data-lines] tbody tr[data-line]')
    await expect
      .poll(async () => {
        // The code that takes it comes with the popup; who drops again drops on the same planning.
        if ((await page.locator('[data-enrol]').count()) === 0)
          await popup.evaluate((target) => {
            const dataTransfer = new DataTransfer()
            dataTransfer.items.add(new File(['Naam;E-mail\nAnna Testman;anna@lijst.example'], 'lijst.csv', { type: 'text/csv' })) // prettier-ignore
            target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
          })
        return lines.count()
      })
      .toBe(1)
    assertNoErrors()
    await close()
  })

  it('a student has the certificate in one tap from the front door', async () => {
    const { page, close } = await site.visitor(ROLE.student, PHONE)
    await page.goto('/')
    const download = page.waitForEvent('download')
    await page.locator('a[href^="/certificate/file/"]').first().tap()
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
    await close()
  })
})
