/** Visits planned on the board of inspections, as planners do: by keys alone, by mouse, by typing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, instantOf, today, weekday } from '../../src/platform/format/zone.ts'
import { devicesFor } from '../support/order-devices.ts'
import { type Page, type Site, WCAG_22_AA, drawn, openSite, topPopup, violations } from '../e2e/visit.ts'

let site: Site
let jeroen: number
beforeAll(async () => {
  site = await openSite()
  jeroen = (await site.app.as(ROLE.teacher)).userId!
})
afterAll(() => site.close())

/** A Monday on which the story has nothing; each journey takes a week of its own. */
const MONDAY = addDays(today(), 386 - weekday(addDays(today(), 385)))
const COOKIE = 'board-settings-inspections'

async function open(day: string, settings: object = {}, query = '', device: object = {}) {
  const visitor = await site.visitor(ROLE.scheduler, device)
  const value = encodeURIComponent(JSON.stringify({ type: 'w', date: day, ...settings }))
  await visitor.context.addCookies([{ name: COOKIE, value, url: site.app.url }])
  await visitor.page.goto(`/inspections/board${query}`)
  await visitor.page.locator('.pb-grid').waitFor()
  await visitor.page.locator('.pb-tray li').first().waitFor()
  return visitor
}
const dayNumber = (day: string) => Date.parse(day) / 86_400_000
const cell = (page: Page, lane: number, day: string) =>
  page.locator(`[data-lane="${lane}"][data-cell="${dayNumber(day)}"]`)
const bar = (page: Page) => page.locator('.pb-drafts')
const flash = (page: Page, text: string) => page.locator('.flash', { hasText: text })
const settingsOf = async (page: Page) => {
  const kept = (await page.context().cookies()).find(({ name }) => name === COOKIE)!
  return { ...(JSON.parse(decodeURIComponent(kept.value)) as Record<string, unknown>), expires: kept.expires }
}
const storedOf = (order: number) =>
  site.app.db.selectFrom('visits').selectAll().where('order_id', '=', order).executeTakeFirst()
/** The order of the first that waits. */
const firstWaiting = async (page: Page) =>
  Number((await page.locator('.pb-tray [data-take]').first().getAttribute('data-take'))!.slice('new-'.length))

