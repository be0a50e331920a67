/** What is done without network reaches the server once: nothing is lost, nothing is doubled, nothing looks saved that is not. */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { type Site, drawSignature, openSite, topPopup } from '../e2e/visit.ts'
import { addEmptyPlanning, addEnrolment, addPart } from '../support/builders.ts'
import { type HeldPlanning, addHeldPlanning, noteOf, resultsOf } from '../training/held-planning.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const rowOf = (page: Page, planning: HeldPlanning, student: number) =>
  page.locator(`[data-result="${student}-${planning.parts[0]}"]`)
const choose = (page: Page, planning: HeldPlanning, student: number, group: string, name: string) =>
  rowOf(page, planning, student).getByRole('group', { name: group }).getByRole('button', { name }).tap()
const stored = (planning: HeldPlanning) => resultsOf(site.app, planning.parts[0]!)
/** How often the history says that a row of this part changed. */
async function saves(planning: HeldPlanning): Promise<number> {
  const { rows } = await site.app.pool.query<{ count: number }>(
    `select count(*)::integer as count from history where record_type = 'enrolment' and action = 'update'
       and record_id in (select id from enrolments where appointment_id = $1)`,
    [planning.parts[0]],
  )
  return rows[0]!.count
}
async function open(planning: HeldPlanning) {
  const visitor = await site.visitor(ROLE.teacher, PHONE)
  await visitor.page.goto(`/calendar/results/${planning.parts[0]}`)
  await topPopup(visitor.page).locator('[data-results]').waitFor()
  return visitor
}
const unsent = (page: Page) => page.locator('[data-unsent]')

/** From now on answers to such requests are dropped after the server gave them. */
async function dropAnswers(page: Page, path: string, times: number): Promise<() => number> {
  let dropped = 0
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== 'POST' || dropped >= times) return route.continue()
    dropped++
    await route.fetch()
    await route.abort('connectionreset')
  })
  return () => dropped
}

