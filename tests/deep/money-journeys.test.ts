/** From a quotation that is mailed to money that is in the books, and what is on the screen after every save. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExactSimulator, startExact } from '../../src/administration/accounting/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { SECRET, askFreely, chooseVat, signIn } from '../administration/accounting-support.ts'
import { camt } from '../administration/bank-support.ts'
import { type Page, type Site, openSite, topPopup } from '../e2e/visit.ts'
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
const status = (page: Page) => topPopup(page).locator('.popup-head .st, .popup-head [class*="st-"]').first()
const press = (page: Page, name: string | RegExp) => topPopup(page).getByRole('button', { name, exact: true }).first().click() // prettier-ignore
const follow = (page: Page, name: string | RegExp) => topPopup(page).getByRole('link', { name, exact: true }).first().click() // prettier-ignore
const flash = (page: Page, text: string | RegExp) => page.locator('#flash .flash, #flash-foot .flash', { hasText: text }).first().waitFor() // prettier-ignore
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
    await customer.getByLabel('Uw naam').fill('Bas van Loon')
    await customer.getByLabel('Ik teken met mijn naam hierboven').check()
    await shot(customer, 'phone')
    await customer.getByRole('button', { name: 'Accepteren', exact: true }).tap()
    await customer.getByText('geaccepteerd').first().waitFor()
    await shot(customer, 'phone-accepted')
    expect(await customer.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    phone.assertNoErrors()
    await phone.close()
    // Who has it open sees that without asking.
    await expect.poll(() => read(page)).toContain('Bas van Loon')
    await shot(page, 'accepted')
    await press(page, 'Order maken')
    await expect.poll(() => title(page).innerText()).toMatch(/^O\d{4}-/)
    await shot(page, 'order')
    await press(page, 'Alles geleverd')
    await expect.poll(() => read(page)).toContain('Afhandelen')
    await shot(page, 'delivered')
    await follow(page, 'Afhandelen')
    await topPopup(page).getByText('Dit komt ervan').waitFor()
    await shot(page, 'migrate')
    await press(page, /maken$/)
    await topPopup(page).getByText('Definitief maken').waitFor()
    await shot(page, 'concept')
    assertNoErrors()
    await close()
  })
})
