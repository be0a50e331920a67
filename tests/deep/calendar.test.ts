import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Site, openSite, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const calendar = async (role: number, options = {}) => {
  const visitor = await site.visitor(role, options)
  await visitor.page.goto('/calendar')
  await visitor.page.locator('.cal-root').waitFor()
  return visitor
}

describe('the calendar page', () => {
  it('starts with the month and keeps the view that was chosen [P-124][P-129][T-010]', async () => {
    const { page, assertNoErrors, close } = await calendar(2)
    await page.locator('.cal-month').waitFor()
    await page.getByRole('button', { name: 'Week', exact: true }).click()
    await page.locator('.cal-week').waitFor()
    await page.reload()
    await page.locator('.cal-week').waitFor()
    assertNoErrors()
    await close()
  })

  it('opens an appointment by a click, and the add wizard from an empty cell for planners only [T-013][P-058][P-059]', async () => {
    const { page, assertNoErrors, close } = await calendar(2)
    await page.getByRole('button', { name: 'Lijst', exact: true }).click()
    await page.locator('tbody tr a, tbody tr [role=link], tbody tr button').first().click()
    await expect.poll(() => page.url()).toContain('/calendar/view-appointment/')
    await topPopup(page)
      .getByRole('tab', { name: /Overzicht/ })
      .waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('tbody tr.is-selected').count()).toBe(1)
    expect(await page.locator('tbody [aria-current=true]').count()).toBe(1)
    await page.keyboard.press('m')
    await page.locator('.cal-month .cal-day.can-add:not(:has(a))').last().click()
    await topPopup(page).getByText('Planning toevoegen').first().waitFor()
    assertNoErrors()
    await close()
    const teacher = await calendar(3)
    await teacher.page
      .locator('.cal-month .cal-day')
      .nth(20)
      .click({ position: { x: 60, y: 40 } })
    await expect.poll(() => teacher.page.locator('dialog[open]').count()).toBe(0)
    await expect.poll(() => teacher.page.getByRole('button', { name: 'Planning', exact: true }).count()).toBe(0)
    teacher.assertNoErrors()
    await teacher.close()
  })

  it('shows the subscription link with a warning, and copies it [P-041][P-060][P-061][P-063]', async () => {
    const { page, context, assertNoErrors, close } = await calendar(2)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Meer', exact: true }).click()
    await page.getByRole('button', { name: 'Koppel agenda' }).click()
    const popup = topPopup(page)
    await popup.getByText('Link voor agenda').waitFor()
    await popup.getByText('Deel deze link met niemand', { exact: false }).waitFor()
    const input = popup.locator('input[readonly]')
    await input.click()
    await page.getByText('Link gekopieerd naar klembord').waitFor()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(await input.inputValue())
    assertNoErrors()
    await close()
  })

  it('narrows by its filters, shows them as chips and keeps them [T-015][P-123]', async () => {
    const { page, assertNoErrors, close } = await calendar(2)
    await page.getByRole('button', { name: 'Filters' }).click()
    const popup = topPopup(page)
    await popup.locator('select[name=status]').selectOption('cancelled')
    await popup.getByRole('button', { name: 'Filters toepassen' }).click()
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('.chip').first().innerText()).toContain('Geannuleerd')
    await page.reload()
    await expect.poll(() => page.locator('.chip').first().innerText()).toContain('Geannuleerd')
    await page
      .locator('.chip button, .chip')
      .first()
      .getByRole('button')
      .or(page.locator('.chip button'))
      .first()
      .click()
    await expect.poll(() => page.locator('.chip').count()).toBe(0)
    assertNoErrors()
    await close()
  })

  it('changes when somebody else changes an appointment, in another browser', async () => {
    const planner = await calendar(2)
    await planner.page.getByRole('button', { name: 'Lijst', exact: true }).click()
    await planner.page.locator('tbody tr').first().waitFor()
    const { rows } = await site.app.pool.query<{ id: number; version: number }>(
      `select id, version from appointments where starts_at > now() order by starts_at limit 1`,
    )
    const { id, version } = rows[0]!
    const administrator = await site.app.as(1)
    const form = await administrator.get(`/calendar/edit-appointment/${id}`)
    const value = (name: string) => String(form.$(`[name="${name}"]`).val() ?? '')
    const wish = {
      version,
      description: 'Nieuw onderdeel',
      status: 'confirmed',
      max_count: value('max_count'),
      start_datetime: value('start_datetime'),
      end_datetime: value('end_datetime'),
    }
    const first = await administrator.post(`/calendar/edit-appointment/${id}`, wish)
    const { question } = first.status === 409 ? first.json<{ question: { value: string } }>() : { question: null }
    if (question)
      await administrator.post(`/calendar/edit-appointment/${id}`, { ...wish, confirm_conflicts: question.value })
    await expect.poll(() => planner.page.locator('.cal-root').innerText()).toContain('Nieuw onderdeel')
    planner.assertNoErrors()
    await planner.close()
  })

  it('stops the request for what is no longer looked at, so that a late answer never comes', async () => {
    const { page, assertNoErrors, close } = await calendar(2)
    await page.locator('.cal-month').waitFor()
    const title = page.locator('.cal-title')
    const start = await title.innerText()
    await page.route(/\/ajax\/getAppointments\//, () => undefined, { times: 1 })
    const stopped = page.waitForEvent('requestfailed', (request) => request.url().includes('/ajax/getAppointments/'))
    await page.getByRole('button', { name: 'Volgende (→)' }).click()
    await expect.poll(() => title.innerText()).not.toBe(start)
    await page.getByRole('button', { name: 'Vorige (←)' }).click()
    expect((await stopped).failure()?.errorText).toContain('ABORTED')
    assertNoErrors()
    await close()
  })

  it('goes back, on and to today, to a picked date, to another view and over the whole screen [S-030]', async () => {
    const { page, assertNoErrors, close } = await calendar(2)
    const title = page.locator('.cal-title')
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    const month = await title.innerText()
    await button('Volgende (→)').click()
    await expect.poll(() => title.innerText()).not.toBe(month)
    await button('Vorige (←)').click()
    await expect.poll(() => title.innerText()).toBe(month)
    await button('Volgende (→)').click()
    await button('Vandaag').click()
    await expect.poll(() => title.innerText()).toBe(month)
    for (const [view, shown] of [
      ['Week', '.cal-week'],
      ['Lijst', 'table'],
      ['Maand', '.cal-month'],
      ['Dag', '.cal-week--day'],
    ] as const) {
      await button(view).click()
      await page.locator(`.cal-root ${shown}`).waitFor()
    }
    await button('Kies een datum').click()
    const picker = page.getByRole('dialog', { name: 'Kies een datum' })
    await picker.locator('[data-day]:not(.is-other)', { hasText: /^15$/ }).click()
    await expect.poll(() => title.innerText()).toMatch(/dag 15-/)
    await button('Meer').click()
    await button('Volledig scherm (F)').click()
    await button('Volledig scherm sluiten (F)').click()
    await button('Meer').click()
    await button('Koppel agenda').click()
    await topPopup(page).getByText('Link voor agenda').waitFor()
    assertNoErrors()
    await close()
  })

  it('is there for courses and for inspections, with its filters, and looks at one of them at a time [S-029]', async () => {
    const { page, assertNoErrors, close } = await calendar(2)
    const asked: string[] = []
    page.on('request', (request) => {
      const module = /getAppointments\/(\w+)/.exec(request.url())?.[1]
      if (module) asked.push(module)
    })
    for (const module of ['inspections', 'courses']) {
      asked.length = 0
      await page.goto(`/calendar?module=${module}`)
      for (const [key, shown] of [
        ['d', '.cal-week--day'],
        ['w', '.cal-week'],
        ['l', '.cal-root table, .cal-root .empty'],
      ] as const) {
        await page.locator('.cal-root').waitFor()
        await page.keyboard.press(key)
        await page.locator(shown).first().waitFor()
      }
      await page.getByRole('button', { name: 'Filters' }).click()
      await topPopup(page).getByRole('button', { name: 'Filters toepassen' }).waitFor()
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
      expect(new Set(asked)).toEqual(new Set([module]))
    }
    assertNoErrors()
    await close()
  })

  it('works by keyboard: m, w, d, l and T [P-037]', async () => {
    const { page, assertNoErrors, close } = await calendar(2)
    const title = page.locator('.cal-title')
    await page.keyboard.press('w')
    await expect.poll(() => title.innerText()).toMatch(/^Week van \d{1,2}-\d{1,2}-\d{4} \(\d+\)$/)
    await page.keyboard.press('d')
    await expect.poll(() => title.innerText()).toMatch(/dag /)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('t')
    await page.keyboard.press('l')
    await page.locator('table').first().waitFor()
    await page.keyboard.press('m')
    await page.locator('.cal-month').waitFor()
    // A phone has room for three days of a week, whole ones; another week begins at its Monday.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.keyboard.press('w')
    await page.keyboard.press('ArrowRight')
    const inSight = () =>
      page.locator('.cal-week').evaluate((week) => {
        const from = week.querySelector('.cal-head > div')!.getBoundingClientRect().right - 1
        const to = week.getBoundingClientRect().right + 1
        const heads = [...week.querySelectorAll<HTMLElement>('.cal-head > div:not(:first-child)')]
        const whole = heads.filter((head) => {
          const { left, right } = head.getBoundingClientRect()
          return left >= from && right <= to
        })
        return whole.map((head) => head.innerText.slice(0, 2)).join(' ')
      })
    await expect.poll(inSight).toBe('Ma Di Wo')
    assertNoErrors()
    await close()
  })
})

