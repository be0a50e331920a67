import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route } from 'playwright'
import { type Page, type Site, openSite, rows, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await site.app.pool.query(`
    insert into contacts (first_name, last_name, roles, client_id)
    select 'Rij', 'Tabel' || lpad(n::text, 4, '0'), '{5}', 700000 + n from generate_series(1, 3000) n`)
})
afterAll(() => site.close())

const open = async (query = '?search=tabel') => {
  const visitor = await site.visitor(2)
  await visitor.page.goto(`/contacts${query}`)
  await rows(visitor.page).first().waitFor()
  return { ...visitor, table: visitor.page.locator('[data-table]').first() }
}
const tick = (page: Page, nth: number) => rows(page).nth(nth).locator('input[type=checkbox]').check()
const selected = (page: Page) => page.locator('[data-selected]').first()

describe('a table of 3,000 rows', () => {
  it('loads the next page near the end of the scroll [P-070][S-008]', async () => {
    const { page, assertNoErrors, close } = await open()
    await expect.poll(() => rows(page).count()).toBe(30)
    // Below them stands how many there are, and not how many of them have been fetched.
    await expect.poll(() => page.locator('.rt-foot').innerText()).toMatch(/^3\.000 contacten\s[\s\d]+per keer$/)
    await page
      .locator('.rt-scroll')
      .first()
      .evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(60)
    const ids = await rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('data-id')))
    expect(new Set(ids).size).toBe(ids.length)

    // How many at a time is chosen below it, and kept.
    const size = page.getByLabel('Rijen per keer')
    const kept = page.waitForResponse((response) => response.url().includes('setCurrentUserMeta/rows-per-page/100'))
    await size.selectOption('100')
    await expect.poll(() => rows(page).count()).toBe(100)
    await kept
    await page.reload()
    await rows(page).first().waitFor()
    expect([await rows(page).count(), await size.inputValue()]).toEqual([100, '100'])
    const back = page.waitForResponse((response) => response.url().includes('setCurrentUserMeta/rows-per-page/30'))
    await size.selectOption('30')
    await back
    assertNoErrors()
    await close()
  })

  it('shows of a row what was asked for last, whichever answer comes first', async () => {
    const { page, assertNoErrors, close } = await open()
    const first = rows(page).first()
    const id = await first.getAttribute('data-id')
    const told = () =>
      page.evaluate(
        (contact) =>
          document.dispatchEvent(
            new CustomEvent('changed', { detail: { items: [{ type: 'contact', id: Number(contact) }] } }),
          ),
        id,
      )
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const held: Route[] = []
      await page.route('**/contacts?*onlyGet=*', (route) => void held.push(route))
      for (const count of [1, 2]) {
        await told()
        await expect.poll(() => held.length).toBe(count)
      }
      const names = ['Oudere naam', 'Nieuwste naam']
      for (const turn of order) {
        const response = await held[turn]!.fetch()
        const body = (await response.text()).replaceAll('Rij Tabel0001', names[turn]!)
        const arrived = page.waitForResponse('**/contacts?*onlyGet=*')
        await held[turn]!.fulfill({ response, body })
        await (await arrived).finished()
      }
      await expect.poll(() => first.innerText()).toContain('Nieuwste naam')
      await page.unroute('**/contacts?*onlyGet=*')
      await page.reload()
      await expect.poll(() => first.innerText()).toContain('Tabel0001')
    }
    // A row of which the last answer knows nothing goes, though another answer brought it meanwhile.
    const held: Route[] = []
    await page.route('**/contacts?*onlyGet=*', (route) => void held.push(route))
    for (const count of [1, 2]) {
      await told()
      await expect.poll(() => held.length).toBe(count)
    }
    await held[0]!.continue()
    await held[1]!.fulfill({ body: '', contentType: 'text/html' })
    await expect.poll(() => page.locator(`[data-rows] tr[data-id="${id}"]`).count()).toBe(0)
    assertNoErrors()
    await close()
  })

  it('keeps the ticked rows through pages, filters and reloads, as a group of their own [P-069][P-071][P-072]', async () => {
    const { page, assertNoErrors, close } = await open()
    await tick(page, 0)
    const merge = page.getByRole('button', { name: 'Samenvoegen' })
    expect([await merge.getAttribute('aria-disabled'), await merge.getAttribute('title')]).toEqual([
      'true',
      'Kies precies twee contacten om ze samen te voegen.',
    ])
    // One row alone is kept too.
    await page.reload()
    await rows(page).first().waitFor()
    await expect.poll(() => selected(page).innerText()).toBe('1 geselecteerd')
    await page.locator('.rt-scroll').evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(60)
    await tick(page, 40)
    await expect.poll(() => selected(page).innerText()).toBe('2 geselecteerd')
    await expect.poll(() => merge.getAttribute('aria-disabled')).toBe('false')
    await page.locator('input[name=search]').first().fill('tabel0100')
    await expect.poll(() => rows(page).count()).toBe(1)
    // The hits come first; what else is ticked stands folded below them.
    await expect.poll(() => page.locator('[data-loaded]').innerText()).toBe('1 contact')
    const group = page.getByRole('button', { name: 'Overige selectie (2)' })
    await group.waitFor()
    expect((await group.boundingBox())!.y).toBeGreaterThan((await rows(page).boundingBox())!.y)
    const others = page.locator('[data-other] tr[data-id]')
    await expect.poll(() => others.count()).toBe(0)
    await group.click()
    await expect.poll(() => others.count()).toBe(2)
    await page.reload()
    await rows(page).first().waitFor()
    await expect.poll(() => selected(page).innerText()).toBe('2 geselecteerd')
    expect(new URL(page.url()).searchParams.get('search')).toBe('tabel0100')
    // Leaving the screen ends it.
    await page.goto('/companies')
    await page.goBack()
    await rows(page).first().waitFor()
    await expect.poll(() => page.locator('[data-selbar]').isVisible()).toBe(false)
    assertNoErrors()
    await close()
  })

  it('adds the next page and then all rows to the selection [P-073][P-074]', async () => {
    const { page, assertNoErrors, close } = await open()
    await tick(page, 0)
    await page.locator('[data-select-next]').click()
    await expect.poll(() => selected(page).innerText()).toMatch(/3[01]|60/)
    const all = page.locator('[data-select-all]')
    await all.click()
    await expect.poll(() => selected(page).innerText(), { timeout: 15_000 }).toContain('3.000')
    // What was done already is not offered, until a row is left out again.
    await expect.poll(() => all.isVisible()).toBe(false)
    await rows(page).first().locator('.c-check input').uncheck()
    await expect.poll(() => all.isVisible()).toBe(true)
    assertNoErrors()
    await close()
  })

  it('shows real progress while all rows are fetched, and can be stopped', async () => {
    const { page, close } = await open()
    // The answer is held back until the test has seen the progress and stopped it.
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/contacts?*checkAll=1*', async (route) => {
      await held
      await route.continue().catch(() => undefined)
    })
    await tick(page, 0)
    await page.locator('[data-select-all]').click()
    await page.locator('[data-select-progress]').waitFor({ state: 'visible' })
    await page.locator('[data-select-abort]').click()
    await page.locator('[data-select-progress]').waitFor({ state: 'hidden' })
    release()
    await expect.poll(() => selected(page).innerText()).toContain('1')
    await close()
  })

  it('shows a chip for a filter that is set, which takes it off again [S-009]', async () => {
    const { page, assertNoErrors, close } = await open()
    const add = page.getByRole('button', { name: 'Filter', exact: true })
    const chips = page.locator('[data-filter-chip]')
    const before = await chips.count()
    // By keyboard alone: the field, two of its values, and back to the chip that came of it.
    await add.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Rol' }).waitFor()
    await page.keyboard.press('Enter')
    const choices = page.getByRole('dialog', { name: 'Rol' })
    await choices.getByRole('checkbox').first().waitFor()
    for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key)
    const chip = page.getByRole('group', { name: 'Filter Rol', exact: true })
    await chip.getByRole('button', { name: 'is een van' }).waitFor()
    await expect.poll(() => chips.count()).toBe(before + 1)
    await page.keyboard.press('Escape')
    await choices.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-part'))).toBe('values')
    // Each part opens its own menu.
    await chip.getByRole('button', { name: 'is een van' }).click()
    await page.getByRole('menuitemradio', { name: 'is geen van' }).click()
    await expect.poll(() => chip.innerText()).toContain('is geen van')
    expect(new URL(page.url()).searchParams.get('role')).toMatch(/^!\d,\d$/)
    await chip.getByRole('button', { name: 'Filter Rol verwijderen' }).click()
    await expect.poll(() => chips.count()).toBe(before)
    await expect.poll(() => page.locator('input[name=role]').inputValue()).toBe('')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent.trim())).toBe('Filter')
    // A default that was taken off stays off, here and when the page is loaded again.
    await chips.filter({ hasText: 'Actief' }).getByRole('button', { name: 'verwijderen' }).click()
    await expect.poll(() => chips.count()).toBe(before - 1)
    await expect.poll(() => page.url()).toContain('active=all')
    await page.reload()
    await expect.poll(() => chips.count()).toBe(before - 1)
    assertNoErrors()
    await close()
  })

  it('exports every row of the filter', async () => {
    const { page, assertNoErrors, close } = await open()
    await page.getByRole('button', { name: 'Exporteren' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText('CSV', { exact: false }).first().click(),
    ])
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(3001)
    assertNoErrors()
    await close()
  })

  it('exports the rows that are ticked, few or many, and keeps them ticked', async () => {
    const { page, assertNoErrors, close } = await open('?search=tabel0')
    const linesOf = async () => {
      await page.getByRole('toolbar').getByRole('button', { name: 'Meer' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Exporteren naar CSV' }).click(),
      ])
      return readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\r\n').length
    }
    await tick(page, 0)
    await tick(page, 1)
    expect(await linesOf()).toBe(3)
    // More of them than fit an address.
    await page.getByRole('button', { name: 'Alle 999 selecteren' }).click()
    await expect.poll(() => selected(page).innerText()).toBe('999 geselecteerd')
    expect(await linesOf()).toBe(1000)
    expect(await selected(page).innerText()).toBe('999 geselecteerd')
    assertNoErrors()
    await close()
  })

  it('asks before a mass delete, and says what was deleted [P-036][P-075][M-003][M-004]', async () => {
    const { page, assertNoErrors, close } = await open('?search=tabel29')
    await tick(page, 0)
    await tick(page, 1)
    const names = await rows(page).evaluateAll((all) =>
      all.slice(0, 2).map((row) => row.querySelector('.c-main')!.textContent.trim()),
    )
    await page.locator('[data-mass-delete]').click()
    const question = topPopup(page)
    for (const name of names) await expect.poll(() => question.innerText()).toContain(name)
    await question.getByRole('button', { name: 'Nee' }).click()
    await expect.poll(() => rows(page).count()).toBeGreaterThan(2)
    const counted = async () => Number((await page.locator('[data-view-tabs] .n').first().innerText()).replace('.', ''))
    const before = await counted()
    await page.locator('[data-mass-delete]').click()
    await topPopup(page).locator('[data-answer=yes]').click()
    await page.getByText('De geselecteerde items zijn verwijderd.').waitFor()
    for (const name of names)
      await expect.poll(() => page.locator('[data-rows]').first().innerText()).not.toContain(name)
    await expect.poll(counted).toBe(before - 2)
    // What was done ends the selection, also of rows that the filters leave out.
    await tick(page, 0)
    await page.locator('input[name=search]').first().fill('tabel2850')
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.route('**/contacts/massDelete*', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
    for (const told of ['Er ging helaas iets mis.', 'Het geselecteerde item is verwijderd.']) {
      await page.locator('[data-mass-delete]').click()
      await topPopup(page).locator('[data-answer=yes]').click()
      await page.getByText(told).waitFor()
    }
    await expect.poll(() => page.locator('[data-selbar]').isVisible()).toBe(false)
    await expect.poll(() => page.locator('[data-others]').count()).toBe(0)
    assertNoErrors({ statuses: [500] })
    await close()
  })

  it('can be worked with the keyboard alone', async () => {
    const { page, assertNoErrors, close } = await open()
    await page.locator('.rt-scroll').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect.poll(() => selected(page).innerText()).toContain('1')
    await page.keyboard.press('Enter')
    await topPopup(page).getByText('Rij Tabel').first().waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    // With the mouse a click beside the name opens the row as well; with Ctrl or the middle button in a tab.
    const cell = rows(page).nth(28).locator('td').nth(2)
    for (const click of [{ modifiers: ['Control' as const] }, { button: 'middle' as const }]) {
      const [tab] = await Promise.all([page.waitForEvent('popup'), cell.click(click)])
      await expect.poll(() => tab.url()).toContain('/contact/view/')
      await tab.close()
    }
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
    await cell.click()
    const title = topPopup(page).locator('.popup-title')
    // Other tests of this file delete some of them.
    const count = await site.app.pool.query("select from contacts where last_name like 'Tabel%'")
    const all = count.rowCount!.toLocaleString('nl-NL')
    const fewer = (count.rowCount! - 1).toLocaleString('nl-NL')
    const at = async (name: string, place: string) => {
      await expect.poll(() => title.innerText()).toBe(`Rij ${name}`)
      await expect.poll(() => topPopup(page).locator('.pager-n').innerText()).toBe(place)
    }
    await at('Tabel0029', `29 van ${all}`)
    const first = page.url()
    // On through the list, also where the next page is still to come, and in the tab that was chosen.
    await topPopup(page).locator('[data-item]:visible').nth(1).click()
    await page.keyboard.press('j')
    await at('Tabel0030', `30 van ${all}`)
    await page.keyboard.press('j')
    await at('Tabel0031', `31 van ${all}`)
    await expect.poll(() => topPopup(page).locator('[data-item]:visible').nth(1).getAttribute('tabindex')).toBe('0')
    await topPopup(page).getByRole('button', { name: 'Volgende in de lijst (j)' }).click()
    await at('Tabel0032', `32 van ${all}`)
    await page.keyboard.press('k')
    await at('Tabel0031', `31 van ${all}`)
    expect(page.url()).not.toBe(first)
    // Who is deleted meanwhile is passed by.
    const gone = await rows(page).nth(31).getAttribute('data-id')
    await site.app.as(2).then((planner) => planner.post('/contact/delete', { id: gone! }))
    await expect.poll(() => topPopup(page).locator('.pager-n').innerText()).toBe(`31 van ${fewer}`)
    await page.keyboard.press('j')
    await at('Tabel0033', `32 van ${fewer}`)
    const [, id] = /view\/(\d+)/.exec(page.url())!
    await page.goBack()
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('tr[data-id]:focus').getAttribute('data-id')).toBe(id)
    assertNoErrors()
    await close()
  })

  it('says when its data cannot be loaded, and loads it again [P-237][M-026]', async () => {
    const { page, close } = await open()
    await page.route(
      '**/contacts?*search=tabel0100*',
      (route) => route.fulfill({ status: 500, body: '<h1>geheim</h1>', contentType: 'text/html' }),
      { times: 1 },
    )
    await page.locator('input[name=search]').first().fill('tabel0100')
    const note = page.locator('[data-load-error]')
    await note.getByText('Er ging iets mis met het laden van de data', { exact: true }).waitFor()
    expect(await page.content()).not.toContain('geheim')
    // What stood there stays, and is said to be old.
    expect([await rows(page).count(), await note.innerText()]).toEqual([
      30,
      expect.stringContaining('vorige resultaten'),
    ])
    await note.getByRole('button', { name: 'Opnieuw' }).click()
    await expect.poll(() => rows(page).count()).toBe(1)
    await expect.poll(() => note.count()).toBe(0)
    await close()
  })

  it('that takes too long further on keeps its rows, and says which filters help', async () => {
    const { page, close } = await open('?search=tabel0&active=all')
    await expect.poll(() => page.locator('[data-loaded]').innerText()).toMatch(/^\d+ contacten$/)
    // Somebody keeps the table to himself for longer than a list may take.
    const other = await site.app.owner.pool.connect()
    await other.query('begin; lock table companies in access exclusive mode')
    const note = page.locator('[data-more] [data-slow]')
    const toEnd = () =>
      page.locator('.rt-scroll').evaluate(async (box) => {
        box.scrollTo(0, 0)
        // What comes into sight is told of what was drawn out of it.
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
        box.scrollTo(0, box.scrollHeight)
      })
    try {
      await page.locator('.rt-scroll').evaluate((box) => box.scrollTo(0, box.scrollHeight))
      await note.getByText('Deze lijst werd te groot om snel te tonen.').waitFor()
      expect(await rows(page).count()).toBe(30)
      await tick(page, 0)
      await page.getByRole('button', { name: /^Alle \d+ selecteren$/ }).click()
      const alert = topPopup(page).getByText('Deze lijst werd te groot om snel te tonen.')
      await alert.waitFor()
      await page.keyboard.press('Escape')
      await alert.waitFor({ state: 'detached' })
      expect(await note.getByRole('button', { name: 'Opnieuw' }).count()).toBe(1)
      // Tried again, it keeps what it said, so that what is being pressed does not go.
      await toEnd()
      await note.locator('.spin').waitFor()
      await note.getByRole('button', { name: 'Rol', exact: true }).click()
      await page.locator('.rt-panel').waitFor()
    } finally {
      await other.query('rollback')
      other.release()
    }
    // Its end coming into sight, or 'Opnieuw', brings what comes next.
    await toEnd()
    await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(60)
    await expect.poll(() => note.count()).toBe(0)
    await close()
  })

  it('without a hit names what was searched for, offers to clear it, and keeps its columns in place', async () => {
    const { page, assertNoErrors, close } = await open()
    const columns = () =>
      page.locator('thead th').evaluateAll((all) => all.map((head) => Math.round(head.getBoundingClientRect().x)))
    const before = await columns()
    await page.locator('input[name=search]').first().fill('tabel bestaat niet')
    await page.getByText('Geen contact gevonden met ‘tabel bestaat niet’').waitFor()
    await expect.poll(() => columns()).toEqual(before)
    await expect.poll(() => page.locator('.rt-foot .keys').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Zoekterm wissen' }).click()
    await rows(page).first().waitFor()
    await expect.poll(() => page.locator('input[name=search]').first().inputValue()).toBe('')
    assertNoErrors()
    await close()
  })
})

