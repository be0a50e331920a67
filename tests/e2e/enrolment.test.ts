import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPeople, addPlanning, peopleIn, put } from '../training/enrolment-support.ts'
import { type Page, type Site, openSite, rows, topPopup } from './visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const openAt = async (path: string, role = 2) => {
  const visitor = await site.visitor(role)
  await visitor.page.goto(path)
  await topPopup(visitor.page).waitFor()
  return visitor
}
const submit = (page: Page) => topPopup(page).locator('[type="submit"]')
const targets = (page: Page) => topPopup(page).locator('[data-move-list] input[type="radio"]')

describe('the students of a planning', () => {
  it('offer enrolling and reserving, and with some ticked unsubscribing and moving [T-103][T-104]', async () => {
    const { page, assertNoErrors, close } = await openAt(
      `/calendar/view-appointment/${site.app.story.appointments.coming}?item=students`,
    )
    const tab = topPopup(page).locator('.students')
    const [enrol, reserve] = ['Inschrijven', 'Reserveren'].map((name) => tab.getByRole('link', { name }))
    const [leave, move] = ['Uitschrijven', 'Cursisten verplaatsen'].map((name) => tab.getByRole('button', { name }))
    await enrol!.waitFor()
    await expect.poll(() => reserve!.isVisible()).toBe(true)
    expect([await leave!.isVisible(), await move!.isVisible()]).toEqual([false, false])
    // Nothing else of the planning enrols; its menu has what is printed one level below.
    await expect.poll(() => topPopup(page).getByText('Inschrijven', { exact: true }).filter({ visible: true }).count()).toBe(1) // prettier-ignore
    await page.getByRole('button', { name: 'Meer opties' }).first().click()
    const entry = (name: string) => page.getByRole('menuitem', { name, exact: true })
    await entry('Afdrukken').focus()
    expect(await entry('Badges').isVisible()).toBe(false)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => entry('Handtekeningen').evaluate((line) => line === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => entry('Afdrukken').evaluate((line) => line === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await tab.locator('[data-rows] tr .c-check input').first().click()
    await move!.waitFor()
    await expect.poll(() => leave!.isVisible()).toBe(true)
    expect([await enrol!.isVisible(), await reserve!.isVisible()]).toEqual([false, false])
    assertNoErrors()
    await close()
  })

  it('keep a note that is typed, one second after typing stops [T-207]', async () => {
    const { coming } = site.app.story.appointments
    const { anouk } = site.app.story.contacts
    const { page, assertNoErrors, close } = await openAt(`/calendar/studentNotes/${coming}/${anouk}`)
    await page.clock.install()
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2000)
    const saved: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('saveStudentNotes2')) saved.push(request.postData() ?? '')
    })
    await topPopup(page).locator('textarea').fill('Komt met de trein')
    await page.clock.runFor(900)
    expect(saved).toEqual([])
    const answer = page.waitForResponse((response) => response.url().includes('saveStudentNotes2'))
    await page.clock.runFor(200)
    expect((await answer).status()).toBe(204)
    expect(saved.map((form) => Object.fromEntries(new URLSearchParams(form)))).toEqual([
      { notes: 'Komt met de trein', seen: 'Vegetarische lunch', _once: expect.any(String) as string },
    ])
    assertNoErrors()
    await close()
  })
})

