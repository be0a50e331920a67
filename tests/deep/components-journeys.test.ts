import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SIZES, saved } from '../support/gallery.ts'
import { type Page, type Site, holdBack, openSite, rows, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite({ gallery: true })
})
afterAll(() => site.close())

const gallery = async (path = '', options = {}) => {
  const visitor = await site.visitor(2, options)
  await visitor.page.goto(`/gallery${path}`)
  if (path !== '') await topPopup(visitor.page).waitFor()
  return visitor
}
const openCount = (page: Page) => page.locator('dialog[open]').count()
const answerYes = (page: Page) => topPopup(page).locator('[data-answer=yes]').click()

describe('popups', () => {
  it('are 30, 40, 60, 70, 95 or 100 percent of the view wide [P-009][P-010][P-011][P-013]', async () => {
    const { page, assertNoErrors, close } = await gallery('', { viewport: { width: 1600, height: 900 } })
    const widths: number[] = []
    for (const size of SIZES) {
      await page.goto(`/gallery/${size}`)
      await topPopup(page).waitFor()
      widths.push(await topPopup(page).evaluate((popup) => (popup as HTMLElement).offsetWidth / 1600))
    }
    expect(widths.map((width) => Math.round(width * 100))).toEqual([30, 40, 60, 70, 95, 100])
    assertNoErrors()
    await close()
  })

  it('fill the whole view in size full, and hold what their URL answered [P-014][P-008][S-001]', async () => {
    const { page, assertNoErrors, close } = await gallery()
    const [request] = await Promise.all([
      page.waitForRequest('**/gallery/full'),
      page.getByRole('link', { name: '/gallery/full' }).click(),
    ])
    expect(request.method()).toBe('GET')
    await topPopup(page).locator('.popup-body', { hasText: 'full' }).waitFor()
    const box = await topPopup(page).evaluate((popup) => [
      (popup as HTMLElement).offsetWidth / innerWidth,
      (popup as HTMLElement).offsetHeight / innerHeight,
    ])
    expect(box).toEqual([1, 1])
    assertNoErrors()
    await close()
  })

  it('when secured have no cross, and close from within only [P-016][P-017][S-002]', async () => {
    const { page, assertNoErrors, close } = await gallery()
    await page.getByRole('link', { name: '/gallery/secured' }).click()
    await topPopup(page).waitFor()
    await expect.poll(() => topPopup(page).locator('[data-popup-close]').count()).toBe(0)
    // Chromium lets the second Escape in a row pass a cancelled close.
    for (let press = 0; press < 3; press++) await page.keyboard.press('Escape')
    await page.goBack()
    await expect.poll(() => page.url()).toContain('/gallery/secured')
    await expect.poll(() => openCount(page)).toBe(1)
    await topPopup(page).getByRole('button', { name: 'Opslaan' }).click()
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    assertNoErrors()
    await close()
  })

  it('with a left menu keep the active item, its tables and scripts apart when they reload [P-022][P-023][P-028]', async () => {
    const { page, assertNoErrors, close } = await gallery('/menu')
    const popup = topPopup(page)
    await page.evaluate(() =>
      document.addEventListener('script:gallery', () => (document.body.dataset.ran = 'yes'), { once: true }),
    )
    await popup.getByRole('button', { name: 'Uitvoeren' }).click()
    await expect.poll(() => page.locator('body').getAttribute('data-ran')).toBe('yes')
    await expect.poll(() => popup.locator('[data-item-body]').innerText()).toContain('Alle certificaten')
    await popup.getByRole('link', { name: 'Contacten' }).click()
    await rows(page).first().waitFor()
    await popup.locator('[data-table]').evaluate((table) => (table.dataset.kept = 'yes'))
    const [reload] = await Promise.all([
      page.waitForRequest('**/gallery/menu?item=contacts'),
      popup.evaluate((dialog) => dialog.dispatchEvent(new CustomEvent('popup:reload', { bubbles: true }))),
    ])
    expect((await reload.response())?.status()).toBe(200)
    await expect.poll(() => popup.locator('[data-item][aria-current]').innerText()).toBe('Contacten')
    await expect.poll(() => popup.locator('[data-table][data-kept=yes]').count()).toBe(1)
    assertNoErrors()
    await close()
  })

  it('collapse their left menu on a phone [P-030][S-003]', async () => {
    const { page, assertNoErrors, close } = await gallery('/menu', { viewport: { width: 390, height: 780 } })
    const menu = topPopup(page).locator('.popup-menu')
    const high = () => menu.evaluate((nav) => (nav as HTMLElement).offsetHeight)
    expect(await high()).toBeLessThan(80)
    const items = menu.getByRole('link')
    await expect.poll(() => items.count()).toBe(0)
    const toggle = menu.getByRole('button', { expanded: false })
    await expect.poll(() => toggle.innerText()).toBe('Alle')
    await toggle.click()
    await menu.getByRole('link', { name: 'Contacten' }).waitFor()
    await page.keyboard.press('Escape')
    expect([await items.count(), await page.locator('dialog[open]').count()]).toEqual([0, 1])
    // What is searched for shows itself; what is chosen stands on the button.
    await menu.getByPlaceholder('Zoeken...').fill('verl')
    await menu.getByRole('link', { name: 'Verlopen' }).click()
    await topPopup(page).getByText('Verlopen certificaten').waitFor()
    expect([await items.count(), await toggle.innerText()]).toEqual([0, 'Verlopen'])
    await menu.getByPlaceholder('Zoeken...').fill('')
    await page.setViewportSize({ width: 1200, height: 780 })
    expect(await high()).toBeGreaterThan(300)
    await expect.poll(() => menu.getByPlaceholder('Zoeken...').isVisible()).toBe(true)
    assertNoErrors()
    await close()
  })

  it('ask with Ja and Nee before an action that wants it, in a tiny popup [P-036][S-005]', async () => {
    const { page, assertNoErrors, close } = await gallery()
    const before = saved.length
    const choose = async (answer: string) => {
      await page.getByRole('button', { name: 'Meer opties' }).click()
      await page.getByRole('menuitem', { name: 'Vraag vooraf' }).click()
      await topPopup(page).getByText('Echt waar?').waitFor()
      await expect.poll(() => topPopup(page).getAttribute('class')).toContain('popup--tiny')
      await topPopup(page).getByRole('button', { name: answer }).click()
    }
    await choose('Nee')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    expect(saved.length).toBe(before)
    await choose('Ja')
    await expect.poll(() => saved.at(-1)).toEqual({ id: '99' })
    assertNoErrors()
    await close()
  })

  it('open the dots menu with the entries of its hidden field [S-006]', async () => {
    const { page, assertNoErrors, close } = await gallery()
    await page.getByRole('button', { name: 'Meer opties' }).click()
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Koppeling', 'Vraag vooraf'])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('menuitem').count()).toBe(0)
    assertNoErrors()
    await close()
  })
})

