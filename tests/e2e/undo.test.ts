import { afterAll, beforeAll, expect, it } from 'vitest'
import { addContact } from '../support/builders.ts'
import { shownFields } from '../support/example-calls.ts'
import { addPlanning, peopleIn } from '../training/enrolment-support.ts'
import { type Site, openSite, topPopup } from './visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

it('what was saved is taken back by its message, by Ctrl+Z and from the last actions', async () => {
  const id = await addContact(site.app.db, { city: 'Deventer' })
  const stored = async () =>
    (await site.app.db.selectFrom('contacts').select('city').where('id', '=', id).executeTakeFirstOrThrow()).city
  const formOf = async (contact: number) =>
    shownFields((await (await site.app.as(1)).get(`/contact/edit/${contact}`)).$)
  const { page, assertNoErrors, close } = await site.visitor(2)
  await page.clock.install()
  const save = async (city: string) => {
    await page.goto(`/contact/edit/${id}`)
    await topPopup(page).locator('[name=city]').fill(city)
    await topPopup(page).getByRole('button', { name: 'Opslaan' }).click()
    await expect.poll(stored).toBe(city)
  }
  const message = page.locator('#flash-foot .flash')
  const back = message.getByRole('button', { name: 'Ongedaan maken' })

  await save('Zwolle')
  await back.click()
  await expect.poll(stored).toBe('Deventer')
  await page.locator('#flash .flash', { hasText: 'Ongedaan gemaakt' }).waitFor()
  await expect.poll(() => back.count()).toBe(0)

  await save('Raalte')
  await back.waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(stored).toBe('Deventer')

  // Another window was first: it is said, and there is nothing left to press.
  await save('Ommen')
  await back.waitFor()
  const set = (await back.getAttribute('data-undo'))!
  expect((await (await site.app.as(2)).post(`/undo/${set}`, {})).status).toBe(204)
  await back.click()
  await page.locator('#flash .flash', { hasText: 'Dit is al ongedaan gemaakt.' }).waitFor()
  await expect.poll(() => back.count()).toBe(0)

  // Who points at it has all the time; then it goes by itself.
  await save('Holten')
  await back.hover()
  for (let seconds = 0; seconds < 60; seconds += 5) {
    // The list below is fetched anew, which would be given up while only the clock of the page goes on.
    await expect.poll(() => page.locator('.htmx-request').count()).toBe(0)
    await page.clock.runFor(5000)
  }
  await expect.poll(() => back.count()).toBe(1)
  await page.mouse.move(5, 5)
  await page.clock.runFor(10_000)
  await expect.poll(() => back.count()).toBe(0)
  await page.goto('/undo')
  const line = topPopup(page).locator('li').first()

  // What cannot come back now is not called undone: once nothing stands in its way, the same button does it.
  const later = await (await site.app.as(1)).post(`/contact/edit/${id}`, { ...(await formOf(id)), city: 'Wierden' })
  await line.getByRole('button', { name: 'Ongedaan maken' }).click()
  await page.locator('#flash .flash', { hasText: 'Dit kan niet ongedaan worden gemaakt.' }).waitFor()
  expect(await line.innerText()).toMatch(/Ongedaan maken$/)
  expect((await (await site.app.as(1)).post(`/undo/${later.undo!.set}`)).status).toBe(204)
  await line.getByRole('button', { name: 'Ongedaan maken' }).click()
  await expect.poll(stored).toBe('Deventer')
  await expect.poll(() => line.innerText()).toContain('Ongedaan gemaakt')
  assertNoErrors({ statuses: [409] })
  await close()
})

it('a list with new people is taken back, and asks first once a mail to them has left', async () => {
  const { page, assertNoErrors, close } = await site.visitor(2)
  const { parts } = await addPlanning(site.app, { inDays: 40 })
  const there = () => peopleIn(site.app, parts[0]!)
  const enrol = async () => {
    await page.goto(`/calendar/enroll/${parts[0]!}/0`)
    await topPopup(page).getByText('Deelnemerslijst', { exact: true }).click()
    const list = 'Voornaam;Achternaam;Geboortedatum;E-mail\nAns;Aardema;01-02-1980;ans@post.example'
    await topPopup(page).locator('[data-list-text]').fill(list)
    await topPopup(page).getByRole('button', { name: 'Lijst controleren' }).click()
    await topPopup(page).getByText('Nieuwe cursisten zijn particulier').click()
    await topPopup(page).locator('.popup-foot').getByRole('button', { name: 'Inschrijven' }).click()
    await page.locator('#flash-foot .flash').getByRole('button', { name: 'Ongedaan maken' }).waitFor()
    expect(await there()).toHaveLength(1)
  }
  const undone = async () => {
    await page.locator('#flash .flash', { hasText: 'Ongedaan gemaakt' }).waitFor()
    expect(await there()).toEqual([])
  }
  await enrol()
  await page.locator('#flash-foot .flash').getByRole('button', { name: 'Ongedaan maken' }).click()
  await undone()

  await enrol()
  const [person] = await there()
  await site.app.db
    .insertInto('mails')
    .values({
      recipient: 'ans@post.example',
      subject: 'Bevestiging',
      text_body: 'Tot dan',
      state: 'sent',
      object_type: 'contact',
      object_id: person!,
    })
    .execute()
  await page.goto('/undo')
  const back = topPopup(page).locator('li').first().getByRole('button', { name: 'ongedaan maken' })
  await back.click()
  await topPopup(page).getByText('1 verstuurde e-mail ging naar gegevens die verdwijnen').waitFor()
  expect(await there()).toEqual([person])
  await topPopup(page).getByRole('button', { name: 'Ongedaan maken', exact: true }).click()
  await undone()
  assertNoErrors({ statuses: [409] })
  await close()
})

it('a list is pasted, proven and imported in batches, and taken back by its message', async () => {
  const stored = async () =>
    (await site.app.db.selectFrom('companies').select('id').where('name', 'like', 'Werf %').execute()).length
  const { page, assertNoErrors, close } = await site.visitor(1)
  await page.goto('/companies')
  await page.getByRole('link', { name: 'Importeren' }).click()
  const popup = topPopup(page)
  const lines = Array.from({ length: 25 }, (_, i) => `Werf ${i};Zwolle`)
  await popup.locator('[name=list]').fill(['Naam;Plaats', ...lines].join('\n'))
  await popup.getByRole('button', { name: '25 regels importeren' }).click()
  await popup.getByText('100%', { exact: true }).waitFor()
  await popup.locator('[data-import-log]').waitFor()
  expect(await stored()).toBe(25)
  await page.locator('.flash').getByRole('button', { name: 'Ongedaan maken' }).click()
  await expect.poll(stored).toBe(0)
  assertNoErrors()
  await close()
}, 60_000)
