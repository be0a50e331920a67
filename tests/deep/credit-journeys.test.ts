/** A consumer who does not pay, up to the letter of fourteen days; and an invoice that was wrong, with a new one in its place. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeConcept, makeDefinitive } from '../../src/administration/invoices/invoices/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { definitiveInvoice } from '../administration/invoice-support.ts'
import { type Page, type Site, openSite, topPopup } from '../e2e/visit.ts'
import { mailServer } from '../support/mail-server.ts'
import { readPdf } from '../support/pdf.ts'

let mails: Awaited<ReturnType<typeof mailServer>>
let site: Site
beforeAll(async () => {
  mails = await mailServer()
  site = await openSite({ env: { SMTP_URL: mails.url } })
  const value = JSON.stringify({ undo_seconds: 0 })
  await site.app.db
    .insertInto('settings')
    .values({ key: 'mail', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
})
afterAll(async () => {
  await site.close()
  await mails.stop()
})

const title = (page: Page) => topPopup(page).locator('.popup-title')
const press = (page: Page, name: string | RegExp) => topPopup(page).getByRole('button', { name, exact: true }).first().click() // prettier-ignore
const agree = (page: Page) => page.locator('dialog[open][role=alertdialog] [data-answer=yes]').click()
const read = (page: Page) => topPopup(page).innerText()

describe('a consumer who does not pay', () => {
  it('gets a reminder, and then the letter of fourteen days with exactly what it will cost', async () => {
    const { app } = site
    const { id: contact } = await app.db
      .insertInto('contacts')
      .values({
        first_name: 'Klaas',
        last_name: 'Laat',
        email: 'klaas@laat.example',
        street: 'Dorpsstraat',
        street_no: '1',
        city: 'Zwolle',
      }) // prettier-ignore
      .returning('id')
      .executeTakeFirstOrThrow()
    const invoice = await inTransaction(app.db, null, async (trx) => {
      const id = await makeConcept(trx, app.services.registry, {
        ...{ company_id: null, contact_id: contact, invoice_date: today() },
        added: [{ product_id: app.story.products.bhvBook, count: '2' }],
      })
      // No later than the last one of the story, since numbers follow days.
      await trx.updateTable('invoices').set({ invoice_date: addDays(today(), -9), expires_at: addDays(today(), -8) }).where('id', '=', id).execute() // prettier-ignore
      await makeDefinitive(trx, id)
      return id
    })
    const { page, assertNoErrors, close } = await site.visitor(ROLE.administrator)
    const letters = () =>
      app.db.selectFrom('reminder_items').innerJoin('reminders', 'reminders.id', 'reminder_items.reminder_id')
        .select(['reminders.id', 'reminders.step', 'reminders.sent_at']).where('invoice_id', '=', invoice).orderBy('reminders.id').execute() // prettier-ignore
    const send = async (step: string, count: number) => {
      await page.goto(`/administration/reminders/send?contacts=${contact}`)
      await topPopup(page).getByText('Klaas Laat').waitFor()
      await press(page, 'Versturen naar 1 klant')
      await expect.poll(() => mails.received.length, { timeout: 30_000 }).toBe(count)
      await expect.poll(async () => (await letters()).at(-1)).toMatchObject({ step, sent_at: expect.any(Date) as Date })
      expect(mails.received[count - 1]).toMatchObject({ to: 'klaas@laat.example' })
    }
    await send('reminder', 1)
    // Two weeks later.
    await sql`update reminders set written_on = written_on - 16, sent_at = sent_at - interval '16 days'`.execute(app.db)
    await send('notice', 2)
    const last = (await letters()).at(-1)!
    const administrator = await app.as(ROLE.administrator)
    const answer = await administrator.get(`/administration/reminders/${last.id}/pdf`)
    const text = readPdf(answer.bytes).pages.flat().join(' ').replaceAll('\u00a0', ' ') // prettier-ignore
    expect(text).toContain('binnen 15 dagen')
    expect(text).toContain('€ 40,00')
    // Before that ran out nothing more goes.
    await page.goto(`/administration/reminders/send?contacts=${contact}`)
    await topPopup(page).getByText('Er is niets te versturen.').waitFor()
    assertNoErrors()
    await close()
  })
})

describe('an invoice that is wrong', () => {
  it('is credited, and a new one goes in its place: together they are what the customer owes', async () => {
    const { app } = site
    const id = await definitiveInvoice(app)
    const invoice = (one: number) => app.db.selectFrom('invoices').selectAll().where('id', '=', one).executeTakeFirstOrThrow() // prettier-ignore
    const { total, uid } = await invoice(id)
    const { page, assertNoErrors, close } = await site.visitor(ROLE.administrator)
    const numbered = async () => {
      await topPopup(page).getByRole('button', { name: 'Definitief maken' }).waitFor()
      await press(page, 'Definitief maken')
      await agree(page)
    }
    await page.goto(`/administration/invoice/${id}/credit`)
    await press(page, 'Creditfactuur maken')
    await agree(page)
    await expect.poll(() => title(page).innerText()).toContain('Concept van een creditfactuur')
    await numbered()
    await expect.poll(() => title(page).innerText()).toMatch(/^Creditfactuur F\d{4}-/)
    expect(await read(page)).toContain(uid!)
    await page.goto(`/administration/invoice/view/${id}`)
    await topPopup(page).getByText('Gecrediteerd').first().waitFor()
    // The new one begins as the old one was, with one book less.
    const copied = await app.as(ROLE.administrator)
    const { id: next } = (await copied.post('/administration/invoice/copy', { id })).json<{ id: number }>()
    await page.goto(`/administration/invoice/view/${next}`)
    await topPopup(page).locator('.sale-lines').getByText('Cursusboek BHV').first().click()
    const count = topPopup(page).locator('.is-editing input[name=count]')
    await count.fill('1')
    await Promise.all([page.waitForResponse((answer) => answer.url().includes('/edit_line/') && answer.request().method() === 'POST'), count.press('Enter')]) // prettier-ignore
    await topPopup(page).locator('.sale-lines tbody').getByText('Cursusboek BHV').first().waitFor()
    await numbered()
    await expect.poll(() => title(page).innerText()).toMatch(/^Factuur F\d{4}-/)
    const credit = await app.db.selectFrom('invoices').selectAll().where('credits_id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
    expect([credit.total! + total!, (await invoice(id)).open]).toEqual([0, 0])
    const { open, uid: number } = await invoice(next)
    expect([number !== uid, open > 0 && open < total!]).toEqual([true, true])
    assertNoErrors()
    await close()
  })
})
