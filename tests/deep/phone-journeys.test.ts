/** The day of a teacher on a phone: from the card of today to presence, and signing passed from person to person. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { instantOf, today } from '../../src/platform/format/zone.ts'
import { type Site, drawSignature, openSite, topPopup, violations } from '../e2e/visit.ts'
import { addEmptyPlanning, addEnrolment, addPart, addResponsible } from '../support/builders.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** A part of today that lasts all day, with this many people, and nothing else that the teacher gives. */
async function giveToday(students: number): Promise<number> {
  const { db, pool, story } = site.app
  await pool.query('delete from appointment_responsibles where contact_id = $1', [story.contacts.teacher])
  const group_id = await addEmptyPlanning(db, story.courses.bhvRefresher)
  const starts_at = instantOf(today(), '00:00')!
  const room_id = story.rooms.zwolle1
  const id = await addPart(db, { group_id, starts_at, minutes: 1439, status: 'confirmed', room_id })
  await addResponsible(db, { appointment_id: id, contact_id: story.contacts.teacher, role_id: ROLE.teacher })
  for (const { id: contact_id } of story.students.slice(0, students))
    await addEnrolment(db, { appointment_id: id, contact_id, present: null, passed: null })
  return id
}

describe('the day of a teacher', () => {
  it('lets twelve people sign in at most fourteen taps beside drawing, and shows who did', async () => {
    const part = await giveToday(12)
    const { page, close } = await site.visitor(ROLE.teacher, PHONE)
    let taps = 0
    const tap = async (name: string | RegExp, role: 'link' | 'button' = 'button') => {
      taps++
      await page.getByRole(role, { name }).first().tap()
    }
    await page.goto('/today')
    expect(await violations(page, '.pday')).toEqual([])
    await tap('Aanwezigheid invullen', 'link')
    await page.locator('dialog.is-open [data-results]').waitFor()
    expect(await violations(page, 'dialog[open]')).toEqual([])
    await tap(/^Laten tekenen/, 'link')
    const title = topPopup(page).locator('.popup-title')
    await title.getByText('Handtekening van').waitFor()
    const signed = async () => {
      const { rows } = await site.app.pool.query<{ count: number }>(
        'select count(*)::integer as count from presence_signatures where appointment_id = $1',
        [part],
      )
      return rows[0]!.count
    }
    for (let person = 1; person <= 12; person++) {
      const name = await title.innerText()
      await drawSignature(page)
      await tap(person < 12 ? 'Opslaan en volgende' : 'Handtekening opslaan')
      await expect.poll(signed).toBe(person)
      if (person < 12) await expect.poll(() => title.innerText()).not.toBe(name)
    }
    expect(taps).toBeLessThanOrEqual(14)
    await expect.poll(() => page.locator('[data-results] .c-sign [data-signed]').count()).toBe(12)
    await page.getByText('0 van 12 ingevuld').waitFor()
    await page.getByRole('button', { name: 'Iedereen geslaagd' }).tap()
    await page.getByText('12 van 12 ingevuld').waitFor()
    await page.getByRole('button', { name: 'Sluiten (Esc)' }).first().tap()
    await close()
  })

  it('shows those who are open or absent, and goes from one open choice to the next', async () => {
    const part = await giveToday(6)
    const { page, assertNoErrors, close } = await site.visitor(ROLE.teacher, PHONE)
    await page.goto(`/calendar/results/${part}`)
    const rows = page.locator('[data-result]')
    const shown = () => rows.evaluateAll((all) => all.filter((row) => row.checkVisibility()).length)
    await expect.poll(shown).toBe(6)
    const choose = (row: number, group: string, name: string) =>
      rows.nth(row).getByRole('group', { name: group }).getByRole('button', { name }).tap()
    await choose(1, 'Aanwezig', 'Nee')
    await choose(0, 'Geslaagd', 'Ja')
    await page.getByRole('button', { name: /^Afwezig 1/ }).tap()
    await expect.poll(shown).toBe(1)
    await rows.nth(1).getByText('Afwezig, tekenen niet nodig').waitFor()
    // What others do brings the rows anew; those that were asked for stay.
    await page.evaluate(
      (id) =>
        new Promise((resolve) => {
          document.addEventListener('popup:reloaded', resolve, { once: true })
          document.dispatchEvent(new CustomEvent('changed', { detail: { items: [{ type: 'appointment', id }] } }))
        }),
      part,
    )
    await expect.poll(shown).toBe(1)
    await page.getByRole('button', { name: /^Open 4/ }).tap()
    await expect.poll(shown).toBe(4)
    await page.getByRole('button', { name: 'Volgende open' }).tap()
    await expect.poll(shown).toBe(6)
    const focused = () => rows.evaluateAll((all) => all.findIndex((row) => row.contains(document.activeElement)))
    await expect.poll(focused).toBe(2)
    await page.getByRole('button', { name: 'Volgende open' }).tap()
    await expect.poll(focused).toBe(3)
    assertNoErrors()
    await close()
  })

  it('is one tap away on a phone, and follows what others change', async () => {
    await giveToday(2)
    const { page, assertNoErrors, close } = await site.visitor(ROLE.teacher, PHONE)
    await page.goto('/calendar')
    await page.locator('.top-hand').tap()
    await page.getByRole('heading', { name: 'Vandaag' }).waitFor()
    const { rows } = await site.app.pool.query<{ id: number }>(
      'select appointment_id as id from appointment_responsibles where contact_id = $1',
      [site.app.story.contacts.teacher],
    )
    const planner = await site.app.as(ROLE.scheduler)
    const { $ } = await planner.get(`/calendar/note/${rows[0]!.id}`)
    const version = String($('[name=version]').val())
    await planner.post(`/calendar/note/${rows[0]!.id}`, { note: 'Beamer mee', version, was: '' })
    await page.getByText('Beamer mee').waitFor()
    assertNoErrors()
    await close()
  })
})

describe('the page of a student', () => {
  it('is one tap away, gives the days to a calendar and a certificate in one tap each', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.student, PHONE)
    await page.goto('/calendar')
    await page.locator('.top-hand').tap()
    await page.getByRole('heading', { name: 'Mijn opleidingen' }).waitFor()
    expect(await violations(page, '.pday')).toEqual([])
    const take = async (name: RegExp) => {
      const coming = page.waitForEvent('download')
      await page.getByRole('link', { name }).first().tap()
      return (await coming).suggestedFilename()
    }
    expect(await take(/^Zet in mijn agenda/)).toMatch(/\.ics$/)
    expect(await take(/^Certificaat .* downloaden$/)).toMatch(/\.pdf$/)
    assertNoErrors()
    await close()
  })
})

describe('the list of plannings', () => {
  it('tells on a phone when each is and how full, without scrolling sideways', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler, PHONE)
    await page.goto('/plannings')
    const line = page.locator('[data-rows] tr[data-id] .c-phone').first()
    await line.waitFor()
    expect(await line.innerText()).toMatch(/^(ma|di|wo|do|vr|za|zo) \d\d-\d\d.* · \d+\/\d+ bezet$/)
    expect(await line.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
    const box = (await line.boundingBox())!
    expect([box.x >= 0, box.x + box.width <= 390]).toEqual([true, true])
    assertNoErrors()
    await close()
    const desk = await site.visitor(ROLE.scheduler)
    await desk.page.goto('/plannings')
    await desk.page.locator('[data-rows] tr[data-id]').first().waitFor()
    expect(await desk.page.locator('.c-phone').first().isVisible()).toBe(false)
    await desk.close()
  })
})
