import fc from 'fast-check'
import { expect } from 'vitest'
import { makeConcept, makeDefinitive } from '../../../src/administration/invoices/invoices/index.ts'
import { addLines, lockSale } from '../../../src/administration/sales/sales/index.ts'
import { ROLE } from '../../../src/platform/access/roles.ts'
import { inTransaction } from '../../../src/platform/database/transaction.ts'
import { addDays, today } from '../../../src/platform/format/zone.ts'
import type { Browser, TestApp } from '../app.ts'
import { shownFields } from '../example-calls.ts'
import { type Chosen, type Question, bulkRun, rowsOf } from './frame.ts'

let made = 0

async function addBuyer(
  { db }: TestApp,
  { email = 'klant@voorbeeld.example', street = 'Kade' }: { email?: string | null; street?: string | null } = {},
) {
  const name = `Gekozen klant ${++made}`
  const { id } = await db
    .insertInto('companies')
    .values({ name, email, client_id: 8_000_000 + made, street, street_no: '1', city: 'Zwolle' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name }
}

interface Invoice {
  books: number
  street: boolean
  number: boolean
  email?: boolean
}
/** Of a customer of its own; one with a number cannot lack what a number asks for. */
async function addInvoice(
  app: TestApp,
  { books, street, number, email = true }: Invoice,
  days: { expires_at?: string } = {},
) {
  const whole = street || number
  const buyer = await addBuyer(app, { email: email ? 'facturen@voorbeeld.example' : null, ...(whole ? {} : { street: null }) }) // prettier-ignore
  const id = await inTransaction(app.db, null, async (trx) => {
    const count = number ? Math.max(1, books) : books
    const added = count === 0 ? [] : [{ product_id: app.story.products.bhvBook, count: String(count) }]
    const invoice = await makeConcept(trx, app.services.registry, { company_id: buyer.id, contact_id: null, reference: null, added }) // prettier-ignore
    if (days.expires_at)
      await trx
        .updateTable('invoices')
        .set({ invoice_date: addDays(today(), -9), ...days })
        .where('id', '=', invoice)
        .execute()
    if (number) await makeDefinitive(trx, invoice)
    return invoice
  })
  const { uid } = await app.db.selectFrom('invoices').select('uid').where('id', '=', id).executeTakeFirstOrThrow()
  return { id, buyer, name: uid ?? buyer.name }
}
const invoice = fc.record({ books: fc.nat(2), street: fc.boolean(), number: fc.boolean(), email: fc.boolean() })
/** All of these, by their ids with their names. */
async function addInvoices(app: TestApp, drawn: readonly Invoice[]): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  for (const one of drawn) {
    const { id, name } = await addInvoice(app, one)
    names.set(id, name)
  }
  return names
}

const invoices = fc.array(invoice, { minLength: 1, maxLength: 4 })
const INVOICE = `uid, state, (select json_agg(state) from mails where object_type = 'invoice' and object_id = invoices.id) as mails`

/** What of those chosen is ticked and can go, then the message with how many mails it will be. */
const askSending =
  (field: string) =>
  async (browser: Browser, { names, url }: Chosen): Promise<Question> => {
    const opened = await browser.get(url!)
    expect(opened.status).toBe(200)
    const fields = shownFields(opened.$)
    const ticked = [fields[field] ?? []].flat().map(Number)
    const step = await browser.post(`${url}&step=message`, fields)
    const lines = step.status === 200 ? step.$('.outcomes').text() : ''
    const mails = Number(/(\d+) e-mails?/.exec(lines)?.[1] ?? 0)
    return {
      goes: ticked,
      stays: [...names.keys()].filter((id) => !ticked.includes(id)),
      mails,
      told: { done: mails, of: names.size },
      form: { ...fields, ...(step.status === 200 ? shownFields(step.$) : {}) },
    }
  }

