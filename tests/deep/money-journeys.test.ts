/** From a quotation that is mailed to money that is in the books, and what is on the screen after every save. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExactSimulator, startExact } from '../../src/administration/books/accounting/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { SECRET, askFreely, chooseVat, signIn } from '../administration/accounting-support.ts'
import { camt } from '../administration/bank-support.ts'
import { type Page, type Site, openSite, topPopup } from '../e2e/visit.ts'
import { addPeople, addPlanning } from '../training/enrolment-support.ts'
import { mailServer } from '../support/mail-server.ts'

let exact: ExactSimulator
let mails: Awaited<ReturnType<typeof mailServer>>
let site: Site
beforeAll(async () => {
  exact = await startExact({ short: 10_000 })
  mails = await mailServer()
  site = await openSite({
    env: { EXACT_CLIENT_ID: 'noordkaap', EXACT_CLIENT_SECRET: SECRET, EXACT_URL: exact.url, SMTP_URL: mails.url },
  })
  const { app } = site
  app.services.config.baseUrl = app.url
  await askFreely(app)
  await chooseVat(await signIn(app, 'exact', exact.agree), { 4: '5' })
  await app.db.deleteFrom('accounting_differences').execute()
  await app.db.deleteFrom('accounting_bookings').execute()
  await app.db
    .updateTable('companies')
    .set({ invoice_email: 'inkoop@vanloon.example' })
    .where('id', '=', app.story.companies.vanLoon)
    .execute()
})
afterAll(async () => {
  await site.close()
  await mails.stop()
  await exact.stop()
})

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
let shots = 0
/** What is left on the screen, for who wants to look at it (SHOTS: a folder). */
const shot = async (page: Page, name: string) =>
  process.env.SHOTS ? void (await page.screenshot({ path: `${process.env.SHOTS}/${String(++shots).padStart(2, '0')}-${name}.png` })) : undefined // prettier-ignore
const title = (page: Page) => topPopup(page).locator('.popup-title')
const press = (page: Page, name: string | RegExp) => topPopup(page).getByRole('button', { name, exact: true }).first().click() // prettier-ignore
const follow = (page: Page, name: string | RegExp) => topPopup(page).getByRole('link', { name, exact: true }).first().click() // prettier-ignore
const flash = (page: Page, text: string | RegExp) => page.locator('#flash .flash, #flash-foot .flash', { hasText: text }).first().waitFor() // prettier-ignore
/** Says yes to the question that is asked. */
const agree = (page: Page) => page.locator('dialog[open][role=alertdialog] [data-answer=yes]').click()
/** The text of the whole popup, as it is read. */
const read = (page: Page) => topPopup(page).innerText()

