/** Parts moved by hand, as planners do: by mouse, by keys, by finger; and the agenda on paper. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, instantOf, today, weekday } from '../../src/platform/format/zone.ts'
import { addContact, addEmptyPlanning, addPart, addResponsible } from '../support/builders.ts'
import { type Page, type Site, openSite, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** A Monday on which the story has nothing. */
const MONDAY = addDays(today(), 379 - weekday(addDays(today(), 378)))
const at = (days: number, time: string) => instantOf(addDays(MONDAY, days), time)!

async function part(days: number, time: string, description: string, teacher?: number): Promise<number> {
  const group_id = await addEmptyPlanning(site.app.db, site.app.story.courses.bhv)
  const id = await addPart(site.app.db, {
    group_id,
    description,
    starts_at: at(days, time),
    minutes: 120,
    status: 'planned',
    max_count: 12,
  })
  if (teacher !== undefined)
    await addResponsible(site.app.db, { appointment_id: id, contact_id: teacher, role_id: ROLE.teacher })
  return id
}
const startOf = async (id: number) =>
  (await site.app.db.selectFrom('appointments').select('starts_at').where('id', '=', id).executeTakeFirstOrThrow())
    .starts_at

/** The week of that Monday, plus some weeks. */
async function visit(role: number, path: string, weeks: number, options = {}) {
  const visitor = await site.visitor(role, options)
  const day = String(at(weeks * 7, '12:00').getTime())
  const cookies = { 'calendar-type': 'w', 'board-type': 'w', selected_date: day }
  await visitor.context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: site.app.url })))
  await visitor.page.goto(path)
  return visitor
}
const block = (page: Page, id: number) => page.locator(`[data-appointment="${id}"]`).first()
const outcome = (page: Page) => page.locator('.outcome--float')
const cell = (page: Page, days: number) =>
  page.locator(`[data-cell="${Math.round(Date.parse(addDays(MONDAY, days)) / 86_400_000)}"]`)

async function drag(page: Page, id: number, to: { x: number; y: number }, from = { x: 0.5, y: 0.2 }) {
  const box = (await block(page, id).boundingBox())!
  const start = { x: box.x + box.width * from.x, y: box.y + box.height * from.y }
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 8, start.y + 8)
  await page.mouse.move(start.x + to.x, start.y + to.y, { steps: 4 })
}

