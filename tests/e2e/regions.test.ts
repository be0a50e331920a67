/** What is on the screen stays there until what replaces it has come, in whatever order the answers arrive. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPeople, addPlanning, put } from '../training/enrolment-support.ts'
import { type Site, openSite, topPopup } from './visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const rename = async (id: number, value: string) => {
  const { rows } = await site.app.pool.query<{ version: number }>('select version from contacts where id = $1', [id])
  const cell = { id, field: 'job_title', value, version: rows[0]!.version }
  expect((await (await site.app.as(1)).post('/contacts/cell', cell)).status).toBe(204)
}

describe('the students of a planning', () => {
  it('stand in their tab after enrolling by keyboard, with the focus on what opened it', async () => {
    const { parts } = await addPlanning(site.app)
    const [first] = await addPeople(site.app, 1)
    await put(site.app, parts, [first!])
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto(`/calendar/view-appointment/${parts[0]}?item=students`)
    const tab = topPopup(page).locator('.students')
    const students = tab.locator('[data-rows] tr[data-id]')
    await expect.poll(() => students.count()).toBe(1)
    const enrol = tab.getByRole('link', { name: 'Inschrijven' })
    await enrol.focus()
    await page.keyboard.press('Enter')
    await page.locator('.sel:has(select[name="students[]"]) .sel-btn:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.getByPlaceholder('Zoeken...').last().pressSequentially('visser')
    await page.locator('[role=option]', { hasText: 'Visser' }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => students.count()).toBe(2)
    await expect.poll(() => tab.locator('.students-places').innerText()).toContain('2 ingeschreven')
    await expect.poll(() => enrol.evaluate((link) => link === document.activeElement)).toBe(true)
    assertNoErrors()
    await close()
  })
})

describe('a list whose rows are ticked for a form beside it', () => {
  it('leaves nothing to save by coming, or by coming again; what was typed is asked for', async () => {
    const { page, assertNoErrors, close } = await site.visitor(1)
    // What the browser itself asks only of who did something on the page.
    const asks = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    await page.goto('/administration/billing')
    const bills = page.locator('input[name=bills]')
    await bills.first().waitFor()
    const all = await bills.count()
    expect(await asks()).toBe(false)
    await bills.last().evaluate((box) => box.closest('li')!.remove())
    await page.evaluate((detail) => document.dispatchEvent(new CustomEvent('changed', { detail })), {
      items: [{ type: 'invoice', id: 0 }],
    })
    await expect.poll(() => bills.count()).toBe(all)
    expect(await asks()).toBe(false)
    await page.locator('#billing [data-date]').fill('31-12-2030')
    await page.locator('#billing [data-date]').press('Tab')
    await expect.poll(asks).toBe(true)
    assertNoErrors()
    await close()
  })
})

describe('what cannot be read again', () => {
  it('stays as it was last read', async () => {
    const { parts } = await addPlanning(site.app)
    await put(site.app, parts, await addPeople(site.app, 1))
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto(`/calendar/view-appointment/${parts[0]}?item=students`)
    const region = topPopup(page).locator('[data-region]:not(:has([data-region]))', { hasText: '1 ingeschreven' })
    await region.waitFor()
    const address = await region.getAttribute('data-region')
    await page.route(
      ({ pathname, search }) => pathname + search === address,
      (route) => route.fulfill({ status: 500, body: '' }),
    )
    const refused = page.waitForResponse((response) => response.status() === 500)
    await page.evaluate((detail) => document.dispatchEvent(new CustomEvent('changed', { detail })), {
      items: [{ type: 'appointment', id: parts[0]! }],
    })
    await refused
    await expect.poll(() => region.getAttribute('aria-busy')).toBe(null)
    expect(await region.innerText()).toContain('1 ingeschreven')
    assertNoErrors({ statuses: [500] })
    await close()
  })
})

describe('what others change beside what a popup is about', () => {
  it('is read again where it is shown, also right after the own change of the same', async () => {
    const { parts } = await addPlanning(site.app)
    const people = await addPeople(site.app, 2)
    await put(site.app, parts, people.slice(0, 1))
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto(`/calendar/view-appointment/${parts[0]}?item=students`)
    const places = topPopup(page).locator('.students-places')
    await places.getByText('1 ingeschreven').waitFor()
    await put(site.app, parts, people.slice(1))
    const tell = (type: string, id: number) =>
      page.evaluate((detail) => document.dispatchEvent(new CustomEvent('changed', { detail })), {
        items: [{ type, id }],
      })
    await tell('enrolment', 0)
    await places.getByText('2 ingeschreven').waitFor()

    await page.goto(`/contact/view/${people[0]}`)
    await topPopup(page).getByRole('button', { name: 'Meer opties' }).waitFor()
    await tell('contact', people[0]!)
    // The first is taken for the own change coming back; one change comes back once.
    for (const title of ['Eerst benoemd', 'Daarna benoemd']) await rename(people[0]!, title)
    await topPopup(page).getByText('Daarna benoemd').first().waitFor()
    assertNoErrors()
    await close()
  })
})

describe('what others change while a page is on its way', () => {
  it('comes in as soon as the page listens', async () => {
    const [person] = await addPeople(site.app, 1)
    const { page, assertNoErrors, close } = await site.visitor(2)
    const listens = Promise.withResolvers<undefined>()
    await page.route(/\/events\/stream/, async (route) => {
      await listens.promise
      await route.continue()
    })
    await page.goto(`/contact/view/${person}`)
    await topPopup(page).locator('.popup-title').waitFor()
    await page.locator(`[data-rows] tr[data-id]`).first().waitFor({ state: 'attached' })
    await rename(person!, 'Tussendoor benoemd')
    await expect.poll(() => topPopup(page).getByText('Tussendoor benoemd').count()).toBe(0)
    listens.resolve(undefined)
    await topPopup(page).getByText('Tussendoor benoemd').first().waitFor()
    // So does what changed while the browser kept a page that was left.
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
    await rename(person!, 'Intussen benoemd')
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await topPopup(page).getByText('Intussen benoemd').first().waitFor()
    assertNoErrors()
    await close()
  })

  it('comes from the tab that listens, to one whose code had not come yet', async () => {
    const teacher = await site.visitor(3)
    const { context, page, assertNoErrors, close } = teacher
    await page.goto('/my-requests')
    const tab = await context.newPage()
    const arrives = Promise.withResolvers<undefined>()
    await tab.route(/\/assets\/app-[^/]*\.js$/, async (route) => {
      await arrives.promise
      await route.continue()
    })
    await tab.goto('/today', { waitUntil: 'commit' })
    await tab.getByRole('heading', { name: 'Vandaag' }).waitFor()
    const asOf = Number(await tab.locator('body').getAttribute('data-as-of'))
    const heard = () =>
      page.evaluate(() => (JSON.parse(localStorage.getItem('noordkaap:heard') ?? '[]') as { at: number }[]).at(-1)?.at ?? 0) // prettier-ignore
    const { rows } = await site.app.pool.query<{ id: number }>(
      `select appointment_id as id from appointment_responsibles where contact_id = $1`,
      [site.app.story.contacts.teacher],
    )
    const planner = await site.app.as(2)
    const { $ } = await planner.get(`/calendar/note/${rows[0]!.id}`)
    const note = { note: 'Beamer mee', version: String($('[name=version]').val()), was: '' }
    await planner.post(`/calendar/note/${rows[0]!.id}`, note)
    await expect.poll(heard).toBeGreaterThan(asOf)
    const asked = tab.waitForRequest((request) => new URL(request.url()).pathname === '/today')
    arrives.resolve(undefined)
    await asked
    assertNoErrors()
    await close()
  })
})

describe('what is deleted', () => {
  it('closes its popups without complaint, and the focus goes to the row that took its place', async () => {
    const [person] = await addPeople(site.app, 1)
    await site.app.pool.query(`update contacts set last_name = 'Aaaverwijderd' where id = $1`, [person])
    const { page, assertNoErrors, close } = await site.visitor(1)
    await page.goto('/contacts')
    const row = page.locator(`[data-rows] tr[data-id="${person}"]`)
    await row.locator('.c-main a').focus()
    await page.keyboard.press('Enter')
    await topPopup(page).getByRole('button', { name: 'Meer opties' }).click()
    await page.getByRole('menuitem', { name: 'Verwijderen' }).click()
    await page.getByText(/^Weet u zeker dat u .*Aaaverwijderd wilt verwijderen\?$/).waitFor()
    await topPopup(page).locator('[data-answer=yes]').click()
    await page.locator('.flash--success').waitFor()
    await row.waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('[data-rows] tr:first-child:focus-within').count()).toBe(1)
    await expect.poll(() => page.locator('.flash--error').count()).toBe(0)
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
    assertNoErrors({ statuses: [404] })
    await close()
  })

  it('by somebody else closes its popup with a word about it', async () => {
    const [person] = await addPeople(site.app, 1)
    const { page, close } = await site.visitor(1)
    await page.goto(`/contact/view/${person}`)
    await topPopup(page).getByRole('button', { name: 'Meer opties' }).waitFor()
    await site.app.pool.query('delete from contacts where id = $1', [person])
    await page.evaluate((detail) => document.dispatchEvent(new CustomEvent('changed', { detail })), {
      items: [{ type: 'contact', id: person! }],
    })
    await page.locator('.flash', { hasText: 'intussen verwijderd' }).waitFor()
    await expect.poll(() => page.locator('.flash').count()).toBe(1)
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
    await close()
  })
})
