import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatDate } from '../../src/platform/format/format.ts'
import { type Page, type Site, openSite, rows, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await site.app.pool.query(`
    insert into companies (name, client_id) select 'Zoekbaar ' || lpad(n::text, 3, '0'), 600000 + n
    from generate_series(1, 60) n`)
})
afterAll(() => site.close())

const visit = async (path = '/contacts', options = {}, role = 2) => {
  const visitor = await site.visitor(role, options)
  await visitor.page.goto(path)
  return { ...visitor, field: visitor.page.getByRole('combobox').first() }
}
const hits = (page: Page) => page.locator('[data-search-list] [role=option]')

describe('the sheet of shortcuts', () => {
  it('opens on ? over a page and over a popup, not while something is typed, and names every single key', async () => {
    const { page, field, assertNoErrors, close } = await visit('/calendar')
    const sheet = page.getByRole('dialog', { name: 'Sneltoetsen' })
    await field.press('?')
    await expect.poll(() => field.inputValue()).toBe('?')
    await field.blur()
    await page.keyboard.press('?')
    await sheet.waitFor()
    await sheet.getByText('Alle toetsen').click()
    const keys = await sheet.locator('kbd').allTextContents()
    for (const key of ['/', '?', 'R', 'M', 'W', 'D', 'L', 'T', 'F', '←', '→', 'Spatie', 'Ctrl', 'K', 'G', 'C', 'P'])
      expect(keys).toContain(key)
    const told = async (group: string) =>
      sheet.locator('section', { has: page.getByRole('heading', { name: group, exact: true }) }).innerText()
    expect(await told('Lijst')).toMatch(/Reeks selecteren[\s\S]*Filter met de focus weghalen\s+Del\s+of\s+Backspace/)
    expect(await told('Venster')).toMatch(/Eerste of laatste tabblad\s+Home\s+of\s+End/)
    expect(await told('Zoeken en opdrachten')).toMatch(/PgUp\s+of\s+PgDn/)
    expect(await told('Menu')).toMatch(/Eerste of laatste regel\s+Home\s+of\s+End/)
    expect(await told('Kalender bij een datum')).toMatch(/Jaar terug of verder\s+Shift\s+PgUp\s+of\s+Shift\s+PgDn/)
    expect(await told('Agenda: opgepakt onderdeel')).toMatch(/Dag korter of langer[^\n]*\s+Shift\s+←\s+of\s+Shift\s+→/)
    // Those of one screen stand there alone.
    expect(await sheet.getByRole('heading', { name: 'Bankregels' }).count()).toBe(0)
    await page.keyboard.press('?')
    await expect.poll(() => sheet.count()).toBe(1)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    // Two keys in turn go to a page and make something new, as the sheet says.
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.waitForURL('**/contacts')
    await rows(page).first().waitFor()
    await page.keyboard.press('/')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Zoeken in contacten')
    await page.keyboard.press('Tab')
    await page.keyboard.press('c')
    await page.keyboard.press('b')
    await page.getByRole('dialog', { name: 'Bedrijf toevoegen' }).waitFor()
    await page.goto('/contact/view/10')
    await topPopup(page).waitFor()
    await page.keyboard.press('?')
    await sheet.waitFor()
    assertNoErrors()
    await close()
  })
})