describe('enrolling', () => {
  it('takes people one after the other by keyboard alone, and adds nobody unasked', async () => {
    const { parts } = await addPlanning(site.app)
    const { page, assertNoErrors, close } = await openAt(`/calendar/enroll/${parts[0]}/0`)
    const chosen = () => page.locator('select[name="students[]"] option:checked').allTextContents()
    await page.getByRole('button', { name: 'Inschrijven', exact: true }).click()
    await expect.poll(() => page.getByText('Kies minimaal één cursist.').count()).toBe(1)
    await expect.poll(() => page.locator('[data-capacity]').isVisible()).toBe(false)
    await page.locator('.sel:has(select[name="students[]"]) .sel-btn').focus()
    await page.locator('.sel:has(select[name="students[]"]) .sel-btn:focus').waitFor()
    await page.keyboard.press('Enter')
    // Its own, which comes with the list: the page behind has a field to search in too.
    const search = page.locator('.sel-drop').getByLabel('Zoeken')
    const active = (name: string) => page.locator('.sel-opt.active', { hasText: name }).waitFor()
    await search.fill('van der linden')
    await active('Anouk van der Linden')
    await page.keyboard.press('Enter')
    await expect.poll(() => search.inputValue()).toBe('')
    await page.keyboard.type('gerrit bakker')
    await active('Gerrit Bakker')
    await page.keyboard.press('ArrowDown')
    await active('Gerrit Bakker')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect
      .poll(async () => (await chosen()).map((text) => text.split(',')[0]))
      .toEqual(['Anouk van der Linden', 'Gerrit Bakker'])
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(1)
    assertNoErrors({ statuses: [422] })
    await close()
  })

  it('takes with Enter who was typed, and nobody of the list that stood there before', async () => {
    const { parts } = await addPlanning(site.app, { max: 5 })
    await put(site.app, parts, [site.app.story.contacts.anouk])
    const { page, assertNoErrors, close } = await openAt(`/calendar/enroll/${parts[0]}/0`)
    const popup = topPopup(page)
    const search = page.locator('.sel-drop').getByLabel('Zoeken')
    const answered = Promise.withResolvers<undefined>()
    await popup.locator('.sel:has(select[name="students[]"]) .sel-btn').click()
    await page.locator('.sel-drop .sel-opt').nth(3).waitFor()
    // Who is in already is dimmed, and says so.
    await search.fill('anouk van der linden')
    await page.locator('.sel-opt.faint', { hasText: 'al ingeschreven' }).waitFor()
    await search.fill('')
    // The open list leaves the button that comes next free.
    const isFree = (button: Element) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    }
    await expect.poll(() => submit(page).evaluate(isFree)).toBe(true)
    await page.route(/specialSelectorSearch\?v=[^&]/, async (route) => {
      await answered.promise
      await route.continue()
    })
    await page.keyboard.type('gerrit bakker')
    await page.keyboard.press('Enter')
    answered.resolve(undefined)
    await expect.poll(() => search.inputValue()).toBe('')
    await page.keyboard.press('Escape')
    const chosen = popup.locator('select[name="students[]"] option:checked')
    await expect.poll(() => chosen.allTextContents()).toEqual([expect.stringMatching(/^Gerrit Bakker/)])
    assertNoErrors()
    await close()
  })

  it('has chosen who was typed for somebody who goes on before the answer is there, by each way to go on', async () => {
    const { parts } = await addPlanning(site.app, { max: 9 })
    const { page, assertNoErrors, close } = await openAt(`/calendar/enroll/${parts[0]}/0`)
    const popup = topPopup(page)
    let answered = Promise.withResolvers<undefined>()
    await page.route(/specialSelectorSearch\?v=[^&]*%20[^&]|specialSelectorSearch\?v=[^&]*\+[^&]/, async (route) => {
      await answered.promise
      await route.continue()
    })
    const chosen = popup.locator('select[name="students[]"] option:checked')
    const names = async () => (await chosen.allTextContents()).map((text) => text.split(',')[0])
    /** Types a name of which the first half was found already, and takes it while the rest is being searched for. */
    const take = async (first: string, rest: string, name: string) => {
      answered = Promise.withResolvers<undefined>()
      await popup.locator('.sel:has(select[name="students[]"]) .sel-btn').click()
      await page.keyboard.type(first)
      await page.locator('.sel-opt.active', { hasText: name }).waitFor()
      await page.keyboard.type(rest)
      await page.keyboard.press('Enter')
    }
    await take('gerrit', ' bakker', 'Gerrit Bakker')
    await page.keyboard.press('Escape')
    answered.resolve(undefined)
    await expect.poll(names).toEqual(['Gerrit Bakker'])
    await page.locator('.sel-drop').waitFor({ state: 'detached' })

    await take('anouk', ' van der linden', 'Anouk van der Linden')
    await page.keyboard.press('Tab')
    answered.resolve(undefined)
    await expect.poll(names).toEqual(['Gerrit Bakker', 'Anouk van der Linden'])
    await page.locator('.sel-drop').waitFor({ state: 'detached' })

    await take('fenna', ' dijkstra', 'Fenna Dijkstra')
    await page.keyboard.press('Control+Enter')
    answered.resolve(undefined)
    await expect.poll(() => peopleIn(site.app, parts[0]!)).toHaveLength(3)
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
    assertNoErrors()
    await close()
  })

  it('takes a student who is added on the way, and then another planning from the popup of the student [T-021]', async () => {
    const { parts } = await addPlanning(site.app)
    const { page, assertNoErrors, close } = await openAt(`/calendar/enroll/${parts[0]}/0`)
    // The planning is known, so that choosing people is what comes first.
    await page.locator('.sel:has(select[name="students[]"]) .sel-btn:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.sel-new').click()
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(2)
    const added = topPopup(page)
    await added.locator('[name="first_name"]').fill('Onno')
    await added.locator('[name="last_name"]').fill('Onderweg')
    await added.getByRole('button', { name: 'Contact toevoegen' }).click()
    // The new contact is chosen, and nothing opens over the enrolment.
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(1)
    await topPopup(page).locator('.sel [data-face]', { hasText: 'Onno Onderweg' }).waitFor()
    await submit(page).click()
    await expect.poll(() => peopleIn(site.app, parts[0]!)).toHaveLength(1)
    const [onno] = await peopleIn(site.app, parts[0]!)
    const [full, open] = [await addPlanning(site.app, { max: 1 }), await addPlanning(site.app)]
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
    await page.goto(`/contact/view/${onno}`)
    await topPopup(page).locator('.popup-tools').getByRole('link', { name: 'Inschrijven', exact: true }).click()
    // None is given here, so it is asked first (T-258).
    await topPopup(page).locator('.sel:has(select[name="planning_id"]) .sel-btn:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type(String(full.planningId))
    await page.locator('.sel-opt.active', { hasText: `Planning ${full.planningId}` }).waitFor()
    await page.keyboard.press('Enter')
    await topPopup(page).getByRole('button', { name: 'Volgende' }).click()
    const planning = topPopup(page).locator('select[name="appointment_id"]')
    await expect.poll(() => planning.inputValue()).toBe(String(full.parts[0]))
    await put(site.app, full.parts, await addPeople(site.app, 1))
    await submit(page).click()
    await topPopup(page).getByRole('button', { name: 'Andere planning kiezen' }).click()
    await expect.poll(() => planning.evaluate((field) => field === document.activeElement)).toBe(true)
    await planning.selectOption(String(open.parts[0]))
    await submit(page).click()
    await expect.poll(() => peopleIn(site.app, open.parts[0]!)).toEqual([onno])
    assertNoErrors({ statuses: [422] })
    await close()
  })

  it('shows what is open on a list, counts the places along, and takes a correction over', async () => {
    const { parts } = await addPlanning(site.app, { max: 2 })
    const { page, assertNoErrors, close } = await openAt(`/calendar/enroll/${parts[0]}/0`)
    const popup = topPopup(page)
    // As in a browser that does not hold the place of what somebody looks at when something grows above it.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('* { overflow-anchor: none }')
      document.adoptedStyleSheets.push(sheet)
    })
    const offers = Promise.withResolvers<undefined>()
    await page.route(/\/offers\?/, async (route) => {
      await offers.promise
      await route.continue()
    })
    await popup.getByText('Deelnemerslijst').click()
    await expect.poll(() => submit(page).isDisabled()).toBe(true)
    await popup
      .locator('[data-list-text]')
      .fill(
        'Voornaam;Achternaam;Geboortedatum;Mobiel\nAna;Eerste;01-01-1980;\nBob;Tweede;02-01-1980;06 1234 5510\nHaneke;Visscher;08-04-1995;\nBram;ter Linde;;',
      )
    await popup.getByRole('button', { name: 'Lijst controleren' }).click()
    const lines = popup.locator('tr[data-line]')
    await lines.nth(2).waitFor()
    const note = popup.locator('[data-form-note]')
    await expect.poll(() => note.textContent()).toContain('Nog 2 keuzes open bij Bob Tweede en Bram ter Linde')
    const capacity = popup.locator('[data-capacity]')
    await expect.poll(() => capacity.textContent()).toContain('Deel 1 heeft 2 plaatsen vrij voor 4 cursisten.')
    await expect.poll(() => submit(page).isDisabled()).toBe(true)

    // Other plannings that are offered meanwhile move nothing that somebody is about to press.
    const allNew = popup.locator('[data-all-new]')
    const before = await allNew.boundingBox()
    offers.resolve(undefined)
    await popup.locator('[data-offers] :is(.enrol-offer, .field-hint)').first().waitFor()
    expect(await allNew.boundingBox()).toEqual(before)

    // What is said of the places lies over no line, also where there is little room for both.
    const room = page.viewportSize()!
    await page.setViewportSize({ ...room, height: 600 })
    await popup.locator('.popup-body').evaluate((body) => (body.scrollTop = body.scrollHeight))
    const [said, table] = await Promise.all([capacity.boundingBox(), popup.locator('.list-table').boundingBox()])
    expect(said!.y + said!.height).toBeLessThanOrEqual(table!.y)
    await page.setViewportSize(room)

    // Everybody on whom nothing was decided is new, with one button; it goes as soon as nothing is open.
    await allNew.click()
    for (const i of [1, 3])
      await expect.poll(() => lines.nth(i).getByRole('radio', { name: 'Nieuw', exact: true }).isChecked()).toBe(true)
    await expect
      .poll(() => note.textContent())
      .toBe('Er zijn niet genoeg vrije plaatsen · 4 cursisten, 2 plaatsen vrij')
    await expect.poll(() => popup.locator('[data-all-new]').isVisible()).toBe(false)

    // By keyboard: from the first of the choices to the last.
    const skip = (i: number) => lines.nth(i).getByRole('radio', { name: 'Overslaan' })
    await lines.nth(3).getByRole('radio').first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => skip(3).isChecked()).toBe(true)
    await lines.nth(1).getByText('Overslaan').click()
    expect([await capacity.isVisible(), await note.textContent()]).toEqual([false, '2 cursisten, 2 plaatsen vrij'])

    // Read without the numbers, what was chosen stands.
    await popup.getByText('Kopregel en kolommen aanpassen').click()
    const read = page.waitForResponse((response) => response.url().endsWith('/0/list'))
    await popup.locator('[data-column]').last().selectOption('ignored')
    expect((await read).status()).toBe(200)
    await popup.locator('tr[data-line="1"][data-state="new"]').waitFor()
    await expect.poll(() => skip(3).isChecked()).toBe(true)
    await expect.poll(() => note.textContent()).toBe('2 cursisten, 2 plaatsen vrij')
    await lines.nth(2).locator('[data-line-edit]').click()
    const form = popup.locator('[data-line-form]')
    await form.locator('[name$="[first_name]"]').fill('Hanneke')
    await form.locator('[name$="[last_name]"]').fill('Visser')
    await page.keyboard.press('Enter')
    await popup.locator('tr[data-line="2"][data-state="matched"]').waitFor()
    await expect.poll(() => skip(3).isChecked()).toBe(true)

    // A new person needs a company; here they are private.
    await popup.getByText('Nieuwe cursisten zijn particulier').click()
    await submit(page).click()
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await expect.poll(() => peopleIn(site.app, parts[0]!)).toContain(13)
    assertNoErrors()
    await close()
  })

  it('comes back to the list with its table read again when the last place went meanwhile [T-227]', async () => {
    const { parts } = await addPlanning(site.app, { max: 1 })
    const { page, assertNoErrors, close } = await openAt(`/calendar/enroll/${parts[0]}/0`)
    const popup = topPopup(page)
    await popup.getByText('Deelnemerslijst').click()
    await popup.locator('[data-list-text]').fill('Voornaam;Achternaam;Geboortedatum\nLaat;Komer;01-01-1980\n')
    await popup.getByRole('button', { name: 'Lijst controleren' }).click()
    await popup.locator('tr[data-line]').waitFor()
    await popup.getByText('Nieuwe cursisten zijn particulier').click()
    await put(site.app, parts, await addPeople(site.app, 1))
    const again = page.waitForResponse((response) => response.url().endsWith('/0/list'))
    await submit(page).click()
    expect((await again).status()).toBe(200)
    await popup.locator('[data-capacity]').waitFor()
    await expect
      .poll(() => popup.locator('[data-capacity-text]').textContent())
      .toContain('geen plaats vrij voor 1 cursist')
    await expect.poll(() => popup.locator('tr[data-line]').count()).toBe(1)

    await expect.poll(() => submit(page).isDisabled()).toBe(true)
    const note = popup.locator('[data-form-note]')
    await expect.poll(() => note.textContent()).toBe('Er zijn niet genoeg vrije plaatsen · 1 cursist, 0 plaatsen vrij')
    await popup.getByText('Maximum verhogen').click()
    await expect.poll(() => note.textContent()).toBe('1 cursist, 0 plaatsen vrij')
    await submit(page).click()
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await expect.poll(() => peopleIn(site.app, parts[0]!)).toHaveLength(2)
    assertNoErrors({ statuses: [422] })
    await close()
  })
})