/** Which customers get letters, which do not and why, and how many letters. */
async function askReminding(browser: Browser, { names, query }: Chosen): Promise<Question> {
  const { $, status } = await browser.get(`/administration/reminders/send?${query}`)
  expect(status).toBe(200)
  const within = (text: string) => [...names].filter(([, name]) => new RegExp(`${name}(?!\\d)`).test(text)).map(([id]) => id) // prettier-ignore
  const letters = [
    ...$('.outcomes b')
      .text()
      .matchAll(/(\d+) /g),
  ].reduce((sum, [, count]) => sum + Number(count), 0)
  return {
    goes: within($('.confirm-changes tbody').text()),
    stays: within($('.note--warning').text()),
    mails: letters,
    told: { done: Number(/naar (\d+)/.exec($('[type=submit]').text())?.[1] ?? 0), of: names.size },
    form: shownFields($),
  }
}

const addQuotation = (
  app: TestApp,
  company_id: number,
  { lines, late, status }: { lines: number; late: boolean; status: string },
) =>
  // prettier-ignore
  inTransaction(app.db, null, async (trx) => {
    const { id, uid } = await trx
      .insertInto('quotations')
      .values({
        company_id,
        contact_id: null,
        employee_id: app.story.users[ROLE.scheduler]!,
        quotation_date: addDays(today(), -40),
        valid_until: addDays(today(), late ? -1 : 30),
        year: 2170,
        sequence: (made += 1),
      })
      .returning(['id', 'uid'])
      .executeTakeFirstOrThrow()
    const sale = await lockSale(trx, app.services.registry, { type: 'quotation', id })
    for (let i = 0; i < lines; i++) await addLines(trx, sale, [{ product_id: app.story.products.bhvBook, count: '1' }])
    if (status === 'declined')
      await trx.updateTable('quotations').set({ sent_at: new Date(), declined_at: new Date() }).where('id', '=', id).execute()
    return { id, uid: uid! }
  })

/** What customers get: invoices with a number, mails and letters. */
export const SENDING = [
  // First: its invoices are of days ago, and numbers follow days.
  bulkRun({
    path: '/administration/reminders/send',
    drawn: fc.array(fc.record({ days: fc.integer({ min: -2, max: 9 }), email: fc.boolean(), paid: fc.boolean() }), { minLength: 1, maxLength: 3 }), // prettier-ignore
    make: async (app, drawn) => {
      const names = new Map<number, string>()
      for (const { days, email, paid } of drawn) {
        const one = { books: 2, street: true, number: true, email }
        const { id, buyer } = await addInvoice(app, one, { expires_at: addDays(today(), -days) })
        const amount = 1000
        if (paid) await app.db.insertInto('invoice_payments').values({ invoice_id: id, paid_on: today(), amount }).execute() // prettier-ignore
        names.set(buyer.id, buyer.name)
      }
      return { names, query: `companies=${[...names.keys()].join(',')}` }
    },
    ask: askReminding,
    says: 'nothing done',
    state: rowsOf('companies', '(select json_agg(step) from reminders where company_id = companies.id) as letters'),
  }),
  bulkRun({
    path: '/administration/invoices/bulk/definitive',
    drawn: invoices,
    make: async (app, drawn) => ({ names: await addInvoices(app, drawn) }),
    state: rowsOf('invoices', INVOICE),
  }),
  bulkRun({
    path: '/administration/invoice/getSendWizard/',
    drawn: invoices,
    make: async (app, drawn) => {
      const names = await addInvoices(app, drawn)
      return { names, url: `/administration/invoice/getSendWizard/?ids=${[...names.keys()].join(',')}` }
    },
    ask: askSending('invoices[]'),
    state: rowsOf('invoices', INVOICE),
  }),
  bulkRun({
    path: '/administration/quotation/getSendWizard',
    drawn: fc.array(
      fc.record({ lines: fc.nat(2), email: fc.boolean(), late: fc.boolean(), status: fc.constantFrom('concept', 'declined') }), // prettier-ignore
      { minLength: 1, maxLength: 4 },
    ),
    make: async (app, drawn) => {
      const names = new Map<number, string>()
      for (const { lines, email, late, status } of drawn) {
        const buyer = await addBuyer(app, email ? {} : { email: null })
        const { id, uid } = await addQuotation(app, buyer.id, { lines, late, status })
        names.set(id, uid)
      }
      return { names, url: `/administration/quotation/getSendWizard?ids=${[...names.keys()].join(',')}` }
    },
    ask: askSending('quotations[]'),
    state: rowsOf(
      'quotations',
      `stage, (select json_agg(state) from mails where object_type = 'quotation' and object_id = quotations.id) as mails`,
    ),
  }),
]
