/** A day of code 95 on a phone: drivers sign when they come and when they leave, in between without network. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { instantOf, today } from '../../src/platform/format/zone.ts'
import { type Page, type Site, drawSignature, openSite, topPopup, violations } from '../e2e/visit.ts'
import { addEmptyPlanning, addEnrolment, addResponsible } from '../support/builders.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const MINUTE = 60_000

/** A part of today that begins now, give or take some minutes, with three drivers. */
async function giveToday(beganAgo: number): Promise<number> {
  const { db, story } = site.app
  const starts_at = new Date(Math.max(Date.now() - beganAgo * MINUTE, instantOf(today(), '00:00')!.getTime()))
  const group_id = await addEmptyPlanning(db, story.code95.course)
  const { id } = await db
    .insertInto('appointments')
    .values({
      ...{ group_id, component_id: 161, description: 'Langs de weg', status: 'confirmed', max_count: 12 },
      ...{ starts_at, ends_at: new Date(starts_at.getTime() + 480 * MINUTE) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addResponsible(db, { appointment_id: id, contact_id: story.contacts.teacher, role_id: ROLE.teacher })
  for (const contact_id of story.code95.drivers.slice(0, 3))
    await addEnrolment(db, { appointment_id: id, contact_id, present: null, passed: null })
  return id
}

const title = (page: Page) => topPopup(page).locator('.popup-title')
const arrived = (page: Page) => topPopup(page).locator('input[name=arrived]')
const unsent = (page: Page) => page.locator('[data-unsent]')
const late = (page: Page) => topPopup(page).getByText('de uren tellen niet mee voor code 95')

/** Everybody in turn, from the pad that is open. */
async function signAll(page: Page, count: number, each: (person: number) => Promise<void>): Promise<void> {
  for (let person = 1; person <= count; person++) {
    const name = await title(page).innerText()
    await drawSignature(page)
    await each(person)
    await topPopup(page)
      .getByRole('button', { name: person < count ? 'Opslaan en volgende' : 'Handtekening opslaan' })
      .tap()
    if (person < count) await expect.poll(() => title(page).innerText()).not.toBe(name)
  }
}

async function stored(part: number) {
  const { rows } = await site.app.pool.query<{ moments: string[]; arrived: boolean; present: number | null }>(
    `select e.present, e.arrived_at is not null as arrived,
       array(select s.moment from presence_signatures s where s.appointment_id = e.appointment_id
         and s.contact_id = e.contact_id order by s.moment desc) as moments
     from enrolments e where e.appointment_id = $1 order by e.contact_id`,
    [part],
  )
  return rows.map(({ moments, arrived: came, present }) => `${present ?? ''} ${came ? 'came' : ''} ${moments.join()}`)
}
const EACH = (text: string) => [text, text, text]

describe('a day of code 95', () => {
  it('is signed on coming and on leaving from one phone, without network in between, and nothing is lost', async () => {
    const part = await giveToday(0)
    const { page, context, close } = await site.visitor(ROLE.teacher, PHONE)
    await page.goto(`/calendar/results/${part}`)
    await page.locator('dialog.is-open [data-results]').waitFor()
    expect(await violations(page, 'dialog[open]')).toEqual([])
    await page.getByRole('link', { name: /^Laten tekenen/ }).first().tap() // prettier-ignore
    await title(page).getByText('Handtekening van').waitFor()
    await expect.poll(() => arrived(page).inputValue()).toMatch(/^\d\d:\d\d$/)
    expect(await late(page).isVisible()).toBe(false)
    await signAll(page, 3, async (person) => {
      expect(await arrived(page).inputValue()).toMatch(/^\d\d:\d\d$/)
      if (person === 2) await context.setOffline(true)
    })
    await unsent(page).getByText('Nog te versturen: 2').waitFor()
    expect((await stored(part)).filter((row) => row === '1 came start')).toHaveLength(1)
    await context.setOffline(false)
    await expect.poll(() => stored(part)).toEqual(EACH('1 came start'))
    await expect.poll(() => unsent(page).count()).toBe(0)
    await page.locator('[data-results] .c-sign').getByText(/^Getekend/).nth(2).waitFor() // prettier-ignore
    await page.getByRole('link', { name: /^Vertrek laten tekenen/ }).first().tap() // prettier-ignore
    await topPopup(page).getByText('vertrekt en tekent hieronder').waitFor()
    expect(await arrived(page).count()).toBe(0)
    // What somebody else does to the day meanwhile takes no line from under the pen.
    await drawSignature(page)
    await page.evaluate(
      (id) => document.dispatchEvent(new CustomEvent('changed', { detail: { items: [{ type: 'appointment', id }] } })),
      part,
    )
    await page.waitForLoadState('networkidle')
    expect(await topPopup(page).locator('[data-stale]').count()).toBe(0)
    await topPopup(page).getByRole('button', { name: 'Wissen' }).tap()
    await signAll(page, 3, async (person) => {
      if (person === 1) await context.setOffline(true)
    })
    await unsent(page).getByText('Nog te versturen: 3').waitFor()
    await context.setOffline(false)
    await expect.poll(() => stored(part)).toEqual(EACH('1 came start,end'))
    await close()
    const planner = await site.visitor(ROLE.scheduler)
    await planner.page.goto(`/calendar/getFinishWizard/${part}`)
    await topPopup(planner.page).getByText('is nog niet voorbij').waitFor()
    planner.assertNoErrors()
    await planner.close()
  })

  it('tells who is too late before signing, and lets the time be set right afterwards', async () => {
    const part = await giveToday(90)
    const { page, assertNoErrors, close } = await site.visitor(ROLE.teacher, PHONE)
    await page.goto(`/calendar/results/${part}`)
    await page.getByRole('link', { name: /^Laten tekenen/ }).first().tap() // prettier-ignore
    await expect.poll(() => arrived(page).inputValue()).toMatch(/^\d\d:\d\d$/)
    await arrived(page).fill('23:59')
    await late(page).waitFor()
    expect(await violations(page, 'dialog[open]')).toEqual([])
    await arrived(page).fill('00:00')
    await expect.poll(() => late(page).isVisible()).toBe(false)
    await drawSignature(page)
    await topPopup(page).getByRole('button', { name: 'Handtekening opslaan' }).tap()
    const link = page.locator('[data-results] .results-arrival').filter({ hasText: 'Aankomst 00:00' })
    await link.tap()
    await title(page).getByText('Aankomst van').waitFor()
    await arrived(page).fill('00:01')
    await topPopup(page).getByRole('button', { name: 'Opslaan' }).tap()
    await page.locator('[data-results] .results-arrival').filter({ hasText: 'Aankomst 00:01' }).waitFor()
    assertNoErrors()
    await close()
  })
})