describe('a selection of more than 200 rows', () => {
  it('is posted to the popup it opens, which keeps it when it reloads and saves', async () => {
    await site.app.pool.query(
      `insert into companies (name, client_id) select 'Galerij ' || n, 610000 + n from generate_series(1, 250) n`,
    )
    const { page, assertNoErrors, close } = await gallery('')
    await page.goto('/gallery/companies')
    await rows(page).first().locator('input[type=checkbox]').check()
    await page.locator('[data-select-all]').click()
    await expect.poll(() => page.locator('[data-selected]').innerText()).toMatch(/^2\d\d /)
    const count = Number((await page.locator('[data-selected]').innerText()).split(' ')[0])
    await page.getByRole('button', { name: 'Tellen' }).click()
    await topPopup(page).getByText(`${count} gekozen`).waitFor()
    expect(page.url()).not.toContain('selection')
    const [again] = await Promise.all([
      page.waitForResponse('**/gallery/selection'),
      topPopup(page).evaluate((popup) => popup.dispatchEvent(new CustomEvent('popup:reload', { bubbles: true }))),
    ])
    expect(await again.text()).toContain(`${count} gekozen`)
    await topPopup(page).getByText(`${count} gekozen`).waitFor()
    await topPopup(page).getByRole('button', { name: 'Opslaan' }).click()
    await page.getByText('Bewaard', { exact: true }).waitFor()
    expect((saved.at(-1) as { ids: number[] }).ids).toHaveLength(count)
    assertNoErrors()
    await close()
  })
})