describe('the palette', () => {
  const palette = (page: Page) => page.getByRole('dialog', { name: 'Zoeken en opdrachten' })
  const line = (page: Page, name: RegExp | string) => palette(page).getByRole('option', { name }).first()

  it('finds pages, actions, recent records and everything by keyboard alone, over a page and over a popup', async () => {
    const { page, context, assertNoErrors, close } = await visit('/contacts')
    await rows(page).first().waitFor()
    const opener = rows(page).first().locator('a').first()
    await opener.focus()
    await page.keyboard.press('Control+k')
    await palette(page).waitFor()
    const field = palette(page).getByRole('combobox')
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    // Escape gives the focus back.
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })
    await expect.poll(() => opener.evaluate((link) => link === document.activeElement)).toBe(true)

    await page.keyboard.press('Control+k')
    await page.keyboard.type('nieuw be')
    await line(page, /Nieuw bedrijf/).waitFor()
    await expect
      .poll(() => field.getAttribute('aria-activedescendant'))
      .toBe(await line(page, /Nieuw bedrijf/).getAttribute('id'))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Bedrijf toevoegen' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog.popup[open]').count()).toBe(0)

    // By another form of its name, and by a word that people have for it.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('certificaat')
    await line(page, /^Certificaten/).waitFor()
    await field.fill('kalender')
    await line(page, /^Agenda/).waitFor()
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })

    await page.keyboard.press('Control+k')
    await page.keyboard.type('wiersma')
    await line(page, /Karel Wiersma.*Metaalwerken/).waitFor()
    await expect.poll(() => palette(page).getByRole('status').innerText()).toMatch(/^\d+ resulta(at|ten)$/)
    const [tab] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+Enter')])
    expect(new URL(tab.url()).pathname).toMatch(/^\/contact\/view\/\d+$/)
    await tab.close()
    await page.keyboard.press('Enter')
    await expect.poll(() => topPopup(page).locator('.popup-title').innerText()).toContain('Karel Wiersma')

    // Over the record it offers what its head and its menu do; the record is now among the recent ones.
    await page.keyboard.press('Control+k')
    await palette(page).getByRole('group', { name: 'Recent' }).getByText('Karel Wiersma').waitFor()
    await page.keyboard.type('contact opn')
    await line(page, /Contact opnemen/).waitFor()
    await page.keyboard.press('Enter')
    await palette(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('dialog.popup[open]').count()).toBe(2)

    // A planning by its course and day, one of its tabs, one of its actions, and the keys there are.
    const { group_id, starts_at } = await site.app.db
      .selectFrom('appointments')
      .select(['group_id', 'starts_at'])
      .where('id', '=', site.app.story.appointments.coming)
      .executeTakeFirstOrThrow()
    await page.goto('/contacts')
    await rows(page).first().waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type(`bhv ${formatDate(starts_at).slice(0, 5)}`)
    await line(page, new RegExp(`planning ${group_id}`)).waitFor()
    const wanted = line(page, new RegExp(`planning ${group_id}`))
    while ((await wanted.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await topPopup(page).locator('.next-step').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('historie')
    await line(page, 'Historie').waitFor()
    await page.keyboard.press('Enter')
    await topPopup(page).locator('[data-item=history][aria-selected=true]').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('inschrijven')
    await line(page, /^Inschrijven/).waitFor()
    await page.keyboard.press('Enter')
    await palette(page).waitFor({ state: 'detached' })
    await page.getByRole('dialog', { name: /Inschrijven/ }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog.popup[open]').count()).toBe(1)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Sneltoetsen' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog.popup[open]').count()).toBe(1)
    assertNoErrors()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('uitlog')
    await line(page, 'Uitloggen').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/login')
    await close()
  })
})

describe('the global search', () => {
  it('shows what it finds in groups by type, and opens it; says when there is nothing [P-064][P-066][S-007][M-008]', async () => {
    const { page, field, assertNoErrors, close } = await visit()
    await field.fill('linde')
    await hits(page).first().waitFor()
    const groups = page.locator('[data-search-list] [role=group]')
    const names = await groups.evaluateAll((all) => all.map((group) => group.getAttribute('aria-label')))
    expect(names).toContain('Bedrijven')
    expect(names).toContain('Contacten')
    expect(new Set(names).size).toBe(names.length)
    // A name that was found is not said again beside itself.
    expect((await hits(page).filter({ hasText: 'Anouk' }).first().innerText()).match(/Anouk/g)).toHaveLength(1)
    // The keyboard goes on, and what was found no longer stands over the page; it is back with the field.
    await page.locator('[data-rows] a').first().focus()
    await expect.poll(() => hits(page).first().isVisible()).toBe(false)
    await field.focus()
    await groups
      .filter({ has: page.getByText('Contacten', { exact: true }) })
      .locator('[role=option]')
      .first()
      .click()
    await expect.poll(() => page.url()).toContain('/contact/view/')
    await topPopup(page).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog.popup[open]').count()).toBe(0)
    await field.fill('qqqqxyz')
    await page.locator('[data-search-list]').getByText('Geen resultaten gevonden').waitFor()
    assertNoErrors()
    await close()
  })

  it('fetches the next page on demand; page 1 of another search replaces all of it [P-067][P-156]', async () => {
    const { page, field, assertNoErrors, close } = await visit()
    await field.fill('zoekbaar')
    await hits(page).first().waitFor()
    const first = await hits(page).count()
    const more = page.getByRole('button', { name: 'Meer laden' })
    const [request] = await Promise.all([page.waitForRequest(/superSearch\?query=zoekbaar&page=2/), more.click()])
    expect((await request.response())?.status()).toBe(200)
    await expect.poll(() => hits(page).count()).toBeGreaterThan(first)
    await field.fill('kuipers')
    await expect
      .poll(async () => (await hits(page).allInnerTexts()).some((text) => text.includes('Zoekbaar')))
      .toBe(false)
    await expect.poll(() => hits(page).count()).toBeGreaterThan(0)
    assertNoErrors()
    await close()
  })

  it('gives up a search that is still under way for the next one [P-159]', async () => {
    const { page, field, assertNoErrors, close } = await visit()
    await page.route(/superSearch\?query=linde$/, () => undefined)
    await Promise.all([page.waitForRequest(/superSearch\?query=linde$/), field.fill('linde')])
    const [aborted] = await Promise.all([page.waitForEvent('requestfailed'), field.fill('kuipers')])
    expect([aborted.url().includes('query=linde'), aborted.failure()?.errorText]).toEqual([true, 'net::ERR_ABORTED'])
    await hits(page).first().waitFor()
    await expect.poll(() => page.locator('.flash').count()).toBe(0)
    assertNoErrors()
    await close()
  })
})

