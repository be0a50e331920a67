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

  it('a student has the certificate in one tap from the front door', async () => {
    const { page, close } = await site.visitor(ROLE.student, PHONE)
    await page.goto('/')
    const download = page.waitForEvent('download')
    await page.locator('a[href^="/certificate/file/"]').first().tap()
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
    await close()
  })
})
