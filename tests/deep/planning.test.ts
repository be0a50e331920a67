import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Page, type Site, openSite, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const DAY = '03-12-2031'
const next = (page: Page) => topPopup(page).locator('[data-step-next]')
const note = (page: Page) => topPopup(page).locator('[data-form-note]')
const step = (page: Page, key: string) => page.locator(`[data-step=${key}]:not([inert])`)

async function choose(page: Page, name: string, text: string): Promise<void> {
  const selector = topPopup(page).locator(`.sel:has(select[name="${name}"])`)
  await selector.locator('.sel-btn').first().click()
  await page.locator('.sel-opt', { hasText: text }).first().click()
}

/** The wizard at its second step, with the two components of BHV basis. */
async function atComponents() {
  const visitor = await site.visitor(2)
  const { page } = visitor
  await page.goto('/calendar/add?datetime=1953972000&type=w')
  await topPopup(page).waitFor()
  await choose(page, 'course_id', 'BHV basis')
  await page.locator('[name=max_count]').waitFor()
  await next(page).click()
  await step(page, 'components').waitFor()
  await page.locator('[name="appointments[0][start_datetime]"]').waitFor({ state: 'attached' })
  return visitor
}

async function fillMoment(page: Page, name: string, date: string, time: string): Promise<void> {
  const pair = page.locator(`[data-moment]:has([name="${name}"])`)
  await pair.locator('[data-date]').fill(date)
  await pair.locator('[data-time]').fill(time)
  await pair.locator('[data-time]').press('Tab')
  await expect.poll(() => page.locator(`[name="${name}"]`).inputValue()).toBe(`${date} ${time}`)
}

async function setDates(page: Page, row: number, from: string, to: string): Promise<void> {
  await fillMoment(page, `appointments[${row}][start_datetime]`, DAY, from)
  await fillMoment(page, `appointments[${row}][end_datetime]`, DAY, to)
}