describe('a multi-step popup', () => {
  it('scrolls through its steps, is at 100 when sent, and ends with an animation [P-031][P-033][P-034][S-004]', async () => {
    const { page, assertNoErrors, close } = await gallery('/wizard')
    const popup = topPopup(page)
    const progress = () => popup.locator('progress').evaluate((bar) => (bar as HTMLProgressElement).value)
    const scrolled = () => popup.locator('[data-steps-track]').evaluate((track) => track.scrollLeft)
    expect([await progress(), await scrolled()]).toEqual([34, 0])
    await popup.locator('input[name=naam]').fill('Zoë')
    await popup.getByRole('button', { name: 'Volgende' }).click()
    await popup.locator('input[name=plaats]').fill('Goes')
    await expect.poll(scrolled).toBeGreaterThan(200)
    await popup.getByRole('button', { name: 'Vorige' }).click()
    await expect.poll(scrolled).toBe(0)
    await popup.getByRole('button', { name: 'Volgende' }).click()
    await expect.poll(scrolled).toBeGreaterThan(200)
    await popup.getByRole('button', { name: 'Volgende' }).click()
    await popup.locator('input[name=reden]').fill('Test')
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/gallery/wizard', async (route) => {
      await held
      await route.continue()
    })
    await popup.getByRole('button', { name: 'Afronden' }).click()
    await expect.poll(progress).toBe(100)
    release()
    await popup.getByText('Opgeslagen voor Zoë').waitFor()
    await expect.poll(() => popup.locator('form').count()).toBe(0)
    const animated = await popup
      .locator('.end-mark path')
      .evaluate((mark) => mark.getAnimations().map((animation) => (animation as CSSAnimation).animationName))
    expect(animated).toEqual(['draw'])
    expect(saved.at(-1)).toEqual({ naam: 'Zoë', plaats: 'Goes', reden: 'Test' })
    await popup.getByRole('button', { name: 'Sluiten', exact: true }).click()
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    assertNoErrors()
    await close()
  })
})