describe('moving by hand', () => {
  it('drags a part to another day and hour, tells what comes of it, shows it to others at once, and takes it back', async () => {
    const id = await part(0, '09:00', 'Blussen')
    const other = await visit(ROLE.administrator, '/calendar', 0)
    await block(other.page, id).waitFor()
    const { page, assertNoErrors, close } = await visit(ROLE.scheduler, '/calendar', 0)
    await block(page, id).waitFor()
    const [from, to] = await Promise.all([cell(page, 0).boundingBox(), cell(page, 2).boundingBox()])
    await drag(page, id, { x: to!.x - from!.x, y: (from!.height / 24) * 2 })
    await expect.poll(() => outcome(page).innerText()).toContain('11:00–13:00')
    await expect.poll(() => outcome(page).getAttribute('aria-busy')).toBe('false')
    expect(await startOf(id)).toEqual(at(0, '09:00'))
    await page.mouse.up()
    await page.locator('.flash', { hasText: 'Blussen verplaatst naar' }).waitFor()
    expect(await startOf(id)).toEqual(at(2, '11:00'))
    await cell(page, 2).locator(`[data-appointment="${id}"]`).waitFor()
    await cell(other.page, 2).locator(`[data-appointment="${id}"]`).waitFor()
    await page.locator('[data-undo]').click()
    await cell(page, 0).locator(`[data-appointment="${id}"]`).waitFor()
    expect(await startOf(id)).toEqual(at(0, '09:00'))
    assertNoErrors()
    await Promise.all([close(), other.close()])
  })

  it('stretches by the end of a block, puts back with Escape, and still opens it by a click', async () => {
    const id = await part(8, '09:00', 'Ontruimen')
    const { page, assertNoErrors, close } = await visit(ROLE.scheduler, '/calendar', 1)
    await block(page, id).waitFor()
    const hour = (await cell(page, 8).boundingBox())!.height / 24
    await drag(page, id, { x: 0, y: hour * 3 })
    await outcome(page).waitFor()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect.poll(() => outcome(page).count()).toBe(0)
    expect(await startOf(id)).toEqual(at(8, '09:00'))
    await drag(page, id, { x: 0, y: hour }, { x: 0.5, y: 0.99 })
    await expect.poll(() => outcome(page).innerText()).toContain('09:00–12:00')
    await page.mouse.up()
    await page.locator('.flash', { hasText: 'Ontruimen verlengd:' }).waitFor()
    const { ends_at } = await site.app.db
      .selectFrom('appointments')
      .select('ends_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(ends_at).toEqual(at(8, '12:00'))
    await block(page, id).click()
    await topPopup(page)
      .getByRole('heading', { name: /Ontruimen/ })
      .waitFor()
    assertNoErrors()
    await close()
  })

  it('stretches over days by the end of a block in the month, by mouse as by keys, and takes it back', async () => {
    const id = await part(77, '09:00', 'Meerdaags')
    const { page, assertNoErrors, close } = await visit(ROLE.scheduler, '/calendar', 11)
    await block(page, id).waitFor()
    await page.keyboard.press('m')
    await page.locator('.cal-month').waitFor()
    const endsAt = async () =>
      (await site.app.db.selectFrom('appointments').select('ends_at').where('id', '=', id).executeTakeFirstOrThrow())
        .ends_at
    const width = (await cell(page, 78).boundingBox())!.x - (await cell(page, 77).boundingBox())!.x
    await block(page, id).hover()
    await drag(page, id, { x: width * 2, y: 0 }, { x: 0.98, y: 0.5 })
    await expect.poll(() => outcome(page).innerText()).toMatch(/09:00–wo \d\d-\d\d 11:00/)
    expect(await page.locator('.cal-ghost').count()).toBe(3)
    await expect.poll(() => outcome(page).getAttribute('aria-busy')).toBe('false')
    expect(await endsAt()).toEqual(at(77, '11:00'))
    await page.mouse.up()
    await page.locator('.flash', { hasText: 'Meerdaags verlengd:' }).waitFor()
    expect([await startOf(id), await endsAt()]).toEqual([at(77, '09:00'), at(79, '11:00')])
    // Its end is pulled where it is by now; on the days before it there is nothing to pull.
    await cell(page, 79).locator('[data-grip]').waitFor()
    expect(await cell(page, 77).locator('[data-grip]').count()).toBe(0)
    await page.locator('[data-undo]').click()
    await expect.poll(endsAt).toEqual(at(77, '11:00'))
    await cell(page, 77).locator('[data-grip]').waitFor()
    await block(page, id).focus()
    await page.keyboard.press(' ')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(endsAt).toEqual(at(78, '11:00'))
    assertNoErrors()
    await close()
  })

  it('moves by the keys to another teacher, asks where that one is taken, and copies what stands fast', async () => {
    const [jan, ans] = [
      await addContact(site.app.db, { first_name: 'Jan', last_name: 'Aalders', roles: [ROLE.teacher] }),
      await addContact(site.app.db, { first_name: 'Ans', last_name: 'Aaltink', roles: [ROLE.teacher] }),
    ]
    const id = await part(14, '09:00', 'Reanimatie', jan)
    await part(14, '10:00', 'Verbinden', ans)
    const { page, assertNoErrors, close } = await visit(ROLE.scheduler, '/courses/board/teachers', 2)
    await block(page, id).focus()
    await page.keyboard.press(' ')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => outcome(page).innerText()).toContain('Ans Aaltink is bezet')
    await page.keyboard.press('Enter')
    await expect.poll(() => outcome(page).locator('[data-answer=no]').count()).toBe(1)
    await outcome(page).locator('[data-answer=no]').click()
    await expect.poll(() => outcome(page).count()).toBe(0)
    await block(page, id).focus()
    await page.keyboard.press(' ')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => outcome(page).innerText()).toContain('met Ans Aaltink')
    await page.keyboard.press('Enter')
    await page.locator(`[data-lane="${ans}"] [data-appointment="${id}"]`).waitFor()
    expect(await startOf(id)).toEqual(at(15, '09:00'))
    await site.app.db.updateTable('appointments').set({ status: 'done' }).where('id', '=', id).execute()
    await page.reload()
    await block(page, id).focus()
    await page.keyboard.press(' ')
    await page.locator('.flash', { hasText: 'Dit onderdeel is afgerond en staat vast.' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => outcome(page).innerText()).toContain('Kopie van')
    await page.keyboard.press('Enter')
    await page.locator('.flash', { hasText: 'Gekopieerd als planning' }).waitFor()
    expect(await startOf(id)).toEqual(at(15, '09:00'))
    assertNoErrors()
    await close()
  })

  it('moves from the menu of a block on a phone, and offers nothing of it to who may not', async () => {
    const teacher = site.app.story.contacts.teacher
    const id = await part(21, '09:00', 'Tillen', teacher)
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
    const { page, context, assertNoErrors, close } = await visit(ROLE.scheduler, '/calendar', 3, phone)
    await block(page, id).waitFor()
    await block(page, id).scrollIntoViewIfNeeded()
    const box = (await block(page, id).boundingBox())!
    const touch = await context.newCDPSession(page)
    const point = { x: box.x + box.width / 2, y: box.y + 20 }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
    await page.getByRole('menuitem', { name: 'Verplaatsen…' }).waitFor()
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await page.getByRole('menuitem', { name: 'Verplaatsen…' }).click()
    const form = topPopup(page)
    await expect.poll(() => form.locator('.outcome h3').innerText()).toContain('Tillen')
    await form.getByRole('button', { name: 'Verplaatsen' }).waitFor()
    await close()
    const own = await visit(ROLE.teacher, '/calendar', 3)
    await block(own.page, id).waitFor()
    await drag(own.page, id, { x: 200, y: 60 })
    await own.page.mouse.up()
    await block(own.page, id).focus()
    await own.page.keyboard.press(' ')
    expect(await outcome(own.page).count()).toBe(0)
    expect(await own.page.locator('[data-grip]').count()).toBe(0)
    assertNoErrors()
    await own.close()
  })
})

