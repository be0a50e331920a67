// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { bookPayment, makeConcept, makeDefinitive } from '../../src/administration/invoices/invoices/index.ts'
import { bookOpeningPayment } from '../../src/administration/invoices/open-items/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import type { HttpError } from '../../src/platform/errors.ts'
import type { Trx } from '../../src/platform/database/types.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { formatMoney } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { plainSpaces } from '../support/plain-spaces.ts'
import { collectionCosts } from '../../src/administration/payments/reminders/costs.rules.ts'
import { handOver } from '../../src/administration/payments/reminders/customers.commands.ts'
import { reminderFate } from '../../src/administration/payments/reminders/delivery-state.ts'
import { stillOpen } from '../../src/administration/payments/reminders/letters.queries.ts'
import { planReminders } from '../../src/administration/payments/reminders/reminders.plan.ts'
import { sendReminders } from '../../src/administration/payments/reminders/sending.commands.ts'
import { sendDaily } from '../../src/administration/payments/reminders/reminders.job.ts'
import type { Browser, TestApp } from '../support/app.ts'
import { daysFromNow } from '../support/around-now.ts'
import { type MailingApp, mailingApp } from '../support/mailing-app.ts'
import { askingLetter } from './claim-support.ts'
import { sendWaiting } from '../support/waiting-mails.ts'