describe('moving students', () => {
  it('fixes the course for one part, and sends no message about what has been [T-097][T-098]', async () => {
    const { parts } = await addPlanning(site.app, { components: [null, null] })
    const [person] = await addPeople(site.app, 1)
    await put(site.app, parts, [person!])
    const { page, assertNoErrors, close } = await openAt(`/calendar/moveStudents/${parts[0]}?students=${person}`)
    const popup = topPopup(page)
    const [course, message] = [popup.locator('[name="course_id"]'), popup.locator('[name="send_message"]')]
    expect([await course.isDisabled(), await message.isDisabled()]).toEqual([false, false])
    await course.selectOption({ label: 'VCA Basis' })
    await popup.getByText('Alleen Deel 1').click()
    expect([await course.isDisabled(), await course.inputValue()]).toEqual([true, String(site.app.story.courses.bhv)])
    await popup.getByText('Alle onderdelen').click()
    await expect.poll(() => course.isDisabled()).toBe(false)
    await popup.getByText('Historische planningen').click()
    await expect.poll(() => message.isDisabled()).toBe(true)
    await popup.getByText('Historische planningen').click()
    await expect.poll(() => message.isDisabled()).toBe(false)
    assertNoErrors()
    await close()
  })

  it('grows its list fifty pixels before the end, and cannot be sent without a planning [T-099][T-101]', async () => {
    const courseId = site.app.story.courses.online
    const { parts } = await addPlanning(site.app, { courseId })
    const [person] = await addPeople(site.app, 1)
    await put(site.app, parts, [person!])
    const path = `/calendar/moveStudents/${parts[0]}?students=${person}`
    const alone = await openAt(path)
    await topPopup(alone.page).locator('[data-move-list] .empty').waitFor()
    await expect.poll(() => submit(alone.page).isDisabled()).toBe(true)
    await alone.close()

    for (let i = 0; i < 65; i++) await addPlanning(site.app, { courseId, inDays: 100 + i })
    const { page, assertNoErrors, close } = await openAt(path)
    await expect.poll(() => targets(page).count()).toBe(30)
    await expect.poll(() => submit(page).isEnabled()).toBe(true)
    // As text, for these are words of the browser, which the types of a test on the server do not know.
    const scrollTo = (fromEnd: number) =>
      page.evaluate(`{
        const list = document.querySelector('[data-move-list]')
        list.scrollTop = list.scrollHeight - list.clientHeight - ${fromEnd}
      }`)
    const pages: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('moveStudentsAppointments')) pages.push(request.url())
    })
    await scrollTo(80)
    // A frame later the scroll has been heard.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    expect(pages).toEqual([])
    await scrollTo(45)
    await expect.poll(() => targets(page).count()).toBe(60)
    await scrollTo(0)
    await expect.poll(() => targets(page).count()).toBe(65)
    await targets(page).last().click()
    await submit(page).click()
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await expect.poll(() => peopleIn(site.app, parts[0]!)).toEqual([])
    await expect.poll(() => rows(page).count()).toBe(0)
    assertNoErrors()
    await close()
  })
})