describe('without network', () => {
  it('keeps results and a note over a reload, says so all the time, and sends each once', async () => {
    const planning = await addHeldPlanning(site.app)
    const [anouk, gerrit, bram] = planning.students as [number, number, number]
    const { page, context, close } = await open(planning)
    await context.setOffline(true)
    await choose(page, planning, anouk, 'Geslaagd', 'Ja')
    await choose(page, planning, gerrit, 'Aanwezig', 'Nee')
    await choose(page, planning, anouk, 'Geslaagd', 'Nee')
    const note = rowOf(page, planning, bram).getByRole('textbox')
    await note.fill('Komt een uur later')
    await note.blur()
    await rowOf(page, planning, bram).getByText('Niet opgeslagen').waitFor()
    await unsent(page)
      .getByText(/Nog te versturen/)
      .waitFor()
    expect(await page.getByText('Alles ingevuld en opgeslagen').count()).toBe(0)
    expect(await page.getByText('Opgeslagen', { exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Bekijken' }).tap()
    await topPopup(page).getByText('Wacht op verbinding').first().waitFor()
    await topPopup(page).getByRole('button', { name: 'Terug' }).tap()
    expect(await stored(planning)).toEqual({ [anouk]: '/', [gerrit]: '/', [bram]: '/' })
    // The page goes, and comes back when the network does.
    await page.goto('about:blank')
    await context.setOffline(false)
    await page.goto('/today')
    await expect.poll(() => stored(planning)).toEqual({ [anouk]: '1/0', [gerrit]: '0/0', [bram]: '/' })
    await expect.poll(() => noteOf(site.app, planning.parts[0]!, bram)).toBe('Komt een uur later')
    await expect.poll(() => unsent(page).count()).toBe(0)
    await close()
  })

  it('sends once what the server stored and whose answer was lost', async () => {
    const planning = await addHeldPlanning(site.app)
    const [anouk, gerrit, bram] = planning.students as [number, number, number]
    const { page, close } = await open(planning)
    const dropped = await dropAnswers(page, `/calendar/results/${planning.parts[0]}`, 2)
    await choose(page, planning, anouk, 'Geslaagd', 'Ja')
    await expect.poll(dropped).toBe(1)
    await choose(page, planning, anouk, 'Geslaagd', 'Nee')
    await choose(page, planning, gerrit, 'Geslaagd', 'Ja')
    await expect.poll(dropped).toBe(2)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect.poll(() => stored(planning)).toEqual({ [anouk]: '1/0', [gerrit]: '1/1', [bram]: '/' })
    await expect.poll(() => unsent(page).count()).toBe(0)
    // Anouk twice, Gerrit once: what came again was not saved again.
    expect(await saves(planning)).toBe(3)
    await close()
  })

  it('overwrites nothing that somebody else filled in meanwhile: both are shown, and the user chooses', async () => {
    const planning = await addHeldPlanning(site.app)
    const [anouk, gerrit] = planning.students as [number, number]
    const { page, context, close } = await open(planning)
    await context.setOffline(true)
    await choose(page, planning, anouk, 'Geslaagd', 'Ja')
    await unsent(page)
      .getByText(/Nog te versturen/)
      .waitFor()
    await (
      await site.app.as(ROLE.scheduler)
    ).post(`/calendar/results/${planning.parts[0]}`, {
      [`present_students[${anouk}-${planning.parts[0]}]`]: 0,
      [`present_students[${gerrit}-${planning.parts[0]}]`]: 1,
    })
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Nakijken' }).tap()
    await topPopup(page).getByText('Er staat: Nee. U vulde in: Ja.').first().waitFor()
    expect((await stored(planning))[anouk]).toBe('0/0')
    await topPopup(page).getByRole('button', { name: 'Mijn invoer versturen' }).tap()
    await expect.poll(async () => (await stored(planning))[anouk]).toBe('1/1')
    expect((await stored(planning))[gerrit]).toBe('1/')
    await close()
  })

  it('takes signatures of one after the other, and keeps a checklist', async () => {
    const planning = await addHeldPlanning(site.app)
    const { page, context, close } = await open(planning)
    const part = planning.parts[0]!
    await page
      .getByRole('link', { name: /^Laten tekenen/ })
      .first()
      .tap()
    await topPopup(page).locator('.popup-title').getByText('Handtekening van').waitFor()
    await expect.poll(() => topPopup(page).locator('canvas').getAttribute('aria-busy')).toBeNull()
    await context.setOffline(true)
    for (const last of [false, false, true]) {
      const name = await topPopup(page).locator('.popup-title').innerText()
      await drawSignature(page)
      await topPopup(page)
        .getByRole('button', { name: last ? 'Handtekening opslaan' : 'Opslaan en volgende' })
        .tap()
      if (!last) await expect.poll(() => topPopup(page).locator('.popup-title').innerText()).not.toBe(name)
    }
    await unsent(page).getByText('Nog te versturen: 3').waitFor()
    const signed = async () => {
      const { rows } = await site.app.pool.query<{ id: number }>(
        'select contact_id as id from presence_signatures where appointment_id = $1 order by contact_id',
        [part],
      )
      return rows.map(({ id }) => id)
    }
    expect(await signed()).toEqual([])
    await context.setOffline(false)
    await expect.poll(signed).toEqual([...planning.students].sort((a, b) => a - b))
    await expect.poll(() => unsent(page).count()).toBe(0)

    const group_id = await addEmptyPlanning(site.app.db, site.app.story.courses.bhv)
    // So early the teacher of the story is nowhere else, whatever the weekday.
    const starts_at = instantOf(addDays(today(), -1), '04:00')!
    const other = await addPart(site.app.db, { group_id, starts_at })
    const { contacts } = site.app.story
    await addEnrolment(site.app.db, { appointment_id: other, contact_id: contacts.anouk })
    await site.app.db
      .insertInto('appointment_responsibles')
      .values({ appointment_id: other, contact_id: contacts.teacher, role_id: ROLE.teacher })
      .execute()
    await page.goto(`/checklist/submissionForAppointment/${other}`)
    await topPopup(page).locator('[data-checklist-block=number] input').first().fill('21')
    const dropped = await dropAnswers(page, `/checklist/submissionForAppointment/${other}`, 1)
    await topPopup(page).getByRole('button', { name: 'Opslaan, later verder' }).tap()
    await expect.poll(dropped).toBe(1)
    await unsent(page).getByRole('button', { name: 'Nu versturen' }).tap()
    await expect.poll(() => unsent(page).count()).toBe(0)
    const { rows } = await site.app.pool.query<{ answer: string; version: number }>(
      `select a.answer, s.version from checklist_submissions s join checklist_answers a on a.submission_id = s.id
       where s.object_id = $1 and a.kind = 'number'`,
      [other],
    )
    expect(rows).toEqual([{ answer: '21', version: 2 }])
    await close()
  })

  it('asks before signing out throws away what is not sent, and sends nothing in the name of somebody else', async () => {
    const planning = await addHeldPlanning(site.app)
    const [anouk] = planning.students as [number]
    const { page, context, close } = await open(planning)
    const path = `**/calendar/results/${planning.parts[0]}`
    await page.route(path, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
    await choose(page, planning, anouk, 'Geslaagd', 'Ja')
    await unsent(page).getByText('Nog te versturen: 1').waitFor()
    await page.goto('/calendar')
    await page.getByRole('button', { name: /account van/ }).tap()
    await page.getByRole('button', { name: 'Uitloggen' }).tap()
    await topPopup(page).getByText('1 wijziging op dit toestel is nog niet verstuurd').waitFor()
    await topPopup(page).getByRole('button', { name: 'Terug' }).tap()
    // The session ends, and a planner signs in on the same phone.
    const [name = '', value = ''] = (await site.app.as(ROLE.scheduler)).cookie.split(/=(.*)/s)
    await context.addCookies([{ name, value, url: site.app.url }])
    await page.unroute(path)
    await page.goto('/contacts')
    await page.locator('[data-rows] tr').first().waitFor()
    expect((await stored(planning))[anouk]).toBe('/')
    const own = (await site.app.as(ROLE.teacher)).cookie.split(/=(.*)/s)
    await context.addCookies([{ name: own[0]!, value: own[1]!, url: site.app.url }])
    await page.goto('/today')
    await expect.poll(async () => (await stored(planning))[anouk]).toBe('1/1')
    await close()
  })

  it('is told of what may not be done any more, which keeps nothing else waiting', async () => {
    const planning = await addHeldPlanning(site.app)
    const [anouk] = planning.students as [number]
    const { page, context, close } = await open(planning)
    await context.setOffline(true)
    await choose(page, planning, anouk, 'Geslaagd', 'Ja')
    await unsent(page).getByText('Nog te versturen: 1').waitFor()
    await page.goto('about:blank')
    const roles = (roles: number[]) =>
      site.app.db.updateTable('users').set({ roles }).where('id', '=', site.app.story.users[ROLE.teacher]!).execute()
    await roles([ROLE.lotus])
    await context.setOffline(false)
    await page.goto('/my-own-page')
    await page.getByRole('button', { name: 'Nakijken' }).tap()
    await topPopup(page).getByRole('button', { name: 'Verwijderen' }).tap()
    await expect.poll(() => unsent(page).count()).toBe(0)
    expect((await stored(planning))[anouk]).toBe('/')
    await roles([ROLE.teacher])
    await close()
  })
})