describe('a change in another tab', () => {
  it('comes over local storage, and reloads rows, selectors and popups of that record [P-166][P-167]', async () => {
    const { id } = (
      await site.app.pool.query<{ id: number }>(
        `insert into companies (name, client_id) values ('Aardig Oud BV', 690001) returning id`,
      )
    ).rows[0]!
    await site.app.pool.query(`update contacts set company_id = $1 where id = 17`, [id])
    const { page, context, close } = await visit('/companies?search=aardig')
    // Without the stream of the server only the tabs themselves can tell each other.
    await context.route('**/events/stream', (route) => route.abort())
    await page.reload()
    await rows(page).first().waitFor()
    const form = await context.newPage()
    await form.goto('/contact/edit/17')
    await expect.poll(() => topPopup(form).locator('.sel-btn').first().innerText()).toContain('Aardig Oud BV')
    const popup = await context.newPage()
    await popup.goto(`/company/view/${id}`)
    await topPopup(popup).getByText('Aardig Oud BV').first().waitFor()
    const editor = await context.newPage()
    await editor.goto(`/company/edit/${id}`)
    await topPopup(editor).locator('input[name=name]').fill('Aardig Nieuw BV')
    await topPopup(editor).getByRole('button', { name: 'Opslaan' }).click()
    await expect.poll(() => rows(page).first().innerText()).toContain('Aardig Nieuw BV')
    await expect.poll(() => topPopup(form).locator('.sel-btn').first().innerText()).toContain('Aardig Nieuw BV')
    await expect.poll(() => topPopup(popup).locator('.popup-title').innerText()).toContain('Aardig Nieuw BV')
    const notice = await page.evaluate(() => localStorage.getItem('noordkaap:changed'))
    expect(JSON.parse(notice!)).toMatchObject({ items: [{ type: 'company', id }] })
    await close()
  })
})

describe('dates', () => {
  it('picked in the calendar are read as day-month-year, and the calendar speaks Dutch [P-173][P-259]', async () => {
    const { page, assertNoErrors, close } = await visit('/contact/add')
    const date = topPopup(page).locator('input[name=birth_date]')
    await date.fill('02-03-2026')
    await page
      .locator('.input-date', { has: page.locator('input[name=birth_date]') })
      .locator('button')
      .click()
    const box = page.locator('.date-picker')
    await expect
      .poll(() => box.getByLabel('Maand', { exact: true }).locator('option:checked').innerText())
      .toBe('maart')
    const weekdays = await box.locator('thead th:not(.week)').allInnerTexts()
    expect(weekdays.map((day) => day.trim())).toEqual(['ma', 'di', 'wo', 'do', 'vr', 'za', 'zo'])
    await box.getByRole('button', { name: 'donderdag 5 maart 2026' }).click()
    await expect.poll(() => date.inputValue()).toBe('05-03-2026')
    assertNoErrors()
    await close()
  })
})