describe('the add wizard of plannings', () => {
  it('lets a part end on the day it is moved to, unless another day was chosen', async () => {
    const { page, close, assertNoErrors } = await atComponents()
    const date = (name: string) =>
      page.locator(`[data-moment]:has([name="appointments[0][${name}_datetime]"]) [data-date]`)
    await date('start').fill('')
    await date('start').pressSequentially('03122031')
    await expect.poll(() => date('end').inputValue()).toBe('03-12-2031')
    await expect
      .poll(() => page.locator('[name="appointments[0][end_datetime]"]').inputValue())
      .toMatch(/^03-12-2031 \d\d:\d\d$/)
    await date('end').fill('05-12-2031')
    await date('start').fill('04-12-2031')
    await expect.poll(() => date('start').inputValue()).toBe('04-12-2031')
    await expect.poll(() => date('end').inputValue()).toBe('05-12-2031')

    // A time is typed, or picked from the quarters: by keyboard from where it stands, or with the mouse.
    const start = page.locator('[data-moment]:has([name="appointments[0][start_datetime]"])')
    const time = start.locator('[data-time]')
    const sent = () => page.locator('[name="appointments[0][start_datetime]"]').inputValue()
    await time.fill('10:20')
    await time.press('ArrowDown')
    await page.getByRole('option', { name: '10:30' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(sent).toBe('04-12-2031 10:45')
    await expect.poll(() => time.evaluate((field) => field === document.activeElement)).toBe(true)
    await start.getByRole('button', { name: 'Tijd kiezen' }).click()
    await expect
      .poll(() => page.locator('.time-list').getByRole('option', { selected: true }).innerText())
      .toBe('10:45')
    // However soon after: the list comes back.
    await page.getByRole('option', { name: '08:15' }).evaluate((option: HTMLElement) => {
      option.click()
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }))
    })
    await expect.poll(sent).toBe('04-12-2031 08:15')
    await page.locator('.time-list').getByRole('option', { selected: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.time-list').waitFor({ state: 'detached' })
    expect([await topPopup(page).isVisible(), await time.inputValue()]).toEqual([true, '08:15'])
    assertNoErrors()
    await close()
  })

  it('leaves the focus with who went to a field before the step had slid in', async () => {
    const { page, close, assertNoErrors } = await atComponents()
    await next(page).click()
    await step(page, 'incompany').waitFor()
    await topPopup(page).locator('[data-step-back]').click()
    const keeps = await step(page, 'components').evaluate(async (shown: HTMLElement) => {
      const field = [...shown.querySelectorAll<HTMLInputElement>('[data-date]')].at(-1)!
      const frame = () => new Promise((done) => requestAnimationFrame(done))
      field.focus({ preventScroll: true })
      // More frames than the sliding of 500 ms has.
      for (let i = 0; i < 60; i++) await frame()
      return document.activeElement === field
    })
    expect(keeps).toBe(true)
    assertNoErrors()
    await close()
  })

  it('waits for the course that was chosen [T-089]', async () => {
    const { page, close, assertNoErrors } = await site.visitor(2)
    await page.goto('/calendar/add')
    await topPopup(page).waitFor()
    await expect.poll(() => next(page).isDisabled()).toBe(true)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/calendar/add?step=course', async (route) => {
      await held
      await route.continue()
    })
    await choose(page, 'course_id', 'BHV basis')
    await expect.poll(() => note(page).textContent()).toBe('Gegevens worden geladen')
    await expect.poll(() => next(page).isDisabled()).toBe(true)
    release()
    await page.locator('[name=max_count]').waitFor()
    await expect.poll(() => next(page).isDisabled()).toBe(false)
    assertNoErrors()
    await close()
  })

  it('switches the fields of a component with it, and wants at least one [T-087][T-088]', async () => {
    const { page, close, assertNoErrors } = await atComponents()
    const first = page.locator('[name="appointments[0][start_datetime]"]')
    const switches = step(page, 'components').locator('.switch')
    await expect.poll(() => first.isDisabled()).toBe(false)
    await switches.nth(0).uncheck()
    await expect.poll(() => first.isDisabled()).toBe(true)
    await expect.poll(() => next(page).isDisabled()).toBe(false)
    await switches.nth(1).uncheck()
    await expect.poll(() => next(page).isDisabled()).toBe(true)
    await expect.poll(() => note(page).textContent()).toBe('Zet minstens één onderdeel aan.')
    await switches.nth(0).check()
    await expect.poll(() => first.isDisabled()).toBe(false)
    await expect.poll(() => next(page).isDisabled()).toBe(false)
    assertNoErrors()
    await close()
  })

  it('marks the row whose dates are wrong, and no other [T-163][T-224]', async () => {
    const { page, close, assertNoErrors } = await atComponents()
    await fillMoment(page, 'appointments[1][end_datetime]', DAY, '07:00')
    await next(page).click()
    const rows = step(page, 'components').locator('.comp')
    await expect.poll(() => rows.nth(1).getAttribute('class')).toContain('is-invalid')
    await expect.poll(() => rows.nth(0).getAttribute('class')).not.toContain('is-invalid')
    await expect
      .poll(() => rows.nth(1).locator('.field-error').textContent())
      .toBe('Begindatum moet voor de einddatum zijn.')
    // What is unusual is told as soon as it stands there, beside what was typed.
    await fillMoment(page, 'appointments[1][start_datetime]', '02-12-2029', '09:00')
    const remarks = page.locator('#planning-remarks .note--warning')
    await expect.poll(() => remarks.count()).toBe(2)
    await expect.poll(() => remarks.first().textContent()).toContain('begint op een zondag: 02-12-2029.')
    assertNoErrors({ statuses: [422] })
    await close()
  })

  it('does not go on past a first moment that cannot be', async () => {
    const { page, close, assertNoErrors } = await atComponents()
    const pair = page.locator('[data-moment]:has([name=datetime])')
    await pair.locator('[data-date]').fill('31-02-2032')
    await pair.locator('[data-date]').press('Tab')
    const error = step(page, 'components').locator('.field-error')
    await expect.poll(() => error.textContent()).toContain('Begin van het eerste onderdeel is geen geldige datum')
    await next(page).click()
    await expect
      .poll(() => error.textContent())
      .toBe('Begin van het eerste onderdeel is geen geldige datum (dd-mm-jjjj).')
    expect(await step(page, 'components').isVisible()).toBe(true)
    await fillMoment(page, 'datetime', DAY, '09:00')
    await expect.poll(() => page.locator('[name="appointments[0][start_datetime]"]').inputValue()).toBe(`${DAY} 09:00`)
    await next(page).click()
    await step(page, 'incompany').waitFor()
    assertNoErrors({ statuses: [422] })
    await close()
  })

  it('does not go on with the dates of before, however soon after another first moment', async () => {
    const { page, close, assertNoErrors } = await atComponents()
    const row = page.locator('[name="appointments[0][start_datetime]"]')
    expect(await row.inputValue()).not.toContain('-04-2032')
    for (const leave of ['click', 'requestSubmit']) {
      const day = leave === 'click' ? '14-04-2032' : '15-04-2032'
      const field = page.locator('[data-moment]:has([name=datetime]) [data-date]')
      await field.fill(day)
      // At once, as by Enter in the field or the mouse: sooner than any time that it is waited for.
      await field.evaluate((field, leave) => {
        ;(field as HTMLElement).blur()
        const form = field.closest('form')!
        if (leave === 'click') form.querySelector<HTMLElement>('[data-step-next]')!.click()
        else form.requestSubmit()
      }, leave)
      await expect.poll(() => row.inputValue()).toMatch(new RegExp(`^${day} `))
      expect(await step(page, 'components').count()).toBe(1)
    }
    await next(page).click()
    await step(page, 'incompany').waitFor()
    assertNoErrors()
    await close()
  })

  it('restores the companies picked when in-company comes back, and wants at least one [T-094][T-095]', async () => {
    const { page, close, assertNoErrors } = await atComponents()
    await next(page).click()
    await step(page, 'incompany').waitFor()
    const incompany = page.locator('#planning-incompany')
    const checked = page.locator('[name="selected_company_ids[]"]:checked')
    await incompany.check()
    await expect.poll(() => next(page).isDisabled()).toBe(true)
    await expect.poll(() => note(page).textContent()).toBe('Kies minstens één bedrijf.')
    await choose(page, 'companies[]', 'Zorggroep De Linde')
    await page.keyboard.press('Escape')
    await expect.poll(() => checked.count()).toBe(2)
    await expect.poll(() => next(page).isDisabled()).toBe(false)
    await checked.first().uncheck()
    await incompany.uncheck()
    await expect.poll(() => checked.first().isVisible()).toBe(false)
    await expect.poll(() => next(page).isDisabled()).toBe(false)
    await incompany.check()
    await expect.poll(() => checked.count()).toBe(1)
    await expect.poll(() => checked.first().isVisible()).toBe(true)
    await checked.first().uncheck()
    await expect.poll(() => next(page).isDisabled()).toBe(true)
    assertNoErrors()
    await close()
  })

  it('shows who becomes busy meanwhile, and says so when adding goes wrong [T-206][T-223][M-049]', async () => {
    const { page, close, assertNoErrors } = await atComponents()
    await setDates(page, 0, '08:30', '16:00')
    for (const key of ['incompany', 'addresses', 'teachers']) {
      await next(page).click()
      await step(page, key).waitFor()
    }
    const busy = step(page, 'teachers').locator('.comp').first().locator('[data-person="4"] [data-busy]')
    expect(await busy.isVisible()).toBe(false)
    const other = await site.app.as(1)
    const name = 'appointments[0]'
    await other.post('/calendar/add', {
      course_id: 1,
      [`${name}[enabled]`]: 1,
      [`${name}[course_component_id]`]: 11,
      [`${name}[start_datetime]`]: `${DAY} 09:00`,
      [`${name}[end_datetime]`]: `${DAY} 10:00`,
      [`${name}[responsibles][]`]: 4,
    })
    await expect.poll(() => busy.isVisible()).toBe(true)
    await expect.poll(() => busy.textContent()).toContain('Theorie BHV, wo 03-12-2031, 09:00–10:00')
    await page.route('**/calendar/add?datetime=*', (route) =>
      route.request().url().includes('step=') ? route.continue() : route.fulfill({ status: 500, json: {} }),
    )
    await page.getByRole('button', { name: 'Toevoegen', exact: true }).click()
    await expect.poll(() => page.locator('#flash').textContent()).toContain('Er ging iets mis...')
    assertNoErrors({ statuses: [500] })
    await close()
  })
})