describe('a printed list', () => {
  it('lies on its side and cuts nothing off', async () => {
    const { page, close } = await site.visitor(2)
    await page.goto('/contacts')
    await rows(page).first().waitFor()
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    const sheets = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
    expect(sheets.length).toBeGreaterThan(0)
    for (const [, width, height] of sheets) expect([Number(width) | 0, Number(height) | 0]).toEqual([841, 594])
    await page.emulateMedia({ media: 'print' })
    // What is left of 297 mm between the margins.
    await page.setViewportSize({ width: 1032, height: 700 })
    const cut = await page.locator('.rt-sheet').evaluate((sheet) =>
      [sheet, ...sheet.querySelectorAll('td, td a')]
        .filter((part) => part.checkVisibility() && getComputedStyle(part).display !== 'inline')
        .filter((part) => part.scrollWidth > part.clientWidth)
        .map((part) => part.textContent),
    )
    expect(cut).toEqual([])
    await close()
  })
})

describe('a list on a small laptop', () => {
  it('shows all its columns; what is cut in one is told by pointing at it', async () => {
    const email = 'een.wel.heel.lang.adres@een.wel.heel.lange.naam.example'
    await site.app.db
      .insertInto('contacts')
      .values({ first_name: 'Smal', last_name: 'Scherm', email, company_id: 2, roles: [3, 4, 5, 6] })
      .execute()
    const { page, assertNoErrors, close } = await site.visitor(2, { viewport: { width: 1366, height: 768 } })
    const beyond = () => page.locator('.rt-scroll').evaluate((box) => box.scrollWidth - box.clientWidth)
    await page.goto('/contacts')
    await rows(page).first().waitFor()
    expect(await beyond()).toBe(0)
    await page.goto('/contacts?search=scherm')
    const row = rows(page).filter({ hasText: 'Smal Scherm' })
    const cell = row.locator('td', { hasText: email })
    await cell.hover()
    await expect.poll(() => cell.getAttribute('title')).toBe(email)
    const { x, width } = (await row.locator('.tag').last().boundingBox())!
    expect([await beyond(), x + width < 1366]).toEqual([0, true])
    await expect.poll(() => page.getByRole('columnheader', { name: 'Bedrijf' }).isVisible()).toBe(true)
    // In a popup there is less room, and what a list is about stands above it.
    await page.goto('/company/view/2')
    const tab = page.locator('dialog [data-table]')
    await tab.locator('tr[data-id]').first().waitFor()
    expect(await tab.locator('.rt-scroll').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    await expect.poll(() => tab.getByRole('columnheader', { name: 'Bedrijf' }).count()).toBe(0)
    await page.goto(`/contact/view/${site.app.story.contacts.anouk}`)
    await tab.locator('tr[data-id]').first().waitFor()
    expect(await tab.locator('.rt-scroll').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    await page.goto('/calendar')
    await page.getByRole('button', { name: 'Lijst', exact: true }).click()
    await page.locator('.cal-list .status').first().waitFor()
    expect(await beyond()).toBe(0)
    assertNoErrors()
    await close()
  })
})

describe('a bulk action that asks for a text', () => {
  it('goes on while it is typed, and takes the first press of its button', async () => {
    const { page, assertNoErrors, close } = await site.visitor(1)
    await page.goto('/users')
    await rows(page).first().waitFor()
    await rows(page).filter({ hasText: 'Olaf Meijer' }).locator('input[type=checkbox]').check()
    await page.locator('[data-bulk]', { hasText: 'Uitschakelen' }).click()
    const popup = topPopup(page)
    const button = popup.locator('[type=submit]')
    await popup.getByText('Vul een reden in.').waitFor()
    expect(await button.isDisabled()).toBe(true)
    await popup.locator('textarea[name=reason]').pressSequentially('Project afgelopen', { delay: 5 })
    // Nobody left the field.
    await expect.poll(() => button.isEnabled()).toBe(true)
    await popup.getByText('Wordt uitgeschakeld').waitFor()
    await button.click()
    await page.getByText('1 gebruiker uitgeschakeld').waitFor()
    assertNoErrors()
    await close()
  })
})

describe('the bar of a list', () => {
  it('adds, writes to all or to some, wipes failures, migrates and invoices, each where it belongs, and floats on a phone [A-213] [A-033]', async () => {
    const { page, assertNoErrors, close } = await open('')
    const button = (name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true })
    const link = (name: string) => page.getByRole('link', { name, exact: true }).filter({ visible: true })
    await link('Contact toevoegen').first().waitFor()
    expect(await button('Bericht sturen').count()).toBe(0)
    await tick(page, 0)
    await button('Bericht sturen').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => button('Bericht sturen').count()).toBe(0)
    // Everybody whom the filters keep: with one at least, and not too many.
    await site.app.pool.query(
      `update contacts set email = last_name || '@tabel.example' where last_name like 'Tabel012%'`,
    )
    await page.goto('/contacts?search=tabel')
    await button('Bericht aan allen').click()
    await page.getByText('Hooguit 1.000 tegelijk: filter verder.').waitFor()
    expect(await page.locator('dialog[open]').count()).toBe(0)
    await page.getByRole('searchbox').first().fill('tabel012')
    await expect.poll(() => page.locator('.rt-foot').innerText()).toMatch(/^10 contacten/)
    await button('Bericht aan allen').click()
    await topPopup(page).getByRole('button', { name: 'Versturen naar 10 personen' }).waitFor()
    await page.goto('/administration/orders')
    await link('Order toevoegen').first().waitFor()
    expect([await button('Factureren').count(), await button('Afhandelen').count()]).toEqual([0, 0])
    await tick(page, 0)
    await button('Factureren').waitFor()
    await expect.poll(() => button('Afhandelen').count()).toBe(1)
    assertNoErrors()
    await close()
    const administrator = await site.visitor(1)
    await administrator.page.goto('/messages')
    const named = (name: string) => administrator.page.getByRole('button', { name, exact: true })
    await named('Fouten wissen').filter({ visible: true }).waitFor()
    expect(await named('Opnieuw versturen').filter({ visible: true }).count()).toBe(0)
    await tick(administrator.page, 0)
    await named('Opnieuw versturen').filter({ visible: true }).waitFor()
    await administrator.close()
    // Within reach of the thumb: what is added at the bottom right, and in its place what is done to a selection.
    const { page: phone, close: hangUp } = await site.visitor(2)
    await phone.setViewportSize({ width: 390, height: 844 })
    await phone.goto('/contacts')
    const add = phone.locator('.fab').getByRole('link', { name: 'Contact toevoegen' })
    const { x, y } = (await add.boundingBox())!
    expect([x > 195, y > 700]).toEqual([true, true])
    await phone.mouse.wheel(0, 2000)
    expect(await add.boundingBox()).toMatchObject({ x, y })
    await tick(phone, 0)
    await phone.locator('.selbar').getByRole('button', { name: 'Bericht sturen' }).waitFor()
    expect(
      await phone
        .locator('.selbar')
        .first()
        .evaluate((bar) => getComputedStyle(bar).position),
    ).toBe('fixed')
    await expect.poll(() => add.isVisible()).toBe(false)
    await hangUp()
  })
})