describe('the frame of the page', () => {
  it('has a sidebar that collapses, and stays so [S-019]', async () => {
    const { page, assertNoErrors, close } = await visit()
    const width = () => page.locator('.side').evaluate((side) => (side as HTMLElement).offsetWidth)
    const wide = await width()
    const saved = page.waitForResponse('**/save-collapse')
    await page.getByRole('button', { name: 'Menu inklappen' }).click()
    expect((await saved).status()).toBe(204)
    await expect.poll(width).toBeLessThan(wide / 2)
    await page.reload()
    expect(await width()).toBeLessThan(wide / 2)
    await page.getByRole('button', { name: 'Menu uitklappen' }).click()
    await expect.poll(width).toBe(wide)
    assertNoErrors()
    await close()
  })

  it('has a menu that moves together when less than 100 px is left below it [A-208]', async () => {
    const { page, assertNoErrors, close } = await visit()
    const nav = page.locator('.side-nav')
    /** How high the entries are together in a window that leaves so much below the menu, as far as it has to move for that. */
    const heightWith = async (left: number) => {
      await page.setViewportSize({ width: 1366, height: 1400 })
      const space = await nav.evaluate((nav) => {
        const bottoms = [...nav.querySelectorAll('.side-item:not(.is-foot *)')].map(
          (item) => item.getBoundingClientRect().bottom,
        )
        return nav.querySelector('.is-foot .side-item')!.getBoundingClientRect().top - Math.max(...bottoms)
      })
      await page.setViewportSize({ width: 1366, height: Math.round(1400 - space + left) })
      return nav.evaluate((nav) =>
        [...nav.querySelectorAll('.side-item')].reduce((sum, item) => sum + item.getBoundingClientRect().height, 0),
      )
    }
    const whole = await heightWith(300)
    expect(await heightWith(100 + 1)).toBe(whole)
    expect(await heightWith(100 - 2)).toBeLessThan(whole)
    const least = await heightWith(-200)
    expect(least).toBeGreaterThan(whole / 2)
    expect(await heightWith(-300)).toBe(least)
    assertNoErrors()
    await close()
  })

  it('keeps what the browser itself remembers for one day [P-126]', async () => {
    const { page, context, close } = await visit('/calendar')
    await page.getByRole('button', { name: 'Week', exact: true }).click()
    const kept = async () => (await context.cookies()).find(({ name }) => name === 'calendar-type')
    await expect.poll(async () => (await kept())?.value).toBe('w')
    const days = ((await kept())!.expires - Date.now() / 1000) / 86_400
    expect(days).toBeGreaterThan(0.99)
    expect(days).toBeLessThanOrEqual(1)
    await close()
  })

  it('has its buttons within reach of the thumb on a phone, and those of a selection when there is one [S-020]', async () => {
    const { page, assertNoErrors, close } = await visit('/contacts', { viewport: { width: 390, height: 780 } })
    await rows(page).first().waitFor()
    const add = page.locator('.fab').getByRole('link', { name: 'Contact toevoegen' })
    const { x, y, width } = (await add.boundingBox())!
    expect([x > 300, y > 680, width]).toEqual([true, true, 56])
    await expect.poll(() => page.locator('[data-selbar]').isVisible()).toBe(false)
    await rows(page).first().locator('input[type=checkbox]').check()
    await expect.poll(() => add.isVisible()).toBe(false)
    expect((await page.getByRole('toolbar').boundingBox())!.y).toBeGreaterThan(600)
    await page.locator('[data-clear-selection]').click()
    await add.click()
    await topPopup(page).waitFor()
    assertNoErrors()
    await close()
  })

  it('writes on a lone button what it does, unless it adds something', async () => {
    const { page, close } = await visit('/documents', { viewport: { width: 390, height: 844 } }, 1)
    await rows(page).first().waitFor()
    const lone = page.locator('.fab').getByRole('link', { name: 'Documenttypes' })
    expect(await lone.evaluate((link) => parseFloat(getComputedStyle(link).fontSize))).toBeGreaterThanOrEqual(14)
    const { x, y, width } = (await lone.boundingBox())!
    expect([x + width <= 390, width > 120, y > 680]).toEqual([true, true, true])
    await close()
  })

  it('with several buttons floats the main one on a phone; the others stand behind Meer', async () => {
    const phone = await visit('/messages', { viewport: { width: 390, height: 844 } }, 1)
    await rows(phone.page).first().waitFor()
    await expect.poll(() => phone.page.locator('.fab').getByRole('link').allInnerTexts()).toEqual(['Bericht schrijven'])
    await expect.poll(() => phone.page.locator('.phead').getByText('Helpdesk').isVisible()).toBe(false)
    await phone.page.getByRole('button', { name: 'Meer' }).click()
    const entries = phone.page.getByRole('menuitem')
    await expect
      .poll(() => entries.allInnerTexts())
      .toEqual(['Fouten wissen', 'Standaardberichten', 'Automatische berichten', 'Helpdesk'])
    for (const entry of await entries.all()) await expect.poll(() => entry.isVisible()).toBe(true)
    await entries.last().click()
    await topPopup(phone.page).waitFor()
    phone.assertNoErrors()
    await phone.close()

    const desk = await visit('/messages', {}, 1)
    await rows(desk.page).first().waitFor()
    await expect.poll(() => desk.page.locator('.phead').getByText('Standaardberichten').isVisible()).toBe(true)
    // What few need stands behind it there too.
    await expect.poll(() => desk.page.locator('.phead').getByText('Helpdesk').isVisible()).toBe(false)
    await desk.page.getByRole('button', { name: 'Meer' }).click()
    await expect.poll(() => desk.page.getByRole('menuitem').allInnerTexts()).toEqual(['Helpdesk'])
    await desk.close()
  })
})