describe('a repeating form block', () => {
  const block = (page: Page, name: string) => {
    const box = topPopup(page).locator(`[data-block=${name}]`)
    return {
      items: box.locator('[data-repeat-item]'),
      add: box.getByRole('button', { name: 'Regel toevoegen' }),
      remove: (nth: number) => box.locator('[data-repeat-remove]').nth(nth),
    }
  }

  it('adds clones of its template until the maximum, then hides the button [P-084][P-085][P-151]', async () => {
    const { page, assertNoErrors, close } = await gallery('/lines')
    const { items, add, remove } = block(page, 'limited')
    await expect.poll(() => items.count()).toBe(1)
    await expect.poll(() => remove(0).isDisabled()).toBe(true)
    await add.click()
    await add.click()
    await expect.poll(() => items.count()).toBe(3)
    await expect.poll(() => items.nth(2).locator('input[type=text]').getAttribute('name')).toBe('limited[2][text]')
    await expect.poll(() => items.nth(2).locator('input[type=text]').inputValue()).toBe('')
    await expect.poll(() => add.isVisible()).toBe(false)
    await remove(2).click()
    await expect.poll(() => add.isVisible()).toBe(true)
    assertNoErrors()
    await close()
  })

  it('without limits grows on, and can be emptied [P-086][P-152][P-153][S-011]', async () => {
    const { page, assertNoErrors, close } = await gallery('/lines')
    const { items, add, remove } = block(page, 'free')
    for (let i = 0; i < 8; i++) await add.click()
    await expect.poll(() => items.count()).toBe(9)
    await expect.poll(() => add.isVisible()).toBe(true)
    for (let i = 8; i > 0; i--) await remove(i).click()
    await remove(0).click()
    await answerYes(page)
    await expect.poll(() => items.count()).toBe(0)
    const limited = block(page, 'limited')
    await expect.poll(() => limited.remove(0).isDisabled()).toBe(true)
    await limited.add.click()
    await expect.poll(() => limited.remove(0).isDisabled()).toBe(false)
    assertNoErrors()
    await close()
  })

  it('asks before a stored item goes, and posts its id to its own URL [P-154][P-169][P-214][M-009]', async () => {
    const { page, assertNoErrors, close } = await gallery('/lines')
    const { items, remove } = block(page, 'free')
    const before = saved.length
    await remove(0).click()
    await topPopup(page).getByText('Weet u zeker dat u dit item uit het systeem wilt verwijderen?').waitFor()
    await topPopup(page).getByRole('button', { name: 'Nee' }).click()
    expect([await items.count(), saved.length]).toEqual([1, before])
    await remove(0).click()
    const [request] = await Promise.all([page.waitForRequest('**/gallery/remove-line'), answerYes(page)])
    expect([request.method(), request.postData()]).toEqual(['POST', 'id=21'])
    await expect.poll(() => items.count()).toBe(0)
    assertNoErrors()
    await close()
  })

  it('looks only at whether the removal succeeded [P-215]', async () => {
    const { page, close } = await gallery('/lines')
    const { items, remove } = block(page, 'free')
    await page.route('**/gallery/remove-line', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
    await remove(0).click()
    await answerYes(page)
    await page.getByText('Er ging helaas iets mis.').waitFor()
    await expect.poll(() => items.count()).toBe(1)
    // The gallery answers nonsense with a 200.
    await remove(0).click()
    await answerYes(page)
    await expect.poll(() => items.count()).toBe(0)
    await close()
  })

  it('when sortable has the first item open, and folds the others [P-088][P-089][P-091]', async () => {
    const { page, assertNoErrors, close } = await gallery('/lines')
    const { items, add } = block(page, 'sorted')
    const open = () => items.evaluateAll((all) => all.map((item) => !item.classList.contains('is-collapsed')))
    expect(await open()).toEqual([true, false])
    const fields = items.locator('input[type=text]')
    expect([await fields.nth(0).isVisible(), await fields.nth(1).isVisible()]).toEqual([true, false])
    await items.nth(1).locator('[data-repeat-title]').click()
    expect(await open()).toEqual([true, true])
    await add.click()
    expect(await open()).toEqual([false, false, true])
    assertNoErrors()
    await close()
  })

  it('when sortable folds an item that is dragged, and keeps its last one [P-090][P-092]', async () => {
    const { page, assertNoErrors, close } = await gallery('/lines')
    const { items, remove } = block(page, 'sorted')
    const values = () =>
      items.locator('input[type=text]').evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value))
    await expect.poll(() => values()).toEqual(['Rij 31', 'Rij 32'])
    await items.nth(0).locator('[data-repeat-grip]').hover()
    await page.mouse.down()
    // Two moves start a drag; the item has folded by then, and the other one moved up.
    await page.mouse.move(300, 300)
    await expect.poll(() => items.nth(0).getAttribute('class')).toContain('is-dragging')
    const { x, y, height } = (await items.nth(1).boundingBox())!
    await page.mouse.move(x + 40, y + height - 4, { steps: 3 })
    await page.mouse.up()
    await expect.poll(values).toEqual(['Rij 32', 'Rij 31'])
    await expect.poll(() => items.nth(1).getAttribute('class')).toContain('is-collapsed')
    await expect.poll(() => items.locator('input[type=text]').nth(0).getAttribute('name')).toBe('sorted[0][text]')
    await remove(0).click()
    await answerYes(page)
    await expect.poll(() => items.count()).toBe(1)
    await expect.poll(() => remove(0).isDisabled()).toBe(true)
    assertNoErrors()
    await close()
  })
})