describe('on paper', () => {
  it('stands the whole month with its title, each day with all it has, and of a week the hours that matter', async () => {
    const parts = []
    for (let hour = 0; hour < 9; hour += 1) parts.push(await part(35, `${String(8 + hour).padStart(2, '0')}:00`, 'Vol'))
    const late = await part(35, '20:00', 'Avond')
    const { page, assertNoErrors, close } = await visit(ROLE.scheduler, '/calendar', 5)
    const grid = page.locator('.cal-week')
    await block(page, late).waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await grid.evaluate((element) => getComputedStyle(element).getPropertyValue('--paper-from'))).toBe('14')
    expect(await grid.evaluate((element) => getComputedStyle(element).getPropertyValue('--paper-to'))).toBe('44')
    expect(await page.locator('.cal-tools').isVisible()).toBe(false)
    expect(await page.locator('.cal-title').isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })

    await page.keyboard.press('m')
    const more = cell(page, 35).locator('.cal-more')
    await more.waitFor()
    expect(await block(page, late).count()).toBe(0)
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    for (const id of [...parts, late]) expect(await block(page, id).isVisible()).toBe(true)
    expect(await more.count()).toBe(0)
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await more.waitFor()
    assertNoErrors()
    await close()
  })
})

describe('the rows', () => {
  it('stand whole on paper, with their title and all that is in them, and nothing that is for the screen', async () => {
    const who = await addContact(site.app.db, { first_name: 'Zoë', last_name: 'Zwart', roles: [ROLE.teacher] })
    const id = await part(84, '09:00', 'Op papier', who)
    const { page, assertNoErrors, close } = await visit(ROLE.scheduler, '/courses/board/teachers', 12)
    const row = page.locator(`[data-lane="${who}"]`)
    await row.locator(`[data-appointment="${id}"]`).waitFor()
    await page.emulateMedia({ media: 'print' })
    // The last row is far below the screen, and paper does not scroll.
    for (const scroller of ['.lanes-panel', '.lanes-scroll'])
      expect(await page.locator(scroller).evaluate((one) => getComputedStyle(one).overflow)).toBe('visible')
    const bottom = await row.evaluate((one) => one.getBoundingClientRect().bottom + window.scrollY)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThanOrEqual(Math.floor(bottom))
    expect(await row.locator(`[data-appointment="${id}"]`).isVisible()).toBe(true)
    expect(await page.locator('.cal-title').isVisible()).toBe(true)
    for (const off of ['.cal-tools', '.lane-free']) expect(await page.locator(off).first().isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    assertNoErrors()
    await close()
  })

  it('lead from the part of who is away to who takes over, and keep a weekend without anything narrow', async () => {
    const who = await addContact(site.app.db, { first_name: 'Bo', last_name: 'Aalders', roles: [ROLE.teacher] })
    const id = await part(92, '09:00', 'Tillen', who)
    const day = addDays(MONDAY, 92)
    await site.app.db
      .insertInto('absences')
      .values({ contact_id: who, kind: 'sick', first_day: day, last_day: day })
      .execute()
    const { page, assertNoErrors, close } = await visit(ROLE.scheduler, '/courses/board/teachers', 13)
    const row = page.locator(`[data-lane="${who}"]`)
    await row.locator(`[data-appointment="${id}"].is-red`).waitFor()
    const widths = await row.locator('.lane-cell').evaluateAll((cells) => cells.map((one) => one.clientWidth))
    expect(Math.max(...widths.slice(5)) * 2).toBeLessThan(Math.min(...widths.slice(0, 5)))
    await row.getByRole('button', { name: 'Vervanger kiezen: ' }).click()
    await topPopup(page).getByRole('heading', { name: 'Onderdelen van Bo Aalders overdragen' }).or(topPopup(page).getByText('Tillen')).first().waitFor() // prettier-ignore
    await topPopup(page).locator('form[hx-post*="/replacements/"]').first().waitFor()
    assertNoErrors()
    await close()
  })

  it('report a teacher away from the day that was pressed, by the right button and by the keys', async () => {
    const who = await addContact(site.app.db, { first_name: 'Ada', last_name: 'Aarts', roles: [ROLE.teacher] })
    await part(64, '09:00', 'Tillen', who)
    const { page, assertNoErrors, close } = await visit(ROLE.scheduler, '/courses/board/teachers', 9)
    const row = page.locator(`[data-lane="${who}"]`)
    await row.locator('.lane-menu').focus()
    await page.keyboard.press('Enter')
    const menu = page.locator('[role=menu]')
    await expect.poll(() => menu.getAttribute('aria-label')).toBe('Ada Aarts')
    await page.keyboard.press('Escape')
    await expect.poll(() => menu.count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('lane-menu')
    const day = Math.round(Date.parse(addDays(MONDAY, 64)) / 86_400_000)
    await row.locator(`[data-cell="${day}"]`).click({ button: 'right', position: { x: 5, y: 5 } })
    await menu.getByText('Afwezig melden…').click()
    const popup = topPopup(page)
    await popup.getByRole('heading', { name: 'Ada Aarts afwezig melden' }).waitFor()
    const typed = addDays(MONDAY, 64).split('-').reverse().join('-')
    expect(await popup.locator('[name=first_day]').inputValue()).toBe(typed)
    await popup.locator('[data-hit]', { hasText: 'Tillen' }).waitFor()
    assertNoErrors()
    await close()
    const teacher = await visit(ROLE.teacher, '/courses/board/teachers', 9)
    await teacher.page.locator('.lane').nth(1).waitFor()
    expect(await teacher.page.locator('.lane-menu').count()).toBe(0)
    await teacher.close()
  })

  it('of establishments take no part from another one, and say why', async () => {
    const { db, story } = site.app
    const { zwolle1 } = story.rooms
    const { id: other } = await db
      .selectFrom('establishments')
      .select('id')
      .where('id', '<>', story.establishments.zwolle)
      .where('active', '=', true)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const id = await part(70, '09:00', 'Knopen')
    await db.updateTable('appointments').set({ room_id: zwolle1 }).where('id', '=', id).execute()
    const { page, assertNoErrors, close } = await visit(ROLE.scheduler, '/courses/board/establishments', 10)
    await block(page, id).waitFor()
    const target = page.locator(`[data-lane="${other}"] .lane-cell`).nth(2)
    const [from, to] = [(await block(page, id).boundingBox())!, (await target.boundingBox())!]
    await drag(page, id, { x: to.x - from.x, y: to.y + to.height / 2 - from.y - from.height * 0.2 })
    const why = 'Een andere vestiging vraagt een ander lokaal'
    await expect.poll(() => outcome(page).innerText()).toContain(why)
    await page.mouse.up()
    await page.locator('.flash', { hasText: why }).waitFor()
    expect(await startOf(id)).toEqual(at(70, '09:00'))
    assertNoErrors()
    await close()
  })
})

describe('saved views of the agenda', () => {
  it('are kept, opened, changed and left, and come back with the address', async () => {
    const { page, assertNoErrors, close } = await visit(ROLE.scheduler, '/calendar?type=w&status=planned&name.status=Gepland', 0) // prettier-ignore
    const tab = (name: string) => page.getByRole('navigation', { name: 'Weergaven' }).getByRole('link', { name })
    const kept = async (name: string) => {
      await topPopup(page).getByLabel('Naam').fill(name)
      await topPopup(page).getByRole('button', { name: 'Weergave toevoegen' }).click()
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
    }
    await page.locator('.cal-week').waitFor()
    await page.getByRole('button', { name: 'Meer', exact: true }).click()
    await page.getByRole('button', { name: 'Weergave toevoegen' }).click()
    await kept('Geplande week')
    await expect.poll(() => tab('Geplande week').getAttribute('aria-current')).toBe('true')
    await expect.poll(() => page.url()).toMatch(/\?view=\d+$/)
    await page.keyboard.press('d')
    await page.getByText('Weergave gewijzigd').waitFor()
    await expect.poll(() => page.url()).toMatch(/type=d/)
    await page.reload()
    await page.locator('.cal-day-view, .cal-week').first().waitFor()
    await page.getByText('Weergave gewijzigd').waitFor()
    await tab('Alle').click()
    await page.getByRole('button', { name: 'Filter Status verwijderen' }).waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await tab('Geplande week').click()
    await page.getByRole('button', { name: 'Filter Status verwijderen' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Week', exact: true }).getAttribute('aria-pressed')).toBe('true') // prettier-ignore
    await page.getByRole('button', { name: 'Filter Status verwijderen' }).click()
    await page.getByRole('button', { name: 'Opslaan', exact: true }).click()
    await page.getByText('Weergave opgeslagen: Geplande week').first().waitFor()
    await expect.poll(() => page.getByText('Weergave gewijzigd').isVisible()).toBe(false)
    assertNoErrors()
    await close()
  })
})