/** A visit on an order of its own. */
async function planned(day: string, from: string, until: string): Promise<number> {
  const order_id = await devicesFor(site.app).order()
  const { id } = await site.app.db
    .insertInto('visits')
    .values({ order_id, employee_id: jeroen, starts_at: instantOf(day, from)!, ends_at: instantOf(day, until)! })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function dragTo(page: Page, what: string, to: { x: number; y: number }) {
  const box = (await page.locator(`[data-take="${what}"]`).boundingBox())!
  await page.mouse.move(box.x + 20, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 30, box.y + 20)
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
}
async function middleOf(page: Page, lane: number, day: string) {
  await cell(page, lane, day).scrollIntoViewIfNeeded()
  const box = (await cell(page, lane, day).boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

describe('the planning board', () => {
  it('plans what waits by the keys alone: a draft that outlives a reload, and is confirmed [A-112][A-113][A-153]', async () => {
    const { page, assertNoErrors, close } = await open(MONDAY)
    const order = await firstWaiting(page)
    await page.locator('.pb-tray [data-take]').first().focus()
    await page.keyboard.press('Enter')
    const held = page.locator('.pb-held[role=status]')
    await held.waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => held.count()).toBe(0)
    await page.keyboard.press('Enter')
    const lanes = await page.locator('.pb-row > [data-lane]').evaluateAll((cells) => [...new Set(cells.map((one) => Number((one as HTMLElement).dataset.lane)))]) // prettier-ignore
    for (let step = 0; step < lanes.indexOf(jeroen); step++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    const day = addDays(MONDAY, 1)
    await expect.poll(() => held.innerText()).toContain('08:00–09:')
    await page.keyboard.press('Enter')
    const block = cell(page, jeroen, day).locator('.is-draft button')
    await expect.poll(() => block.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.reload()
    await block.waitFor()
    await expect.poll(() => bar(page).innerText()).toContain('1 wijziging')
    expect(await page.locator(`.pb-tray [data-take="new-${order}"]`).count()).toBe(0)
    await bar(page).getByRole('button', { name: 'Bevestigen' }).focus()
    await page.keyboard.press('Enter')
    await topPopup(page).locator('[data-draft]').waitFor()
    await topPopup(page).getByRole('button', { name: '1 bezoek inplannen' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => bar(page).innerText()).toBe('')
    await cell(page, jeroen, day).locator('.pb-ev:not(.is-draft)').waitFor()
    expect(await storedOf(order)).toMatchObject({ employee_id: jeroen, starts_at: instantOf(day, '08:00') })
    assertNoErrors()
    await close()
  })

  it('drags by the mouse, asks to be shorter, and refuses what does not fit [A-111] [S-151] [M-087] [M-088]', async () => {
    const day = addDays(MONDAY, 7)
    const [full, free] = [addDays(day, 1), addDays(day, 2)]
    await planned(day, '08:00', '23:15')
    await planned(full, '08:00', '23:59')
    const moving = await planned(free, '10:00', '11:00')
    const { page, assertNoErrors, close } = await open(day)
    const order = await firstWaiting(page)
    await dragTo(page, `new-${order}`, await middleOf(page, jeroen, full))
    await flash(page, 'Dit gaat helaas niet passen.').waitFor()
    await dragTo(page, `new-${order}`, await middleOf(page, jeroen, day))
    const question = topPopup(page)
    await expect.poll(() => question.innerText()).toMatch(/inkorten van \d+ naar 44 minuten/)
    await question.getByRole('button', { name: 'Annuleren' }).click()
    expect(await bar(page).innerText()).toBe('')
    await dragTo(page, `new-${order}`, await middleOf(page, jeroen, day))
    await topPopup(page).getByRole('button', { name: 'Prima' }).click()
    await expect.poll(() => cell(page, jeroen, day).locator('.is-draft time').innerText()).toBe('23:15–23:59')
    // A saved visit keeps its hours on another day, and becomes a draft.
    await dragTo(page, `visit-${moving}`, await middleOf(page, jeroen, addDays(day, 3)))
    await expect.poll(() => cell(page, jeroen, addDays(day, 3)).locator('.is-draft time').innerText()).toBe('10:00–11:00') // prettier-ignore
    await expect.poll(() => bar(page).innerText()).toContain('2 wijzigingen')
    await bar(page).getByRole('button', { name: 'Weggooien' }).click()
    await topPopup(page).getByRole('button', { name: 'Ja' }).click()
    await cell(page, jeroen, free).locator(`[data-take="visit-${moving}"]`).waitFor()
    assertNoErrors()
    await close()
  })

  it('checks times a second after they were typed, and puts back what overlaps [A-075] [A-105] [A-108] [M-085]', async () => {
    const day = addDays(MONDAY, 14)
    const first = await planned(day, '09:00', '10:00')
    await planned(day, '12:00', '13:00')
    const { page, assertNoErrors, close } = await open(day)
    await page.locator(`[data-take="visit-${first}"]`).click()
    const card = page.locator('.pb-card')
    const times = () => card.locator('.pb-fields input').evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)) // prettier-ignore
    expect(await card.getByLabel('Begin').isDisabled()).toBe(true)
    await card.getByRole('button', { name: 'Wijzigen' }).click()
    await card.getByLabel('Einde').fill('12:30')
    expect(await bar(page).getByRole('button', { name: 'Bevestigen' }).isDisabled()).toBe(true)
    await flash(page, 'Kan geen andere planning overlappen.').waitFor()
    expect(await times()).toEqual(['09:00', '10:00'])
    await card.getByLabel('Begin').fill('1030')
    await expect.poll(times).toEqual(['10:30', '11:30'])
    expect(await cell(page, jeroen, day).locator('.is-draft time').innerText()).toBe('10:30–11:30')
    assertNoErrors()
    await close()
  })

  it('cancels a visit after a question, which is taken back, and shows what somebody else cancels [A-152][M-090]', async () => {
    const day = addDays(MONDAY, 21)
    const visit = await planned(day, '09:00', '10:00')
    const other = await open(day)
    const { page, assertNoErrors, close } = await open(day)
    await other.page.locator(`[data-take="visit-${visit}"]`).waitFor()
    await page.locator(`[data-take="visit-${visit}"]`).focus()
    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'Planning annuleren' }).click()
    await expect.poll(() => topPopup(page).innerText()).toContain('Weet u zeker dat u deze planning wilt annuleren?')
    await topPopup(page).getByRole('button', { name: 'Ja' }).click()
    const blocks = (each: Page) => each.locator(`.pb-ev [data-take="visit-${visit}"]`)
    for (const each of [page, other.page]) await expect.poll(() => blocks(each).count()).toBe(0)
    await flash(page, 'Bezoek geannuleerd').getByRole('button', { name: 'Ongedaan maken' }).click()
    for (const each of [page, other.page]) await blocks(each).waitFor()
    assertNoErrors()
    await Promise.all([close(), other.close()])
  })

  it('keeps how it is looked at for a day [A-024] [A-025] [A-026] [A-054]', async () => {
    const { page, assertNoErrors, close } = await open(MONDAY)
    await page.keyboard.press('d')
    await page.locator('.pb-grid.is-d').waitFor()
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('.pb-hours > span').count()).toBe(48)
    await page.getByRole('button', { name: 'Keurmeesters naast elkaar' }).click()
    await page.getByLabel('Alleen mijn rij').check()
    const own = (await site.app.as(ROLE.scheduler)).userId!
    const lanesNow = () => page.locator('[data-cell]').evaluateAll((cells) => cells.map((one) => Number((one as HTMLElement).dataset.lane))) // prettier-ignore
    await expect.poll(lanesNow).toEqual([0, own])
    const kept = await settingsOf(page)
    expect(kept).toMatchObject({ type: 'd', direction: 'vertical', group: true, date: addDays(MONDAY, 1) })
    expect(Math.round((Number(kept.expires) - Date.now() / 1000) / 3600)).toBe(24)
    await page.reload()
    await page.locator('.pb-grid.is-vertical.is-d').waitFor()
    expect(await lanesNow()).toEqual([0, own])
    assertNoErrors()
    await close()
  })

  it('tells what a room is busy with once it is chosen for a visit [A-114] [A-115]', async () => {
    const day = addDays(MONDAY, 28)
    const { zwolle1 } = site.app.story.rooms
    const busy = await planned(day, '09:00', '11:00')
    await site.app.db.updateTable('visits').set({ room_id: zwolle1 }).where('id', '=', busy).execute()
    const { page, assertNoErrors, close } = await open(day)
    await page.goto(`/inspections/schedule/${site.app.story.visits.unplanned}?date=${day}`)
    const popup = topPopup(page)
    const note = popup.locator('[data-room-note]')
    expect(await note.isVisible()).toBe(false)
    const fill = async (name: string, value: string) => {
      await popup.locator(`[name="${name}"]`).fill(value)
      await popup.locator(`[name="${name}"]`).blur()
    }
    await fill('start_time', '10:00')
    await fill('end_time', '12:00')
    const { name } = await site.app.db.selectFrom('rooms').select('name').where('id', '=', zwolle1).executeTakeFirstOrThrow() // prettier-ignore
    await popup.locator('.sel:has(select[name="room_id"]) .sel-btn').click()
    await page.keyboard.type(name)
    await page.locator('[role=option]', { hasText: name }).first().click()
    await expect.poll(() => note.innerText()).toContain(`${name} is bezet op de volgende planningen.`)
    expect(await note.locator('li').count()).toBe(1)
    await fill('start_time', '11:00')
    await expect.poll(() => note.isVisible()).toBe(false)
    assertNoErrors()
    await close()
  })

  it('tells its keys in the sheet of shortcuts', async () => {
    const { page, assertNoErrors, close } = await open(MONDAY)
    await page.keyboard.press('?')
    const groups = topPopup(page).locator('section', { has: page.getByRole('heading', { name: /^Planbord/ }) })
    await topPopup(page).getByText('Alle toetsen').click()
    await groups.first().waitFor()
    const lines = (await groups.allInnerTexts()).join(' ').replaceAll(/\s+/g, ' ')
    for (const line of ['Week W', 'Dag D', 'Vandaag T', 'Bezoek of order oppakken Enter of Spatie', 'Bezoek kiezen E', 'Neerzetten Enter of Spatie', 'Terugzetten Esc']) expect(lines).toContain(line) // prettier-ignore
    assertNoErrors()
    await close()
  })

  it('plans on a phone: an order is dragged onto a day by its dots', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const { page, context, assertNoErrors, close } = await open(addDays(MONDAY, 42), { direction: 'vertical', group: true }, '', phone) // prettier-ignore
    const orders = page.locator('.pb-tray [data-take]')
    const first = await firstWaiting(page)
    await orders.first().evaluate((one) => one.scrollIntoView({ block: 'center' }))
    /** The lowest day that is in sight above what waits. */
    const target = async () => {
      const boxes = await page.locator('[data-cell]').evaluateAll((cells) => cells.map((cell) => ({ lane: Number((cell as HTMLElement).dataset.lane), day: Number((cell as HTMLElement).dataset.cell), x: cell.getBoundingClientRect().x + 40, y: cell.getBoundingClientRect().y + 30 })).filter(({ x, y }) => document.elementFromPoint(x, y)?.closest('[data-cell]'))) // prettier-ignore
      return boxes.at(-1)!
    }
    const to = await target()
    const dots = (await orders.first().locator('[data-drag]').boundingBox())!
    const from = { x: dots.x + dots.width / 2, y: dots.y + dots.height / 2 }
    const touch = await context.newCDPSession(page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) => touch.send('Input.dispatchTouchEvent', { type, touchPoints }) // prettier-ignore
    await send('touchStart', [from])
    await send('touchMove', [{ x: from.x, y: from.y - 20 }])
    await page.locator('.pb-held').waitFor()
    await send('touchMove', [{ x: to.x, y: to.y }])
    await page.locator(`[data-lane="${to.lane}"][data-cell="${to.day}"] .pb-ghost`).waitFor()
    await send('touchEnd', [])
    const drafted = (order: number) => page.locator(`.is-draft [data-take="new-${order}"]`)
    await drafted(first).waitFor()
    await bar(page).getByRole('button', { name: 'Bevestigen' }).click()
    await topPopup(page).getByRole('button', { name: '1 bezoek inplannen' }).click()
    await expect.poll(() => bar(page).innerText()).toBe('')
    const day = new Date(to.day * 86_400_000).toISOString().slice(0, 10)
    expect(await storedOf(first)).toMatchObject({ employee_id: to.lane || null, starts_at: instantOf(day, '08:00') })
    assertNoErrors()
    await close()
  })

  it('opens with the order that it was asked to plan in the hand [A-009]', async () => {
    const order = site.app.story.visits.unplanned
    const { page, assertNoErrors, close } = await open(addDays(MONDAY, 28), {}, `?order_id=${order}`)
    await page.locator('.pb-held').waitFor()
    await page.keyboard.press('Enter')
    await page.locator(`.is-draft [data-take="new-${order}"]`).waitFor()
    assertNoErrors()
    await close()
  })

  it('proposes what fills the days of an inspector, of which two are taken over and confirmed', async () => {
    const day = addDays(MONDAY, 35)
    const waiting = await site.app.db.selectFrom('order_places').innerJoin('orders', 'orders.id', 'order_places.order_id').select('orders.id').where('orders.city', 'is not', null).execute() // prettier-ignore
    await site.app.db.updateTable('order_places').set({ latitude: 52.51, longitude: 6.09 }).where('order_id', 'in', waiting.map(({ id }) => id)).execute() // prettier-ignore
    const { page, assertNoErrors, close } = await open(day)
    await page.getByRole('button', { name: 'Dag vullen' }).focus()
    await page.keyboard.press('Enter')
    const panel = page.locator('.pb-fill')
    await expect.poll(() => panel.locator('h2').evaluate((one) => one === document.activeElement)).toBe(true)
    const people = panel.getByRole('group', { name: 'Keurmeesters' })
    for (const name of await people.locator('label').allInnerTexts())
      if (name !== 'Jeroen van Dijk') await people.getByLabel(name, { exact: true }).uncheck()
    await panel.getByRole('button', { name: 'Voorstel maken' }).click()
    await expect.poll(() => panel.getByRole('status').innerText()).toMatch(/^Voorstel: /)
    const lines = panel.locator('.pb-proposed label')
    await expect.poll(() => lines.first().innerText()).toMatch(/\d+ min/)
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await drawn(page)
      const found = await violations(page, '.pb-root', WCAG_22_AA)
      expect(found.map(({ id, nodes }) => [scheme, id, nodes[0]!.html, nodes[0]!.failureSummary])).toEqual([])
    }
    const count = await lines.count()
    expect(count).toBeGreaterThan(2)
    for (let i = 2; i < count; i++) await lines.nth(i).locator('input').uncheck()
    await panel.getByRole('button', { name: '2 overnemen' }).click()
    await expect.poll(() => panel.count()).toBe(0)
    await expect.poll(() => bar(page).innerText()).toContain('2 wijzigingen')
    const orders = (await page.locator('.is-draft [data-take]').evaluateAll((blocks) => blocks.map((one) => (one as HTMLElement).dataset.take!.slice('new-'.length)))).map(Number) // prettier-ignore
    expect(orders).toHaveLength(2)
    await bar(page).getByRole('button', { name: 'Bevestigen' }).click()
    await topPopup(page)
      .getByRole('button', { name: /2 bezoeken inplannen|Inplannen en/ })
      .click()
    await expect.poll(() => bar(page).innerText()).toBe('')
    for (const order of orders) expect(await storedOf(order)).toMatchObject({ employee_id: jeroen })
    assertNoErrors()
    await close()
  })
})