describe('a tag input', () => {
  const tags = (page: Page, name: string) => topPopup(page).locator(`[data-tags][data-name=${name}]`)
  const offer = async (page: Page, name: string, text: string) => {
    await tags(page, name).locator('.sel-btn').click()
    await page.locator('.sel-drop:visible').getByPlaceholder('Zoeken...').fill(text)
    return page.locator('.sel-drop:visible .sel-opt', { hasText: new RegExp(text, 'i') })
  }

  it('holds records with a count, and drops one whose count is below 1 [P-192][S-012]', async () => {
    const { page, assertNoErrors, close } = await gallery('/tags')
    const box = tags(page, 'counted')
    await (await offer(page, 'counted', 'anouk')).first().click()
    await expect.poll(() => box.locator('input[type=number]').inputValue()).toBe('3')
    await box.locator('input[type=number]').fill('1')
    await box.locator('input[type=number]').blur()
    await expect.poll(() => box.locator('[data-tag]').count()).toBe(1)
    await box.locator('input[type=number]').fill('0')
    await box.locator('input[type=number]').blur()
    await expect.poll(() => box.locator('[data-tag]').count()).toBe(0)
    assertNoErrors()
    await close()
  })

  it('when each may be chosen once, offers no longer what is chosen [P-193]', async () => {
    const { page, assertNoErrors, close } = await gallery('/tags')
    const found = await offer(page, 'single', 'van der linden')
    await page.locator('.sel-drop:visible').waitFor()
    await expect.poll(() => found.filter({ hasText: 'Anouk' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await tags(page, 'single').getByRole('button', { name: 'Anouk verwijderen' }).click()
    const again = await offer(page, 'single', 'anouk')
    await expect.poll(() => again.filter({ hasText: 'Anouk' }).count()).toBeGreaterThan(0)
    assertNoErrors()
    await close()
  })

  it('only logs that its options could not be fetched [P-242]', async () => {
    const { page, close } = await gallery('/tags')
    await page.route('**/ajax/specialSelectorSearch*', (route) => route.fulfill({ status: 500, body: '{}' }))
    const [line] = await Promise.all([
      page.waitForEvent('console', (message) => message.text().includes('specialSelectorSearch failed')),
      tags(page, 'counted').locator('.sel-btn').click(),
    ])
    expect(line.type()).toBe('warning')
    await page.clock.install()
    await page.clock.runFor(2000)
    await expect.poll(() => page.locator('.flash').count()).toBe(0)
    await close()
  })
})

describe('a selector', () => {
  const face = (page: Page, nth: number) => topPopup(page).locator('.sel-btn').nth(nth)

  it('says that it searches until the answer is there, and only then that nothing was found', async () => {
    const { page, assertNoErrors, close } = await gallery('/selectors')
    const answers = Promise.withResolvers<void>()
    await page.route('**/ajax/specialSelectorSearch*', (route) => answers.promise.then(() => route.continue()))
    await face(page, 0).click()
    const told = page.locator('.sel-drop:visible .sel-none')
    await expect.poll(() => told.innerText()).toBe('Zoeken…')
    await page.locator('.sel-drop:visible').getByPlaceholder('Zoeken...').fill('qqqxx')
    answers.resolve()
    await expect.poll(() => told.innerText()).toBe('Geen resultaten gevonden')
    assertNoErrors()
    await close()
  })

  it('is a searchable dropdown over a hidden select, and holds up a form until it is chosen [P-076][P-082][P-155][M-002]', async () => {
    const { page, assertNoErrors, close } = await gallery('/selectors')
    const select = topPopup(page).locator('select[name=contact]')
    const submit = topPopup(page).getByRole('button', { name: 'Opslaan' })
    expect([await select.isVisible(), await submit.isDisabled()]).toEqual([false, true])
    await expect.poll(() => face(page, 0).innerText()).toBe('Maak een keuze')
    await face(page, 0).click()
    await page.locator('.sel-drop:visible').getByPlaceholder('Zoeken...').fill('anouk')
    await page.locator('.sel-drop:visible .sel-opt', { hasText: 'Anouk' }).first().click()
    await expect.poll(() => face(page, 0).innerText()).toContain('Anouk')
    expect(Number(await select.inputValue())).toBeGreaterThan(0)
    await expect.poll(() => submit.isDisabled()).toBe(false)
    assertNoErrors()
    await close()
  })

  it('opens on the search for what is typed on it, and chooses nothing by where the pointer rests', async () => {
    const { page, assertNoErrors, close } = await gallery('/selectors')
    await face(page, 0).focus()
    await page.keyboard.type('anouk')
    const found = page.locator('.sel-drop:visible .sel-opt.active', { hasText: 'Anouk' })
    await found.waitFor()
    await expect.poll(() => page.locator('.sel-drop:visible').getByPlaceholder('Zoeken...').inputValue()).toBe('anouk')
    await page.keyboard.press('Enter')
    await expect.poll(() => face(page, 0).innerText()).toContain('Anouk')
    // What is chosen is no hit of another search, and Enter does not take it again.
    await page.keyboard.type('gerrit')
    await page.locator('.sel-drop:visible .sel-opt.active', { hasText: 'Gerrit' }).waitFor()
    await expect.poll(() => page.locator('.sel-drop:visible .sel-opt', { hasText: 'Anouk' }).count()).toBe(0)
    await page.reload()
    const offered = page.locator('.sel-drop:visible .sel-opt')
    await face(page, 0).focus()
    await page.keyboard.type('an')
    const { x, y } = (await offered.nth(2).boundingBox())!
    // All is typed before the code of the list is there, so that no key reaches the list.
    const letCome = await holdBack(page, 'public/js/fields/selector-widget.ts')
    await page.reload()
    await page.mouse.move(x + 10, y + 10)
    await face(page, 0).focus()
    await page.keyboard.type('an')
    await letCome()
    await offered.nth(2).waitFor()
    await page.locator('.sel-opt:hover').waitFor()
    const active = () => offered.evaluateAll((all) => all.findIndex((one) => one.matches('.active')))
    await expect.poll(active).toBe(0)
    // Once it moves, what it enters is meant.
    await page.mouse.move(x + 12, y + 12)
    await offered.nth(1).hover()
    await expect.poll(active).toBe(1)
    assertNoErrors()
    await close()
  })

  it('offers Geen, Zelfde and Nieuw... around what was found [P-078][M-005][M-006][M-007]', async () => {
    const { page, assertNoErrors, close } = await gallery('/selectors')
    await face(page, 1).click()
    const offered = page.locator('.sel-drop:visible .sel-opt')
    await expect.poll(() => offered.count()).toBeGreaterThan(3)
    const texts = await offered.allInnerTexts()
    expect([texts[0], texts[1], texts.at(-1)]).toEqual(['Geen', 'Zelfde', 'Nieuw...'])
    await offered.nth(1).click()
    await expect.poll(() => face(page, 1).innerText()).toBe('Zelfde')
    await expect.poll(() => topPopup(page).locator('select[name=company]').inputValue()).toBe('same')
    assertNoErrors()
    await close()
  })

  it('chooses what was made with Nieuw... without opening it [S-010]', async () => {
    const { page, assertNoErrors, close } = await gallery('/selectors')
    await face(page, 1).click()
    await page.locator('.sel-drop:visible').getByText('Nieuw...').click()
    const adding = topPopup(page)
    await adding.locator('input[name=name]').fill('Smederij Het Anker')
    await adding.getByRole('button', { name: 'Bedrijf toevoegen' }).click()
    await page.getByText('Bedrijf toegevoegd').waitFor()
    await expect.poll(() => face(page, 1).innerText()).toContain('Smederij Het Anker')
    await expect.poll(() => openCount(page)).toBe(1)
    await expect.poll(() => topPopup(page).locator('.popup-title').innerText()).toBe('Keuzes')
    assertNoErrors()
    await close()
  })
})

describe('an image field', () => {
  it('sends the image at once, and the form its new name [R-005]', async () => {
    const { page, assertNoErrors, close } = await gallery('/upload')
    const dot = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    )
    const [answer] = await Promise.all([
      page.waitForResponse('**/file/upload'),
      topPopup(page)
        .locator('input[type=file]')
        .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: dot }),
    ])
    const { file_name, width, height } = (await answer.json()) as Record<string, unknown>
    expect([width, height]).toEqual([1, 1])
    await topPopup(page).getByRole('button', { name: 'Opslaan' }).click()
    await page.getByText('Bewaard', { exact: true }).waitFor()
    expect(saved.at(-1)).toEqual({ picture: file_name })
    assertNoErrors()
    await close()
  })

  it('refuses more than 3 MB before it is sent [P-190]', async () => {
    const { page, assertNoErrors, close } = await gallery('/upload')
    let sent = 0
    page.on('request', (request) => (sent += Number(request.url().endsWith('/file/upload'))))
    const buffer = Buffer.alloc(3_000_001)
    await topPopup(page).locator('input[type=file]').setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer })
    await page.getByText('Bestand overschrijdt de maximale bestandsgrootte van 3MB.').waitFor()
    expect([sent, await topPopup(page).locator('input[type=file]').inputValue()]).toEqual([0, ''])
    assertNoErrors()
    await close()
  })
})