describe('a quotation', () => {
  it('is mailed, accepted on a phone, ordered, delivered, invoiced, paid by bank and booked', async () => {
    const { app } = site
    const { page, assertNoErrors, close } = await site.visitor(ROLE.administrator)
    await page.goto(`/administration/quotation/view/${app.story.quotations.loose}`)
    await topPopup(page).waitFor()
    await shot(page, 'quotation')
    await follow(page, 'Versturen')
    await topPopup(page).getByText('Gaat naar').waitFor()
    await shot(page, 'send-1')
    await press(page, 'Volgende')
    await topPopup(page).locator('.mail-subject').waitFor()
    await shot(page, 'send-2')
    await press(page, 'Versturen')
    await expect.poll(() => mails.received.length, { timeout: 30_000 }).toBe(1)
    await expect.poll(() => read(page)).toContain('Verstuurd')
    await shot(page, 'sent')
    const [mail] = mails.received
    const link = new URL(/https?:\/\/[^\s"<]+\/offerte\/[\w-]+/.exec(mail!.html)![0])
    expect(mail!.files.join()).toContain('.pdf')
    const phone = await site.visitor(null, PHONE)
    const customer = phone.page
    await customer.goto(link.pathname)
    // Who forgets something finds it in sight, however far down it stands.
    await customer.getByRole('button', { name: 'Accepteren' }).click()
    const forgotten = customer.getByText('Vul uw naam in.')
    await forgotten.waitFor()
    await expect.poll(() => customer.evaluate(() => document.activeElement?.id)).toBe('offer-name')
    expect((await forgotten.boundingBox())!.y).toBeLessThan(customer.viewportSize()!.height)
    await customer.getByLabel('Uw naam').fill('Bas van Loon')
    await customer.getByLabel('Ik teken met mijn naam hierboven').check()
    await shot(customer, 'phone')
    await customer.getByRole('button', { name: 'Accepteren', exact: true }).tap()
    await customer.getByText('geaccepteerd').first().waitFor()
    await shot(customer, 'phone-accepted')
    expect(await customer.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    phone.assertNoErrors({ statuses: [422] })
    await phone.close()
    // Who has it open sees that without asking.
    await expect.poll(() => read(page)).toContain('Bas van Loon')
    await shot(page, 'accepted')
    // The order is there by itself.
    await topPopup(page).getByRole('link', { name: /^O\d{4}-/ }).first().click() // prettier-ignore
    await expect.poll(() => title(page).innerText()).toMatch(/^O\d{4}-/)
    await shot(page, 'order')
    await press(page, 'Alles geleverd')
    await topPopup(page).getByRole('link', { name: 'Afhandelen', exact: true }).waitFor()
    await shot(page, 'delivered')
    await follow(page, 'Afhandelen')
    await topPopup(page).getByText('Dit komt ervan').waitFor()
    await shot(page, 'migrate')
    await press(page, /maken$/)
    await topPopup(page).getByRole('button', { name: 'Definitief maken' }).waitFor()
    await shot(page, 'concept')
    await press(page, 'Definitief maken')
    await agree(page)
    await expect.poll(() => title(page).innerText()).toMatch(/^Factuur F\d{4}-/)
    const uid = (await title(page).innerText()).replace('Factuur ', '')
    await shot(page, 'definitive')
    await follow(page, 'Verzenden')
    await topPopup(page).getByText('Gaat naar').waitFor()
    await press(page, 'Volgende')
    await topPopup(page).locator('.mail-subject').waitFor()
    await shot(page, 'invoice-send')
    await press(page, 'Verzenden')
    const billed = () => mails.received.filter(({ subject }) => subject.includes(uid))
    await expect.poll(() => billed().length, { timeout: 30_000 }).toBe(1)
    expect(billed()[0]!.files.join()).toContain(`factuur-${uid}.pdf`)
    await expect.poll(() => read(page)).toContain('Verzonden')
    await shot(page, 'invoice-sent')
    const { open, id } = await app.db.selectFrom('invoices').select(['open', 'id']).where('uid', '=', uid).executeTakeFirstOrThrow() // prettier-ignore
    await page.goto('/administration/bank')
    await page.getByRole('link', { name: 'Afschrift inlezen' }).click()
    const buffer = camt([{ amount: open, text: `Factuur ${uid}`, name: 'Bakkerij Van Loon' }])
    await topPopup(page).locator('input[type=file]').setInputFiles({ name: 'afschrift.xml', mimeType: 'text/xml', buffer }) // prettier-ignore
    await press(page, 'Inlezen')
    await flash(page, '1 geboekt')
    await shot(page, 'statement')
    await page.goto(`/administration/invoice/view/${id}`)
    await topPopup(page).getByText('Bankafschrift').first().waitFor()
    await shot(page, 'paid')
    expect(await read(page)).toContain('Betaald')
    await page.goto(`/accounting/getWizard/?ids=${id}`)
    await topPopup(page).getByRole('button', { name: /boeken$/ }).click() // prettier-ignore
    await topPopup(page).getByText('Alles is geboekt.').waitFor()
    await shot(page, 'booked')
    expect(exact.entries.map(({ YourRef }) => YourRef)).toEqual([uid])
    assertNoErrors()
    await close()
  })
})

describe('a planning', () => {
  // What De Linde bought beforehand is billed by its agreement.
  beforeAll(async () => {
    await site.app.db
      .updateTable('training_agreements')
      .set({ ends_on: addDays(today(), -1) })
      .execute()
  })

  it('with twelve people of two companies is two invoices, with their names on the lines', async () => {
    const { app } = site
    const { deLinde, vanLoon } = app.story.companies
    const { parts } = await addPlanning(app, { max: 20 })
    const people = [...(await addPeople(app, 7, deLinde)), ...(await addPeople(app, 5, vanLoon))]
    const planner = await app.as(ROLE.scheduler)
    expect((await planner.post(`/calendar/enroll/${parts[0]}/0`, { students: people.join(',') })).status).toBe(204)
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`/calendar/makeInvoices/${parts[0]}`)
    await topPopup(page).getByText('7 cursisten').waitFor()
    await shot(page, 'planning')
    await press(page, 'Conceptfacturen maken')
    await flash(page, '2 conceptfacturen gemaakt')
    await shot(page, 'planning-made')
    await page.goto(`/calendar/makeInvoices/${parts[0]}`)
    const made = topPopup(page).locator('.charged a')
    await expect.poll(() => made.count()).toBe(2)
    expect(await read(page)).toContain('Alle cursisten van deze planning staan al op een factuur.')
    await shot(page, 'planning-after')
    await topPopup(page).locator('.charged a', { hasText: 'Van Loon' }).click()
    await topPopup(page).getByRole('heading', { name: 'Gegevens' }).waitFor()
    const names = await app.db.selectFrom('contacts').select('last_name').where('id', 'in', people.slice(7)).execute()
    for (const { last_name } of names) await expect.poll(() => read(page)).toContain(last_name)
    await shot(page, 'planning-concept')
    assertNoErrors()
    await close()
  })

  it('that somebody leaves late asks what it costs, puts that on the order, and credits what stands on an invoice', async () => {
    const { app } = site
    const { deLinde } = app.story.companies
    const course_id = app.story.courses.bhv
    await app.db.updateTable('courses').set({ no_show_product_id: app.story.products.travel }).where('id', '=', course_id).execute() // prettier-ignore
    await app.db.deleteFrom('course_cancellation_costs').where('course_id', '=', course_id).execute()
    await app.db.insertInto('course_cancellation_costs').values({ course_id, days: 14, percentage: 50 }).execute()
    const { parts } = await addPlanning(app, { inDays: 10 })
    const part = parts[0]!
    const planner = await app.as(ROLE.scheduler)
    const [late, billed] = (await addPeople(app, 2, deLinde)) as [number, number]
    await planner.post(`/calendar/orders/${part}`, { order_by: 'company' })
    await planner.post(`/calendar/enroll/${part}/0`, { students: `${late},${billed}` })
    const { page, assertNoErrors, close } = await site.visitor(ROLE.administrator)
    const leave = async (who: number, choice: RegExp) => {
      await page.goto(`/calendar/unsubscribeStudents/${part}?students=${who}`)
      await topPopup(page).getByText('Kosten van te laat afmelden').waitFor()
      await shot(page, 'leave')
      await topPopup(page).getByLabel(choice).check()
      await press(page, '1 cursist uitschrijven')
      await flash(page, /uitgeschreven/i)
      await shot(page, 'left')
    }
    await leave(late, /^Volgens de opleiding/)
    await page.goto(`/calendar/orders/${part}`)
    await topPopup(page).locator('.charged a').click()
    await expect.poll(() => title(page).innerText()).toMatch(/^O\d{4}-/)
    await expect.poll(() => read(page)).toContain('Annuleringskosten')
    expect(await read(page)).toContain('50% van de prijs')
    await shot(page, 'costs-on-order')
    // However long the names are, what lines come to and what is done with them stays in view.
    const lines = topPopup(page).locator('.sale-lines')
    expect(await lines.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
    await press(page, 'Alles geleverd')
    await follow(page, 'Afhandelen')
    await topPopup(page).getByText('Dit komt ervan').waitFor()
    await press(page, /maken$/)
    await topPopup(page).getByRole('button', { name: 'Definitief maken' }).waitFor()
    await press(page, 'Definitief maken')
    await agree(page)
    await expect.poll(() => title(page).innerText()).toMatch(/^Factuur F\d{4}-/)
    await leave(billed, /^Niets rekenen/)
    await page.goto(`/calendar/view-appointment/${part}`)
    await expect.poll(() => read(page)).toContain('1 gefactureerde inschrijving van wie is uitgeschreven')
    await shot(page, 'to-credit')
    await topPopup(page).getByText('1 gefactureerde inschrijving').click()
    await topPopup(page).getByText('Te crediteren').waitFor()
    await topPopup(page).locator('input[name=credit]').check()
    await shot(page, 'credit')
    await press(page, 'Opslaan')
    await flash(page, /creditfactu/i)
    await shot(page, 'credited')
    // What is done is not asked again.
    await expect.poll(() => read(page)).not.toContain('gefactureerde inschrijving')
    const credit = await app.db.selectFrom('invoices').select(['id', 'total']).where('credits_id', 'is not', null).orderBy('id', 'desc').executeTakeFirstOrThrow() // prettier-ignore
    expect(credit.total).toBeLessThan(0)
    // The question was opened at an address of its own, which asks about somebody who is not there any more.
    assertNoErrors({ statuses: [404] })
    await close()
  })
})