let mailing: MailingApp
let app: TestApp
let administrator: Browser
let planner: Browser
beforeAll(async () => {
  mailing = await mailingApp()
  app = mailing.app
  administrator = await app.as(ROLE.administrator)
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => mailing.close())

const HOME = '/administration/reminders'

/** A company or a person with one invoice that was to be paid so many days ago. */
async function late(
  days: number,
  { person = false, count = '2', email = 'klant@voorbeeld.example' }: { person?: boolean; count?: string; email?: string | null } = {}, // prettier-ignore
) {
  const name = `Laat ${Math.abs(days)} ${person ? 'persoon' : 'bedrijf'} ${++made}`
  const buyers = person
    ? { company_id: null, contact_id: await newPerson(name, email) }
    : { company_id: await newCompany(name, email), contact_id: null }
  const invoice = await invoiceOf(buyers, days, count)
  return { ...buyers, ...invoice, name, key: person ? `contact-${buyers.contact_id}` : `company-${buyers.company_id}` }
}
let made = 0
const newCompany = async (name: string, email: string | null) =>
  (
    await app.db
      .insertInto('companies')
      .values({ name, email, client_id: 700_000 + made, street: 'Dorpsstraat', street_no: '1', city: 'Zwolle' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const newPerson = async (last_name: string, email: string | null) =>
  (
    await app.db
      .insertInto('contacts')
      .values({ first_name: 'Klaas', last_name, email, street: 'Dorpsstraat', street_no: '1', city: 'Zwolle' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

async function invoiceOf(
  { company_id, contact_id }: { company_id: number | null; contact_id: number | null },
  days: number,
  count = '2',
) {
  const id = await inTransaction(app.db, null, async (trx) => {
    const invoice = await makeConcept(trx, app.services.registry, {
      ...{ company_id, contact_id },
      reference: null,
      added: [{ product_id: app.story.products.bhvBook, count }],
    })
    // No later than the last one of the story, since numbers follow days.
    const days_of = { invoice_date: addDays(today(), -9), expires_at: addDays(today(), -days) }
    await trx.updateTable('invoices').set(days_of).where('id', '=', invoice).execute()
    return invoice
  })
  await inTransaction(app.db, null, (trx) => makeDefinitive(trx, id))
  const row = await app.db.selectFrom('invoices').select(['uid', 'open']).where('id', '=', id).executeTakeFirstOrThrow()
  return { invoice: id, uid: row.uid!, open: Number(row.open) }
}

const planOf = async (who: { company_id: number | null; contact_id: number | null }, now = new Date()) =>
  planReminders(app.db, [{ company_id: who.company_id, contact_id: who.contact_id }], now)
const send = (who: { company_id: number | null; contact_id: number | null }, now = new Date()) =>
  inTransaction(app.db, null, async (trx) =>
    sendReminders(trx, app.services, await viewer(), [{ company_id: who.company_id, contact_id: who.contact_id }], now),
  )
const viewer = async () =>
  ({
    ...(await app.db
      .selectFrom('users')
      .select(['id', 'name', 'email'])
      .where('id', '=', app.story.users[ROLE.administrator]!)
      .executeTakeFirstOrThrow()),
    roles: [ROLE.administrator],
    actedBy: null,
  }) as never
const pay = (id: number, amount: number, paid_on = today()) =>
  inTransaction(app.db, null, (trx) => bookPayment(trx, id, { paid_on, amount, note: null, source: 'bank' }))
/** What reached a customer so far. */
const receivedBy = ({ name }: { name: string }) => mailing.smtp.received.filter(({ text }) => text?.includes(name))
const lettersOf = (invoice: number) =>
  app.db
    .selectFrom('reminder_items')
    .innerJoin('reminders', 'reminders.id', 'reminder_items.reminder_id')
    .select(['reminders.id', 'reminders.step', 'reminders.sent_at', 'reminder_items.counts', 'reminders.costs'])
    .where('invoice_id', '=', invoice)
    .orderBy('reminders.id')
    .execute()
const post = (keys: { companies?: number[]; contacts?: number[]; shown?: string }, browser = administrator) =>
  browser.post(`${HOME}/send`, {
    companies: (keys.companies ?? []).join(','),
    contacts: (keys.contacts ?? []).join(','),
    shown: keys.shown ?? '',
  })

describe('letters about what is not paid', () => {
  it('are proposed per customer with what they ask, and why others are left out', async () => {
    const one = await late(9)
    const fresh = await late(3)
    const lost = await late(9, { email: null })
    const { $ } = await planner.get(`${HOME}/list`)
    const text = $('body').text() || $.root().text()
    expect(text).toContain(one.name)
    expect(text).toContain(formatMoney(one.open))
    // What is late and needs nothing yet stands apart, with what comes of it.
    const apart = $('.work-panel').last()
    const line = apart.find('.work-line').toArray().map((row) => $(row).text()).find((row) => row.includes(fresh.name)) // prettier-ignore
    expect([apart.find('h2 span').first().text(), line]).toEqual(['Te laat, vandaag niets te doen', expect.stringMatching(/Herinnering vanaf [\d-]+/)]) // prettier-ignore
    expect(line).toContain(formatMoney(fresh.open))
    expect($('.work-panel').not(apart).text()).not.toContain(fresh.name)
    expect(text).toContain('Heeft geen e-mailadres')
    expect($(`a[href="/company/edit/${lost.company_id}"]`).length).toBe(1)
    expect((await planner.post(`${HOME}/send`, { companies: String(one.company_id) })).status).toBe(403)
    expect((await (await app.as(ROLE.supervisor)).get(`${HOME}/list`)).status).toBe(403)
  })

  it('are beside a list of what waits that ends after a hundred lines, with what was handed over folded below it', async () => {
    const panel = async () => {
      const { $ } = await planner.get(`${HOME}/list`)
      const apart = $('.work-panel').filter((_i, one) => $(one).text().includes('vandaag niets te doen'))
      const over = apart.find('details')
      const lines = apart.find('.reminders-line').not(over.find('*')).toArray().map((row) => $(row).text()) // prettier-ignore
      const more = apart.find('li').not(over.find('*')).filter((_i, li) => $(li).text().includes('En nog')) // prettier-ignore
      return { head: plainSpaces(apart.find('h2').text()), lines, more: [more.text().trim(), more.find('a').attr('href')], over: plainSpaces(over.find('summary').text()), told: plainSpaces(over.find('li').text()), isLast: apart.find('ul').first().children().last().find('details').length } // prettier-ignore
    }
    await late(3)
    const before = await panel()
    expect(before.more).toEqual(['', undefined])
    const { rows } = await sql<{ id: number }>`
      with firms as (insert into companies (name, email, client_id) select 'Wachtend ' || i, 'klant@voorbeeld.example', 800000 + i
        from generate_series(1, 105) i returning id)
      insert into opening_items (company_id, number, invoice_date, expires_at, total, opening)
      select id, 'WACHT-' || id, ${today()}::date - 20, ${today()}::date - 3, 1000, 1000 from firms returning company_id as id`.execute(app.db) // prettier-ignore
    const ids = rows.map(({ id }) => id)
    const gone = await late(9)
    await askingLetter(app, { invoice_id: gone.invoice }, { ago: 30, costs: 0 })
    await inTransaction(app.db, null, (trx) => handOver(trx, gone.key, { company_id: gone.company_id, contact_id: null }, 'Bureau Noord')) // prettier-ignore
    const { lines, more, over, told, isLast, head } = await panel()
    expect(lines).toHaveLength(100)
    expect(more).toEqual([expect.stringMatching(new RegExp(`^En nog ${before.lines.length + 5}\\.`)), '/administration/ageing']) // prettier-ignore
    expect([over, isLast]).toEqual([expect.stringMatching(/^Overgedragen: \d+ factu/), 1])
    expect([over, told].map((text) => text.includes(plainSpaces(formatMoney(gone.open))))).toEqual([true, true])
    expect(lines.some((line) => line.includes(gone.name))).toBe(false)
    // The head counts all of it, as the list by age does.
    const count = ({ head: text }: { head: string }) => Number(/(\d+) fact/.exec(text)![1])
    expect(count({ head }) - count(before)).toBe(106)
    await app.db.deleteFrom('opening_items').where('company_id', 'in', ids).execute()
    await app.db.deleteFrom('companies').where('id', 'in', ids).execute()
  })

  it('go by mail with the letter as PDF, once, and the next comes only after its days', async () => {
    const one = await late(8)
    const answer = await post({ companies: [one.company_id!] })
    expect([answer.status, answer.trigger.flash?.str]).toEqual([200, '1 brief wordt verzonden naar 1 klant'])
    // A second window finds nothing to send.
    const again = await post({ companies: [one.company_id!] })
    expect(again.json<{ letters: number[] }>().letters).toEqual([])
    await sendWaiting(app)
    expect(receivedBy(one)).toMatchObject([{ to: 'klant@voorbeeld.example', files: ['herinnering.pdf'] }])
    expect(receivedBy(one)[0]!.text).toContain(formatMoney(one.open))
    const [letter] = await lettersOf(one.invoice)
    expect([letter!.step, letter!.sent_at === null]).toEqual(['reminder', false])
    expect((await planOf(one)).customers).toEqual([])
    const later = await planOf(one, daysFromNow(15))
    expect(later.customers[0]!.letters.map(({ step }) => step)).toEqual(['final'])
  })

  it('are exactly what was shown: what changed since is skipped and named', async () => {
    const [one, other] = [await late(9), await late(9)]
    const page = await administrator.get(`${HOME}/send?companies=${one.company_id},${other.company_id}`)
    const shown = page.$('input[name="shown"]').attr('value')!
    expect(page.$('button.btn-primary, button[type="submit"]').text()).toContain('Versturen naar 2 klanten')
    await pay(other.invoice, 500)
    const answer = await post({ companies: [one.company_id!, other.company_id!], shown })
    expect(answer.trigger.flash?.str).toContain(`Overgeslagen: ${other.name} is intussen gewijzigd`)
    expect((await lettersOf(one.invoice)).length).toBe(1)
    expect(await lettersOf(other.invoice)).toEqual([])
  })

  it('stop at once when a payment comes in, also while the mail waits', async () => {
    const one = await late(9)
    await post({ companies: [one.company_id!] })
    await pay(one.invoice, 100)
    await sendWaiting(app)
    expect(receivedBy(one)).toEqual([])
    // What never left is proposed again, over what is still open.
    const plan = await planOf(one)
    expect(plan.customers[0]!.letters[0]!.total).toBe(one.open - 100)
    await pay(one.invoice, one.open - 100)
    expect((await planOf(one)).customers).toEqual([])
  })

  it('that ask costs stay where these are let go while the mail waits', async () => {
    const one = await late(9)
    await post({ companies: [one.company_id!] })
    await sendWaiting(app)
    await send(one, daysFromNow(15))
    expect((await lettersOf(one.invoice)).map(({ step }) => step)).toEqual(['reminder', 'final'])
    expect((await administrator.post(`/administration/invoice/waive/${one.invoice}`, { reason: 'Uit coulance' })).status).toBe(204) // prettier-ignore
    await sendWaiting(app)
    expect(receivedBy(one)).toHaveLength(1)
    const [letter] = (await planOf(one, daysFromNow(15))).customers[0]!.letters
    expect([letter!.step, letter!.costs, letter!.total]).toEqual(['final', 0, one.open])
  })

  it('that ask costs of a letter before them stay where some of these are paid while the mail waits', async () => {
    const one = await late(9, { person: true })
    await askingLetter(app, { invoice_id: one.invoice }, { step: 'notice', ago: 20 })
    await send(one)
    const { id, facts } = await app.db.selectFrom('reminders').select(['id', 'facts']).where('contact_id', '=', one.contact_id).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow() // prettier-ignore
    expect(JSON.stringify(facts)).toContain('Eerder gevraagde incassokosten')
    expect(await stillOpen(app.db, id)).toBe(true)
    await pay(one.invoice, 1_000)
    const { open } = await app.db.selectFrom('invoices').select('open').where('id', '=', one.invoice).executeTakeFirstOrThrow() // prettier-ignore
    expect(Number(open)).toBe(one.open)
    expect(await stillOpen(app.db, id)).toBe(false)
    await sendWaiting(app)
    expect(receivedBy(one)).toEqual([])
    // Of an invoice of the old system as well.
    const other = await late(9, { person: true })
    const days = { invoice_date: addDays(today(), -60), expires_at: addDays(today(), -40) }
    const old = await app.db.insertInto('opening_items').values({ contact_id: other.contact_id, number: `OUD-${other.uid}`, ...days, total: 9_000, opening: 9_000 }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
    await askingLetter(app, { opening_item_id: old.id }, { step: 'notice', ago: 20 })
    await send(other)
    const written = await app.db.selectFrom('reminder_items').innerJoin('reminders as r', 'r.id', 'reminder_id').select('r.id').where('opening_item_id', '=', old.id).where('r.sent_at', 'is', null).executeTakeFirstOrThrow() // prettier-ignore
    expect(await stillOpen(app.db, written.id)).toBe(true)
    await inTransaction(app.db, null, (trx) => bookOpeningPayment(trx, old.id, { paid_on: today(), amount: 1_000, note: null, source: 'bank', division: 'law' })) // prettier-ignore
    const item = await app.db
      .selectFrom('opening_items')
      .select('open')
      .where('id', '=', old.id)
      .executeTakeFirstOrThrow()
    expect([Number(item.open), await stillOpen(app.db, written.id)]).toEqual([9_000, false])
  })

  it('pass by who disputes, who is blocked, and who has something to get back', async () => {
    const [disputed, blocked] = [await late(9), await late(9)]
    await app.db.insertInto('invoice_marks').values({ invoice_id: disputed.invoice, kind: 'disputed', note: 'Niet geleverd' }).execute() // prettier-ignore
    expect((await planOf(disputed)).leftOut.map(({ why }) => why)).toEqual(['betwist deze factuur'])
    const form = { reason: 'payment', blocked_until: '', note: 'Belde vandaag', version: '1' }
    expect((await administrator.post(`${HOME}/block/${blocked.key}`, form)).status).toBeLessThan(300)
    expect((await planOf(blocked)).leftOut[0]!.why).toBe('krijgt geen brieven: betaling onderweg')
    expect((await administrator.post(`${HOME}/unblock/${blocked.key}`, {})).status).toBeLessThan(300)
    expect((await planOf(blocked)).customers.length).toBe(1)
  })

  it('are written once by two administrators at the same time', async () => {
    const one = await late(9)
    const answers = await Promise.all(Array.from({ length: 4 }, () => post({ companies: [one.company_id!] })))
    const letters = answers.flatMap((answer) => answer.json<{ letters: number[] }>().letters ?? [])
    expect(letters.length).toBe(1)
    expect((await lettersOf(one.invoice)).length).toBe(1)
  })

  it('are taken back while they wait, and not once they left', async () => {
    const one = await late(9)
    const answer = await post({ companies: [one.company_id!] })
    const undo = answer.trigger.flash as { undo?: string; action?: { url: string } } | undefined
    const set = await app.db.selectFrom('undoable_sets').select('change_set').orderBy('change_set', 'desc').limit(1).executeTakeFirstOrThrow() // prettier-ignore
    expect(undo).toBeDefined()
    expect((await administrator.post(`/undo/${set.change_set}`, {})).status).toBeLessThan(300)
    expect(await lettersOf(one.invoice)).toEqual([])
    await sendWaiting(app)
    expect(receivedBy(one)).toEqual([])
    await post({ companies: [one.company_id!] })
    await sendWaiting(app)
    const sent = await app.db.selectFrom('undoable_sets').select('change_set').orderBy('change_set', 'desc').limit(1).executeTakeFirstOrThrow() // prettier-ignore
    expect((await administrator.post(`/undo/${sent.change_set}`, {})).status).toBe(409)
    expect((await lettersOf(one.invoice)).length).toBe(1)
  })
})

describe('a consumer', () => {
  it('is asked costs only after the fourteen-day letter ran out, over several invoices in one letter', async () => {
    const start = new Date()
    const at = (days: number) => daysFromNow(days, start)
    const one = await late(9, { person: true, count: '9' })
    const second = await invoiceOf(one, 9, '4')
    const sentAt = async (days: number) => {
      await app.db.updateTable('reminders').set({ sent_at: at(days) }).where('contact_id', '=', one.contact_id).where('sent_at', 'is', null).execute() // prettier-ignore
    }
    const steps = async (days: number) => (await planOf(one, at(days))).customers[0]?.letters ?? []
    expect((await steps(0)).map(({ step, items }) => [step, items.length])).toEqual([['reminder', 2]])
    await send(one)
    await sentAt(0)
    expect(await steps(13)).toEqual([])
    const [notice] = await steps(14)
    const costs = collectionCosts(one.open + second.open)
    expect([notice!.step, notice!.total, notice!.costs]).toEqual(['notice', one.open + second.open, costs])
    await send(one, at(14))
    const letters = await lettersOf(one.invoice)
    const { facts } = await app.db.selectFrom('reminders').select('facts').where('id', '=', letters.at(-1)!.id).executeTakeFirstOrThrow() // prettier-ignore
    const said = JSON.stringify(facts)
    expect(said).toContain('binnen 15 dagen nadat deze brief bij u is bezorgd')
    expect(said).toContain(formatMoney(costs))
    await sentAt(14)
    expect(await steps(14 + 15)).toEqual([])
    expect(await steps(14 + 16)).toEqual([])
    const [final] = await steps(14 + 17)
    // They were asked by the letter before, and are asked once.
    expect([final!.step, final!.earlier, final!.costs, final!.total]).toEqual(['final', costs, 0, one.open + second.open + costs]) // prettier-ignore
    await send(one, at(31))
    await sentAt(31)
    // A part goes to the costs first.
    await pay(one.invoice, 1_000, addDays(today(), 32))
    const { toCollect } = await planOf(one, at(31 + 14))
    expect(toCollect[0]!.items.reduce((sum, item) => sum + item.principal + item.earlier, 0)).toBe(
      one.open + second.open + costs - 1_000,
    )
  })
})

describe('what became of letters', () => {
  it('stands at the invoice, in the list of invoices and in the rail of who has to pay', async () => {
    const one = await late(9)
    const list = '/administration/invoices?reminded=yes'
    expect((await planner.get(list)).text).not.toContain(one.uid)
    await post({ companies: [one.company_id!] })
    await sendWaiting(app)
    expect((await planner.get(list)).text).toContain(one.uid)
    expect((await planner.get(`/administration/invoice/view/${one.invoice}`)).text).toContain('Herinnering')
    const company = await planner.get(`/company/view/${one.company_id}`)
    expect(company.text).toContain(`${formatMoney(one.open)} te laat, laatste brief`)
    const tab = await planner.get(`/company/${one.company_id}/reminders`)
    expect(tab.text).toContain('Verzonden op')
    const [letter] = await lettersOf(one.invoice)
    expect((await planner.get(`${HOME}/${letter!.id}`)).text).toContain(one.uid)
    expect((await planner.get(`${HOME}/${letter!.id}/pdf`)).status).toBe(200)
    expect((await (await app.as(ROLE.supervisor)).get(`${HOME}/${letter!.id}`)).status).toBe(403)
  })

  it('is that it comes back: then another one can go', async () => {
    const one = await late(9)
    await post({ companies: [one.company_id!] })
    await sendWaiting(app)
    const [letter] = await lettersOf(one.invoice)
    const mail = await app.db.selectFrom('mails').select('id').where('object_type', '=', 'reminder').where('object_id', '=', letter!.id).executeTakeFirstOrThrow() // prettier-ignore
    expect((await planOf(one)).customers).toEqual([])
    await inTransaction(app.db, null, (trx) => reminderFate.told(trx, mail.id, 'bounced'))
    expect((await planOf(one)).customers[0]!.letters[0]!.step).toBe('reminder')
  })

  it('is that it comes back: what was paid meanwhile of what it asked was never owed, and goes to the invoice', async () => {
    const one = await late(9)
    await post({ companies: [one.company_id!] })
    await sendWaiting(app)
    await send(one, daysFromNow(15))
    await sendWaiting(app)
    const final = (await lettersOf(one.invoice)).at(-1)!
    expect([final.step, final.sent_at]).toEqual(['final', expect.any(Date)])
    const old = await app.db.insertInto('opening_items').values({ company_id: one.company_id, number: `OUD-${one.uid}`, invoice_date: addDays(today(), -60), expires_at: addDays(today(), -30), total: 9_000, opening: 9_000 }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
    await app.db.insertInto('reminder_items').values({ reminder_id: final.id, opening_item_id: old.id, step: 'final', open: 9_000, costs: 4_000, interest: 50 }).execute() // prettier-ignore
    await pay(one.invoice, one.open)
    await inTransaction(app.db, null, (trx) => bookOpeningPayment(trx, old.id, { paid_on: today(), amount: 9_000, note: null, source: 'bank', division: 'law' })) // prettier-ignore
    const opens = async () => {
      const invoice = await app.db.selectFrom('invoices').select('open').where('id', '=', one.invoice).executeTakeFirstOrThrow() // prettier-ignore
      const item = await app.db.selectFrom('opening_items').select('open').where('id', '=', old.id).executeTakeFirstOrThrow() // prettier-ignore
      return [invoice.open, item.open].map(Number)
    }
    expect(await opens()).toEqual([expect.any(Number), 4_050])
    expect((await opens())[0]).toBeGreaterThan(0)
    const mail = await app.db.selectFrom('mails').select('id').where('object_type', '=', 'reminder').where('object_id', '=', final.id).executeTakeFirstOrThrow() // prettier-ignore
    await inTransaction(app.db, null, (trx) => reminderFate.told(trx, mail.id, 'bounced'))
    expect(await opens()).toEqual([0, 0])
    expect((await planOf(one)).customers).toEqual([])
  })

  it('is handed over once, by whoever does so first', async () => {
    const { kuipers } = app.story.companies
    const buyers = { company_id: kuipers, contact_id: null }
    const hand = (trx: Trx, note: string) => handOver(trx, `company-${kuipers}`, buyers, note)
    const waits = async () =>
      (await sql`select 1 from pg_locks l join pg_class c on c.oid = l.relation where not l.granted and c.relname = 'reminders'
        and l.database = (select oid from pg_database where datname = current_database())`.execute(app.db)).rows.length // prettier-ignore
    const { id, second } = await inTransaction(app.db, null, async (trx) => {
      const made = await hand(trx, 'Bureau Noord')
      const other = inTransaction(app.db, null, (more) => hand(more, 'Nog eens')).catch((error: HttpError) => error.status) // prettier-ignore
      await Promise.race([other, expect.poll(waits).toBe(1)])
      return { id: made, second: [other] }
    })
    expect(await Promise.all(second)).toEqual([409])
    await app.db.deleteFrom('reminder_items').where('reminder_id', '=', id).execute()
    await app.db.deleteFrom('reminders').where('id', '=', id).execute()
  })

  it('is that what was never paid is handed over, and asks for no letter any more', async () => {
    const { kuipers } = app.story.companies
    const buyers = { company_id: kuipers, contact_id: null }
    expect((await planOf(buyers)).toCollect.length).toBe(1)
    const url = `${HOME}/collection/company-${kuipers}`
    // Costs that the last letter asked go along: the list and the question say the same.
    const { record_id } = (await planOf(buyers)).toCollect[0]!.items[0]!
    await sql`update reminder_items set costs = 4321 where step = 'final' and ${record_id} in (invoice_id, opening_item_id)`.execute(app.db) // prettier-ignore
    const { items } = (await planOf(buyers)).toCollect[0]!
    const all = plainSpaces(formatMoney(items.reduce((sum, { principal, interest, earlier }) => sum + principal + interest + earlier, 0))) // prettier-ignore
    expect(items.reduce((sum, { earlier }) => sum + earlier, 0)).toBe(4_321)
    const textOf = async (path: string) => plainSpaces((await administrator.get(path)).$.root().text())
    expect(await textOf(`${HOME}/list`)).toContain(all)
    expect(await textOf(url)).toContain(`Samen ${all}, met gevraagde kosten en rente`)
    expect((await administrator.post(url, { note: '' })).status).toBe(422)
    expect((await planner.post(url, { note: 'Bureau Noord' })).status).toBe(403)
    expect((await administrator.post(url, { note: 'Bureau Noord' })).status).toBeLessThan(300)
    expect((await planOf(buyers)).toCollect).toEqual([])
    expect((await administrator.post(url, { note: 'Nog eens' })).status).toBe(409)
  })
})

describe('what a letter asks beside the invoice', () => {
  const settings = (value: object) =>
    sql`insert into settings (key, value) values ('reminders', ${JSON.stringify(value)}::jsonb)
      on conflict (key) do update set value = excluded.value`.execute(app.db)

  it('is interest by the percentages of an administrator, and none while there are none', async () => {
    const one = await late(9)
    await send(one)
    await app.db
      .updateTable('reminders')
      .set({ sent_at: new Date() })
      .where('company_id', '=', one.company_id)
      .execute()
    const later = daysFromNow(20)
    await settings({ charges_interest: true })
    // An installation has the statutory ones, up to a day that it tells.
    expect((await planOf(one, later)).customers[0]!.letters[0]!.interest).toBeGreaterThan(0)
    expect((await planner.page(HOME)).text).toContain('De tabel met wettelijke rente gaat tot 01-07-2025')
    await app.db.deleteFrom('interest_rates').execute()
    expect((await planner.page(HOME)).text).toContain('Er zijn nog geen rentepercentages ingevuld')
    expect((await planOf(one, later)).customers[0]!.letters[0]!.interest).toBe(0)
    for (const kind of ['commercial', 'consumer']) {
      const form = { kind, percentage: '36,5', valid_from: '01-01-2020' }
      expect((await administrator.post('/settings/interest-rates/add', form)).status).toBeLessThan(300)
      expect((await planner.post('/settings/interest-rates/add', form)).status).toBe(403)
    }
    // A thousandth a day, from the day after its last one: 28 days.
    const letter = (await planOf(one, later)).customers[0]!.letters[0]!
    expect(letter.interest).toBe(Math.round((one.open * 28) / 1_000))
    expect(letter.total).toBe(one.open + letter.interest + collectionCosts(one.open))
    expect((await planner.page(HOME)).text).not.toContain('Er zijn nog geen rentepercentages ingevuld')
    await settings({})
    expect((await planOf(one, later)).customers[0]!.letters[0]!.interest).toBe(0)
  })

  it('is VAT over the costs for who says so', async () => {
    const one = await late(9)
    await send(one)
    await app.db
      .updateTable('reminders')
      .set({ sent_at: new Date() })
      .where('company_id', '=', one.company_id)
      .execute()
    const later = daysFromNow(20)
    await settings({ charges_costs_vat: true })
    const letter = (await planOf(one, later)).customers[0]!.letters[0]!
    expect([letter.costs, letter.costsVat, letter.total]).toEqual([4_000, 840, one.open + 4_840])
    await settings({})
  })

  it('is told before it goes: the mail and the paper of each', async () => {
    const one = await late(9)
    const preview = await planner.get(`${HOME}/letter/${one.key}/reminder`)
    expect([preview.status, preview.status === 200 ? '' : preview.text]).toEqual([200, ''])
    expect(preview.text).toContain(`Beste ${one.name}`)
    expect((await planner.get(`${HOME}/letter/${one.key}/reminder/pdf`)).status).toBe(200)
    expect((await planner.get(`${HOME}/letter/${one.key}/final`)).status).toBe(404)
    expect((await planner.get(`${HOME}/letter/${one.key}/nothing`)).status).toBe(404)
  })
})

describe('what goes by itself', () => {
  it('is chosen in the settings, where what is chosen stands ticked', async () => {
    const administrator = await app.as(ROLE.administrator)
    const form = async () => (await administrator.get('/settings/reminders')).$
    const ticked = async () => { const $ = await form(); return $('[name=automatic_steps]').toArray().map((box) => [$(box).val(), $(box).attr('checked') !== undefined]) } // prettier-ignore
    expect(await ticked()).toEqual([['reminder', false], ['notice', false], ['final', false]]) // prettier-ignore
    const fields = Object.fromEntries(
      (await form())('form')
        .serializeArray()
        .map(({ name, value }) => [name, value]),
    )
    expect((await administrator.post('/settings/reminders', { ...fields, automatic_steps: 'notice' })).status).toBe(200)
    expect(await ticked()).toEqual([['reminder', false], ['notice', true], ['final', false]]) // prettier-ignore
  })

  it('goes on working days alone, what was chosen alone, and once', async () => {
    const one = await late(9)
    const noon = (day: string) => new Date(`${day}T12:00:00Z`)
    const monday = ((day) => addDays(day, (8 - (new Date(`${day}T12:00Z`).getUTCDay() || 7)) % 7))(addDays(today(), 1))
    const steps = (automatic_steps: string[]) =>
      sql`insert into settings (key, value) values ('reminders', ${JSON.stringify({ automatic_steps })}::jsonb)
        on conflict (key) do update set value = excluded.value`.execute(app.db)
    await steps([])
    expect(await sendDaily(app.services, noon(monday))).toBe(0)
    await steps(['final'])
    await sendDaily(app.services, noon(monday))
    expect(await lettersOf(one.invoice)).toEqual([])
    await steps(['reminder'])
    expect(await sendDaily(app.services, noon(addDays(monday, -1)))).toBe(0)
    expect(await sendDaily(app.services, noon(monday))).toBeGreaterThan(0)
    expect(await sendDaily(app.services, noon(monday))).toBe(0)
    expect((await lettersOf(one.invoice)).length).toBe(1)
    await steps([])
  })
})

describe('the account of a customer', () => {
  it('shows all that is open, as a page, as a PDF and by mail', async () => {
    const one = await late(9)
    const view = await planner.get(`/administration/statement/${one.key}`)
    expect(view.$('tfoot').text()).toContain(formatMoney(one.open))
    expect((await planner.get(`/administration/statement/${one.key}/pdf`)).status).toBe(200)
    expect((await administrator.post(`/administration/statement/${one.key}/mail`, {})).status).toBe(200)
    await sendWaiting(app)
    expect(receivedBy(one)).toMatchObject([{ files: ['rekeningoverzicht.pdf'] }])
    // An account is no reminder.
    expect((await planOf(one)).customers[0]!.letters[0]!.step).toBe('reminder')
    expect((await planner.get('/administration/statement/company-999999')).status).toBe(404)
    expect((await planner.get('/administration/statement/nobody')).status).toBe(404)
  })
})