describe('the month on a phone', () => {
  it('lists the day that is tapped below its dots, and opens what is tapped there', async () => {
    const { page, assertNoErrors, close } = await calendar(3, { viewport: { width: 390, height: 844 }, hasTouch: true })
    await page.getByRole('button', { name: 'Maand' }).tap()
    const list = page.locator('.cal-month-list')
    await list.waitFor()
    const busy = page.locator('.cal-day:not(.is-other, .is-picked)', { has: page.locator('.cal-dots i') }).first()
    await busy.locator('.cal-dots i').first().waitFor()
    const day = await busy.getAttribute('data-cell')
    await busy.tap({ position: { x: 20, y: 32 } })
    const picked = page.locator('.cal-day.is-picked:not(.is-other)')
    await expect.poll(() => picked.getAttribute('data-cell')).toBe(day)
    // The rest of the month may still come.
    const dots = picked.locator('.cal-dots i')
    await expect.poll(async () => (await list.locator('tbody tr').count()) - (await dots.count())).toBe(0)
    expect(await dots.count()).toBeGreaterThan(0)
    await expect.poll(() => page.locator('.is-picked').getByRole('button').getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => list.evaluate((el) => el.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
    const [name] = (await list.locator('tbody a').first().innerText()).split(':')
    await list.locator('tbody tr').first().tap()
    await expect.poll(() => topPopup(page).innerText()).toContain(name)
    assertNoErrors()
    await close()
  })
})

describe('the link of a calendar', () => {
  it('is copied by its button, and by a click into it', async () => {
    const { page, context, assertNoErrors, close } = await calendar(5)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/ical/link')
    const link = topPopup(page).getByLabel('Uw link', { exact: true })
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await topPopup(page).getByRole('button', { name: 'Uw link kopiëren' }).click()
    await page.locator('.flash', { hasText: 'Link gekopieerd naar klembord' }).waitFor()
    await expect.poll(() => copied()).toBe(await link.inputValue())
    await page.evaluate(() => navigator.clipboard.writeText(''))
    // The lock of 3500 ms is the button's and the field's together.
    await page.reload()
    await link.click()
    await expect.poll(copied).toBe(await link.inputValue())
    assertNoErrors()
    await close()
  })
})
