import type { Locator } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HeldPlanning, addHeldPlanning, noteOf, resultsOf } from '../training/held-planning.ts'
import { type Page, type Site, openSite, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** The two buttons of a choice; the pressed one takes it back. */
const yesOrNo = (row: Locator, field: 'present' | 'passed') => ({
  choose: (value: '0' | '1' | '') => {
    const buttons = row.locator(`td:has([data-choice=${field}]) .yn`)
    return buttons.locator(value === '' ? '[aria-pressed=true]' : `[data-choose="${value}"]`).click()
  },
})
const choicesOf = (page: Page, planning: HeldPlanning, student: number, part = 0) => {
  const row = page.locator(`[data-result="${student}-${planning.parts[part]}"]`)
  return { row, present: yesOrNo(row, 'present'), passed: yesOrNo(row, 'passed') }
}
/** Both choices as the user sees them: '1/0'. */
const shown = async (row: Locator) =>
  (await Promise.all((await row.locator('select').all()).map((select) => select.inputValue()))).join('/')

/** The wizard's own button; the calendar below has one of that name too. */
const nextOf = (page: Page) => topPopup(page).getByRole('button', { name: 'Volgende' })

async function open(role: number, path: string, options = {}) {
  const visitor = await site.visitor(role, options)
  await visitor.page.goto(path)
  await topPopup(visitor.page).locator('[data-results]').waitFor()
  return visitor
}

describe('the results screen', () => {
  it('keeps the two choices in step and saves each change at once [T-073][T-074][T-075]', async () => {
    const planning = await addHeldPlanning(site.app)
    const [anouk] = planning.students as [number]
    const { page, assertNoErrors, close } = await open(3, `/calendar/results/${planning.parts[0]}`)
    const { row, present, passed } = choicesOf(page, planning, anouk)
    for (const [select, value, result] of [
      [passed, '0', '1/0'],
      [present, '0', '0/0'],
      [passed, '1', '1/1'],
      [present, '', '/'],
    ] as const) {
      await select.choose(value)
      await expect.poll(() => shown(row)).toBe(result)
      await expect.poll(async () => (await resultsOf(site.app, planning.parts[0]!))[anouk]).toBe(result)
    }
    assertNoErrors()
    await close()
  })

  it('fills in the checked rows, or all when none is checked [T-076][T-077]', async () => {
    const planning = await addHeldPlanning(site.app)
    const [anouk, gerrit, bram] = planning.students as [number, number, number]
    const { page, assertNoErrors, close } = await open(2, `/calendar/results/${planning.parts[0]}`)
    const stored = () => resultsOf(site.app, planning.parts[0]!)
    await choicesOf(page, planning, gerrit).row.locator('[data-results-check]').check()
    await page.getByRole('button', { name: 'Selectie geslaagd' }).click()
    await expect.poll(stored).toEqual({ [anouk]: '/', [gerrit]: '1/1', [bram]: '/' })
    await choicesOf(page, planning, gerrit).row.locator('[data-results-check]').uncheck()
    await page.getByRole('button', { name: 'Iedereen aanwezig' }).click()
    await expect.poll(stored).toEqual({ [anouk]: '1/', [gerrit]: '1/1', [bram]: '1/' })
    await page.getByText('Nog 2 keuzes open bij Bram ter Linde en Anouk van der Linden').waitFor()
    assertNoErrors()
    await close()
  })

  it('asks before it turns around a no that somebody gave, and names them [T-077]', async () => {
    const planning = await addHeldPlanning(site.app)
    const [anouk, gerrit, bram] = planning.students as [number, number, number]
    const { page, assertNoErrors, close } = await open(3, `/calendar/results/${planning.parts[0]}`)
    const stored = () => resultsOf(site.app, planning.parts[0]!)
    const all = page.getByRole('button', { name: 'Iedereen aanwezig' })
    const question = page.getByRole('alertdialog')
    await choicesOf(page, planning, anouk).present.choose('0')
    await all.click()
    await question.getByText('Bij 1 cursist staat al Nee: Anouk van der Linden.').waitFor()
    await question.getByRole('button', { name: 'Alleen de open' }).click()
    await expect.poll(stored).toEqual({ [anouk]: '0/0', [gerrit]: '1/', [bram]: '1/' })
    await all.click()
    await question.getByRole('button', { name: 'Terug' }).click()
    await question.waitFor({ state: 'detached' })
    expect((await stored())[anouk]).toBe('0/0')
    await all.click()
    await question.getByRole('button', { name: '3 cursisten aanwezig melden' }).click()
    // A no that came with the absence stays: what a rule changes triggers no other rule.
    await expect.poll(stored).toEqual({ [anouk]: '1/0', [gerrit]: '1/', [bram]: '1/' })
    assertNoErrors()
    await close()
  })

  it('takes over what somebody else fills in', async () => {
    const planning = await addHeldPlanning(site.app)
    const [anouk] = planning.students as [number]
    const { page, assertNoErrors, close } = await open(3, `/calendar/results/${planning.parts[0]}`)
    const planner = await site.app.as(2)
    await planner.post(`/calendar/results/${planning.parts[0]}`, {
      [`present_students[${anouk}-${planning.parts[0]}]`]: 0,
    })
    await expect.poll(() => shown(choicesOf(page, planning, anouk).row)).toBe('0/0')
    assertNoErrors()
    await close()
  })

  it('says what could not be saved on a phone without network, and saves it when the network is back', async () => {
    const planning = await addHeldPlanning(site.app)
    const [anouk] = planning.students as [number]
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const { page, context, close } = await open(3, `/calendar/results/${planning.parts[0]}`, phone)
    const targets = page.locator('.results :is(.yn button, .rt-bar button, .c-note textarea, .c-sign a)')
    const boxes = await Promise.all((await targets.all()).map((target) => target.boundingBox()))
    // Three that choose whom to show, two that fill in many; of each student four choices, a note and a signature.
    expect(boxes.length).toBe(5 + 6 * planning.students.length)
    for (const box of boxes) expect(box!.height).toBeGreaterThanOrEqual(44)
    await page.getByRole('button', { name: 'Iedereen geslaagd' }).click()
    await page.getByText('Alles ingevuld en opgeslagen').waitFor()
    const { row } = choicesOf(page, planning, anouk)
    const note = row.getByRole('textbox')
    await context.setOffline(true)
    await row.getByRole('group', { name: 'Geslaagd' }).getByRole('button', { name: 'Nee' }).tap()
    await note.fill('Herkansing in januari')
    await note.blur()
    await row.getByText('Niet opgeslagen').waitFor()
    const waits = page.getByText('Niet alles is opgeslagen. Zodra er weer verbinding is, wordt vanzelf verzonden:')
    await expect.poll(() => waits.innerText()).toMatch(/: de resultaten van Anouk van der Linden, en 1 opmerking\.$/)
    await page.getByText('Alles ingevuld, nog niet alles opgeslagen').waitFor()
    await context.setOffline(false)
    await expect.poll(async () => (await resultsOf(site.app, planning.parts[0]!))[anouk]).toBe('1/0')
    await page.getByText('De resultaten zijn alsnog opgeslagen').waitFor()
    await waits.waitFor({ state: 'detached' })
    await expect.poll(() => noteOf(site.app, planning.parts[0]!, anouk)).toBe('Herkansing in januari')
    await page.getByText('Alles ingevuld en opgeslagen').waitFor()

    // The session ends, and then somebody else signs in in another tab: the result waits for who filled it in.
    // Whatever notices first that the session ended asks to sign in above the button, so this is no tap of a finger.
    const choose = (name: string) =>
      row
        .getByRole('group', { name: 'Geslaagd', includeHidden: true })
        .getByRole('button', { name, exact: true, includeHidden: true })
        .dispatchEvent('click')
    const result = async () => (await resultsOf(site.app, planning.parts[0]!))[anouk]
    const signInAgain = async () => {
      await topPopup(page).getByText('Uw sessie is verlopen.').waitFor()
      await topPopup(page).getByLabel('E-mailadres').fill('docent@noordkaap.example')
      await topPopup(page).getByLabel('Wachtwoord').fill('noordkaap-demo')
      await topPopup(page).getByRole('button', { name: 'Inloggen' }).click()
    }
    await site.app.pool.query('delete from sessions')
    await choose('Ja')
    await signInAgain()
    await expect.poll(result).toBe('1/1')
    const [name = '', value = ''] = (await site.app.as(2)).cookie.split(/=(.*)/s)
    await context.addCookies([{ name, value, url: site.app.url }])
    await choose('Nee')
    await topPopup(page).getByText('Uw sessie is verlopen.').waitFor()
    await expect.poll(() => result()).toBe('1/1')
    await signInAgain()
    await expect.poll(result).toBe('1/0')
    await close()
  })

  it('keeps a note whose screen was closed without network, and shows both when two write one', async () => {
    const planning = await addHeldPlanning(site.app)
    const [anouk] = planning.students as [number]
    const path = `/calendar/results/${planning.parts[0]}`
    const { page, context, close } = await open(3, path)
    const note = choicesOf(page, planning, anouk).row.getByRole('textbox')
    const stored = () => noteOf(site.app, planning.parts[0]!, anouk)
    await context.setOffline(true)
    await note.fill('Komt later')
    await note.blur()
    // It failed before the popup closes: beside the field nobody reads that any more.
    await topPopup(page).getByText('Niet opgeslagen', { exact: true }).waitFor()
    await topPopup(page).getByRole('button', { name: 'Sluiten' }).click()
    await page.getByText('Een opmerking is niet opgeslagen.').waitFor()
    await context.setOffline(false)
    await expect.poll(stored).toBe('Komt later')
    await page.goto(path)
    const planner = await site.app.as(2)
    // Or what is typed would save itself before the planner has.
    await page.clock.install()
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await note.fill('Komt niet')
    await planner.post(`/calendar/saveStudentNotes2/${planning.parts[0]}/${anouk}`, { notes: 'Komt toch' })
    await page.clock.resume()
    await note.blur()
    await page.getByText('heeft dit intussen gewijzigd in: “Komt toch”').waitFor()
    expect([await note.inputValue(), await stored()]).toEqual(['Komt niet', 'Komt toch'])
    await page.getByRole('button', { name: 'Mijn tekst opslaan' }).click()
    await expect.poll(stored).toBe('Komt niet')
    await close()
  })
})

describe('the finish wizard', () => {
  it('holds the next button while a choice is open, and says where [T-079]', async () => {
    const planning = await addHeldPlanning(site.app, { parts: 2 })
    const [anouk] = planning.students as [number]
    const { page, assertNoErrors, close } = await open(2, `/calendar/getFinishWizard/${planning.parts[0]}`)
    const next = nextOf(page)
    await expect.poll(() => next.isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Iedereen geslaagd' }).click()
    await expect.poll(() => next.isDisabled()).toBe(false)
    await choicesOf(page, planning, anouk, 1).passed.choose('')
    await page.getByText('Nog 1 keuze open bij Anouk van der Linden').waitFor()
    await expect.poll(() => next.isDisabled()).toBe(true)
    await choicesOf(page, planning, anouk, 1).passed.choose('0')
    await expect.poll(() => next.isDisabled()).toBe(false)
    await next.click()
    await page.locator('[data-step=refreshers]:not([inert])').waitFor()
    // Nothing of the steps beside it makes the popup wider than it is.
    expect(await topPopup(page).evaluate((popup) => popup.scrollWidth - popup.clientWidth)).toBe(0)
    assertNoErrors()
    await close()
  })

  it('looks at the choices again 100 ms after a change [T-080]', async () => {
    const planning = await addHeldPlanning(site.app)
    const { page, assertNoErrors, close } = await open(2, `/calendar/getFinishWizard/${planning.parts[0]}`)
    const next = nextOf(page)
    await expect.poll(() => next.isDisabled()).toBe(true)
    await page.clock.install()
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await page.getByRole('button', { name: 'Iedereen geslaagd' }).click()
    await page.clock.runFor(99)
    await expect.poll(() => next.isDisabled()).toBe(true)
    await page.clock.runFor(1)
    await expect.poll(() => next.isDisabled()).toBe(false)
    assertNoErrors()
    await close()
  })

  it('goes through its steps, keeps them on the way back, and ends with what can be done next [P-034]', async () => {
    const planning = await addHeldPlanning(site.app, { parts: 2 })
    const { page, assertNoErrors, close } = await open(2, `/calendar/getFinishWizard/${planning.parts[0]}`)
    const next = nextOf(page)
    await expect.poll(() => next.isDisabled()).toBe(true)
    const cancel = topPopup(page).getByRole('button', { name: 'Annuleren' })
    await expect.poll(() => cancel.isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Iedereen geslaagd' }).click()
    await expect.poll(() => next.isDisabled()).toBe(false)
    await next.click()
    await page.locator('[data-step=refreshers]:not([inert])').waitFor()
    // The results are in: all that follows stands on one page, folded as far as it is proposed.
    await page.locator('[data-step=overview]:not([inert])').waitFor()
    await expect.poll(() => cancel.isVisible()).toBe(false)
    const certificate = page.getByRole('checkbox', { name: 'Certificaat' })
    // Its course has a register, and whether people are passed on is to be said: that stands in sight.
    expect(await certificate.isVisible()).toBe(true)
    expect(await topPopup(page).locator('[data-step=refreshers] [data-step-line]').getAttribute('aria-expanded')).toBe('false') // prettier-ignore
    await certificate.uncheck()
    await expect.poll(() => page.locator('[data-step=overview]').innerText()).toContain('Geen documenten')
    await topPopup(page).getByRole('button', { name: 'Vorige' }).click()
    await page.locator('[data-step=presence]:not([inert])').waitFor()
    await choicesOf(page, planning, planning.students[1]!).passed.choose('0')
    await expect.poll(() => next.isDisabled()).toBe(false)
    await next.click()
    await page.locator('[data-step=overview]:not([inert])').waitFor()
    await expect.poll(() => certificate.isChecked()).toBe(false)
    await certificate.check()
    // Sent at once: it goes when the overview has followed.
    await page.getByRole('button', { name: 'Planning afronden' }).click()
    const end = topPopup(page).locator('[data-end]')
    await end.getByText('Planning afgerond').waitFor()
    const drawing = () => end.locator('.end-mark path').evaluate((mark) => getComputedStyle(mark).animationName)
    await expect.poll(() => drawing()).not.toBe('none')
    await end.getByRole('link', { name: 'Planning bekijken' }).click()
    await expect
      .poll(() => topPopup(page).getAttribute('data-url'))
      .toBe(`/calendar/view-appointment/${planning.parts[0]}`)
    const certificates = await site.app.db
      .selectFrom('certificates')
      .select('contact_id')
      .where('group_id', '=', planning.planningId)
      .execute()
    expect(certificates.map(({ contact_id }) => contact_id).sort()).toEqual(
      [planning.students[0], planning.students[2]].sort(),
    )
    assertNoErrors()
    await close()
  })
})
