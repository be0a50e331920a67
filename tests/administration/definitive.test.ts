// clock
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Concept,
  deleteConcept,
  draftOf,
  getSnapshot,
  makeConcept,
  makeCredit,
  makeDefinitive,
} from '../../src/administration/invoices/invoices/index.ts'
import { firmDetails } from '../../src/administration/catalogue/firm/index.ts'
import { mergeInvoices } from '../../src/administration/invoices/invoices/merging/merging.commands.ts'
import { invoiceFacts } from '../../src/administration/invoices/invoices/paper/invoice-paper.ts'
import { dateProblem } from '../../src/administration/invoices/invoices/definitive/snapshot.rules.ts'
import { ublXml } from '../../src/administration/invoices/ubl/ubl.files.ts'
import { addLines, lockSale } from '../../src/administration/sales/sales/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { Busy } from '../../src/platform/errors.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let administrator: Browser
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(ROLE.administrator)
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const concept = (more: Partial<Concept> = {}) =>
  inTransaction(app.db, null, (trx) =>
    makeConcept(trx, app.services.registry, {
      company_id: app.story.companies.deLinde,
      contact_id: null,
      added: [{ product_id: app.story.products.bhvBook, count: '2' }],
      ...more,
    }),
  )
const row = (id: number) => app.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const ask = (browser: Browser, id: number) => browser.post(`/administration/invoice/definitive/${id}`)
const numbers = async () => {
  const rows = await app.db
    .selectFrom('invoices')
    .select(['year', 'sequence'])
    .where('sequence', 'is not', null)
    .orderBy('year')
    .orderBy('sequence')
    .execute()
  return Map.groupBy(rows, ({ year }) => year)
}
const lineOf = (id: number) =>
  app.db.selectFrom('sale_lines').selectAll().where('invoice_id', '=', id).executeTakeFirstOrThrow()

describe('making an invoice definitive', () => {
  it('tells in its question, for one and for several, which letters cannot be printed', async () => {
    const id = await concept()
    const questions = async () => {
      const one = await administrator.get(`/administration/invoice/view/${id}`)
      const many = await administrator.get(`/administration/invoices/bulk/definitive?ids=${id}`)
      return [one.$('[data-confirm*="definitief wilt maken"]').attr('data-confirm'), many.text]
    }
    for (const text of await questions()) expect(text).not.toContain('gedrukt worden')
    await app.db.updateTable('sale_lines').set({ name: 'Boek 王 😀' }).where('invoice_id', '=', id).execute()
    for (const text of await questions())
      expect(text).toContain('Dit kan niet gedrukt worden: 王 😀 (Zorggroep De Linde')
    await inTransaction(app.db, null, (trx) => deleteConcept(trx, id))
  })

  it('is done by an administrator: it gets the next number of its year and keeps what it says', async () => {
    const id = await concept({ reference: 'Najaar' })
    expect((await ask(planner, id)).status).toBe(403)
    const answer = await ask(administrator, id)
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"number":"F')])
    const invoice = await row(id)
    expect(invoice).toMatchObject({ uid: answer.json<{ number: string }>().number, year: Number(today().slice(0, 4)) })
    expect(invoice.snapshot).toMatchObject({
      number: invoice.uid,
      reference: 'Najaar',
      seller: { legal_name: 'Noordkaap Opleidingen B.V.', vat_id: 'NL123456782B01', coc_no: '90004760' },
      buyer: { name: 'Zorggroep De Linde', client_id: 10_482, street: 'Lindelaan', isCompany: true },
      lines: [{ name: 'Cursusboek BHV', count: '2.0000', price: '27.5000', discount: '10.0000', amount: 4950 }],
      base: 4950,
      total: invoice.total,
    })
    expect((await ask(administrator, id)).status).toBe(409)
  })

  it('gives a hundred at once their numbers without a gap or a double', async () => {
    const ids: number[] = []
    for (let i = 0; i < 100; i++) ids.push(await concept())
    // Who waits too long for a turn is told to come back, and does.
    const number = async (id: number): Promise<string> => {
      try {
        return await inTransaction(app.db, null, (trx) => makeDefinitive(trx, id))
      } catch (error) {
        if (error instanceof Busy) return number(id)
        throw error
      }
    }
    expect(new Set(await Promise.all(ids.map(number))).size).toBe(100)
    for (const rows of (await numbers()).values())
      expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, i) => i + 1))
  })

  it('uses up no number where it is refused, and says what is missing and where that is told', async () => {
    const before = await numbers()
    const empty = await concept({ added: [] })
    const refused = await ask(administrator, empty)
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('Zet eerst een product op de factuur.'),
    ])
    const nowhere = { street: null, street_no: null, street_no_adding: null, postal_code: null, city: null, country_code: 'NL' } // prettier-ignore
    const homeless = await concept({ address: nowhere })
    expect((await ask(administrator, homeless)).text).toContain('Vul het adres van de klant in op de factuur.')
    const view = await planner.get(`/administration/invoice/view/${homeless}`)
    expect(view.text).toContain(`/administration/invoice/edit/${homeless}`)
    expect(view.text).not.toContain('Definitief maken')
    const shifted = await concept({ delivered_on: today() })
    await app.db.updateTable('sale_lines').set({ tax_type_id: app.story.taxTypes.withinUnion }).where('invoice_id', '=', shifted).execute() // prettier-ignore
    const wrong = await ask(administrator, shifted)
    expect([wrong.status, wrong.text]).toEqual([409, expect.stringContaining('is Nederlands. Kies een andere btw')])
    const many = await administrator.get(`/administration/invoices/bulk/definitive?ids=${shifted}`)
    expect(many.text).toContain('is Nederlands. Kies een andere btw')
    expect(await numbers()).toEqual(before)
  })

  it('takes the day of a supply within the union from a line too, for several at once as for one', async () => {
    const place = { street: 'Kerkstraat', street_no: '1', postal_code: '2000', city: 'Antwerpen', country_code: 'BE' }
    const company = await app.db
      .insertInto('companies')
      .values({ name: 'Voorbeeld Gent', client_id: 910_002, vat_id: 'BE0123456749', ...place })
      .returning('id')
      .executeTakeFirstOrThrow()
    const tax_type_id = app.story.taxTypes.withinUnion
    await app.db.insertInto('customer_terms').values({ company_id: company.id, tax_type_id }).execute()
    const id = await concept({ company_id: company.id, contact_id: null })
    const bulk = async () => (await administrator.get(`/administration/invoices/bulk/definitive?ids=${id}`)).text
    expect(await bulk()).toContain('vul de leverdatum in')
    await app.db.updateTable('sale_lines').set({ supplied_on: today() }).where('invoice_id', '=', id).execute()
    expect(await bulk()).not.toContain('vul de leverdatum in')
    expect((await ask(administrator, id)).status).toBe(200)
  })

  it('says when it was supplied: as its order knows it, or as somebody told, also where it is credited', async () => {
    const delivered = addDays(today(), -9)
    const order = app.story.orders.delivered
    await sql`update sale_lines set delivered_on = ${delivered} where order_id = ${order} and delivered`.execute(app.db)
    const lines = await app.db.selectFrom('sale_lines').select(['id', 'delivered']).where('order_id', '=', order).where('delivered', '=', true).where('destination', 'is', null).execute() // prettier-ignore
    const of = await concept({ added: [], line_ids: lines.map((line) => line.id), order_id: order })
    const told = await concept({ delivered_on: addDays(today(), -3) })
    const bare = await concept()
    for (const id of [of, told, bare]) expect((await ask(administrator, id)).status).toBe(200)
    const deliveryOf = async (id: number) => (await getSnapshot(app.db, id)).delivery
    const day = (one: string) => ({ from: one, until: one })
    expect([await deliveryOf(of), await deliveryOf(told), await deliveryOf(bare)]).toEqual([
      day(delivered),
      day(addDays(today(), -3)),
      null,
    ])
    const facts = await invoiceFacts(app.db, of)
    expect(facts.facts).toContainEqual(['Leverdatum', formatDate(delivered)])
    for (const [id, supplied] of [
      [of, delivered],
      [bare, today()],
    ] as const) {
      const credit = await inTransaction(app.db, null, (trx) => makeCredit(trx, id, null))
      expect((await ask(administrator, credit)).status).toBe(200)
      expect(await deliveryOf(credit)).toEqual(day(supplied))
    }
  })

  it('tells each line its day where an invoice holds what was supplied on several', async () => {
    const id = await concept({ delivered_on: addDays(today(), -2) })
    const order = app.story.orders.open
    const { rows } = await sql<{ id: number }>`select id from sale_lines where order_id = ${order} and kind = 'product' limit 1`.execute(app.db) // prettier-ignore
    await sql`update sale_lines set delivered = true, delivered_on = ${addDays(today(), -5)} where id = ${rows[0]!.id}`.execute(app.db) // prettier-ignore
    await inTransaction(app.db, null, async (trx) => {
      await addLines(trx, await lockSale(trx, app.services.registry, { type: 'invoice', id }), [
        { product_id: app.story.products.bhvBook, count: '1', source_id: rows[0]!.id },
      ])
    })
    expect((await ask(administrator, id)).status).toBe(200)
    const { delivery, lines } = await getSnapshot(app.db, id)
    expect(delivery).toEqual({ from: addDays(today(), -5), until: addDays(today(), -2) })
    expect(lines.map((line) => line.delivered_on)).toEqual([addDays(today(), -2), addDays(today(), -5)])
    const { sale } = await invoiceFacts(app.db, id)
    expect(sale.lines[1]!.description).toContain(`Geleverd op ${formatDate(addDays(today(), -5))}`)
  })

  it('keeps the day of what is merged into it', async () => {
    const [kept, gone] = [await concept(), await concept({ delivered_on: addDays(today(), -6) })]
    await inTransaction(app.db, null, (trx) => mergeInvoices(trx, app.services.registry, kept, [gone]))
    expect((await row(kept)).delivered_on).toBe(addDays(today(), -6))
    const other = await concept({ delivered_on: addDays(today(), -8) })
    await inTransaction(app.db, null, (trx) => mergeInvoices(trx, app.services.registry, kept, [other]))
    expect((await draftOf(app.db, kept, await firmDetails(app.db))).draft.delivery).toEqual({ from: addDays(today(), -8), until: addDays(today(), -6) }) // prettier-ignore
    await inTransaction(app.db, null, (trx) => deleteConcept(trx, kept))
  })

  it('tells of each line of merged concepts the day or the days that it had, on paper and for machines, and where it is credited', async () => {
    const day = (ago: number) => addDays(today(), -ago)
    const kept = await concept({ delivered_on: day(2), reference: 'Samengevoegd' })
    const spread = await concept({ delivered_on: day(6), delivered_from: day(9) })
    await inTransaction(app.db, null, (trx) => mergeInvoices(trx, app.services.registry, kept, [spread]))
    expect((await ask(administrator, kept)).status).toBe(200)
    const told = async (id: number) => {
      const { lines, delivery } = await getSnapshot(app.db, id)
      return { delivery, lines: lines.filter(({ kind }) => kind === 'product').map(({ delivered_on, delivered_from }) => [delivered_from, delivered_on]) } // prettier-ignore
    }
    const all = { delivery: { from: day(9), until: day(2) }, lines: [[undefined, day(2)], [day(9), day(6)]] } // prettier-ignore
    expect(await told(kept)).toEqual(all)
    const { sale } = await invoiceFacts(app.db, kept)
    expect(sale.lines.map(({ description }) => description ?? '').join('|')).toContain(`Geleverd van ${formatDate(day(9))} t/m ${formatDate(day(6))}`) // prettier-ignore
    const xml = ublXml(await getSnapshot(app.db, kept), 'peppol')
    expect(xml).toMatch(new RegExp(`<cac:InvoicePeriod>\\s*<cbc:StartDate>${day(9)}</cbc:StartDate>\\s*<cbc:EndDate>${day(6)}</cbc:EndDate>`)) // prettier-ignore
    const credit = await inTransaction(app.db, null, (trx) => makeCredit(trx, kept, null))
    expect((await ask(administrator, credit)).status).toBe(200)
    expect(await told(credit)).toEqual(all)
  })

  it('lets another day for the whole of a merged concept hold for all of its lines', async () => {
    const [kept, gone] = [await concept({ delivered_on: addDays(today(), -2) }), await concept({ delivered_on: addDays(today(), -6) })] // prettier-ignore
    await inTransaction(app.db, null, (trx) => mergeInvoices(trx, app.services.registry, kept, [gone]))
    const delivery = async () => (await draftOf(app.db, kept, await firmDetails(app.db))).draft.delivery
    expect(await delivery()).toEqual({ from: addDays(today(), -6), until: addDays(today(), -2) })
    const { $ } = await administrator.get(`/administration/invoice/edit/${kept}`)
    const form = Object.fromEntries($('form').serializeArray().map(({ name, value }) => [name, value])) // prettier-ignore
    expect((await administrator.post(`/administration/invoice/edit/${kept}`, { ...form, delivered_on: formatDate(addDays(today(), -1)) })).status).toBeLessThan(300) // prettier-ignore
    expect(await delivery()).toEqual({ from: addDays(today(), -1), until: addDays(today(), -1) })
    await inTransaction(app.db, null, (trx) => deleteConcept(trx, kept))
  })

  it('waits for what the law wants to read of us', async () => {
    const id = await concept()
    const firm = await app.db.selectFrom('settings').select('value').where('key', '=', 'firm').executeTakeFirstOrThrow()
    const store = (value: unknown) =>
      app.db
        .updateTable('settings')
        .set({ value: JSON.stringify(value) })
        .where('key', '=', 'firm')
        .execute()
    await store({ ...(firm.value as object), vat_id: '' })
    const refused = await ask(administrator, id)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('bij Instellingen > Administratie')])
    await store(firm.value)
    expect((await ask(administrator, id)).status).toBe(200)
  })

  it('is refused for a day before the last definitive invoice, and for one that is still to come', async () => {
    const day = today()
    expect(dateProblem(day, { today: day, last: day, closedUntil: '' })).toBeNull()
    expect(dateProblem(day, { today: day, last: null, closedUntil: '' })).toBeNull()
    const before = await numbers()
    const early = await concept({ invoice_date: addDays(day, -1) })
    expect((await ask(administrator, early)).text).toContain('vóór die van de laatste definitieve factuur')
    const coming = await concept({ invoice_date: addDays(day, 1) })
    expect((await ask(administrator, coming)).text).toContain('ligt in de toekomst')
    expect(await numbers()).toEqual(before)
  })
})

describe('a definitive invoice', () => {
  it('is changed by nothing, not even by SQL: not its head, not its lines', async () => {
    const { definitive } = app.story.invoices
    const line = await lineOf(definitive)
    const tries = [
      sql`update invoices set reference = 'Anders' where id = ${definitive}`,
      sql`update invoices set definitive_at = null, year = null, sequence = null, snapshot = null where id = ${definitive}`,
      sql`update invoices set snapshot = '{}' where id = ${definitive}`,
      sql`delete from invoices where id = ${definitive}`,
      sql`update sale_lines set count = 1 where id = ${line.id}`,
      sql`delete from sale_lines where id = ${line.id}`,
      sql`insert into sale_lines (invoice_id, position, kind, name) values (${definitive}, 9, 'text', 'Erbij')`,
      sql`update sale_lines set invoice_id = ${definitive} where invoice_id = ${app.story.invoices.concept}`,
      sql`update sale_lines set invoice_id = ${app.story.invoices.concept} where id = ${line.id}`,
    ]
    const before = [await row(definitive), await lineOf(definitive)]
    for (const statement of tries) await expect(statement.execute(app.db)).rejects.toThrow(/definitive/)
    expect([await row(definitive), await lineOf(definitive)]).toEqual(before)
  })

  it('keeps the name and the address it was printed with, whatever its customer is called later', async () => {
    const { deLinde } = app.story.companies
    const { definitive } = app.story.invoices
    const before = (await row(definitive)).snapshot
    await app.db.updateTable('companies').set({ name: 'De Linde Groep' }).where('id', '=', deLinde).execute()
    expect((await row(definitive)).snapshot).toEqual(before)
    expect(before).toMatchObject({ buyer: { name: 'Zorggroep De Linde' } })
  })

  it('goes along when two companies become one', async () => {
    const { definitive } = app.story.invoices
    const { kuipers, deLinde } = app.story.companies
    await app.db.updateTable('invoices').set({ company_id: kuipers }).where('id', '=', definitive).execute()
    expect(await row(definitive)).toMatchObject({ company_id: kuipers, snapshot: { buyer: { name: 'Zorggroep De Linde' } } }) // prettier-ignore
    await app.db.updateTable('invoices').set({ company_id: deLinde }).where('id', '=', definitive).execute()
  })

  it('lets the line that one of it came from go', async () => {
    const { sale } = await inTransaction(app.db, null, async (trx) => {
      const { id } = await trx
        .insertInto('orders')
        .values({ company_id: app.story.companies.deLinde, order_date: today(), year: 2152, sequence: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const order = await lockSale(trx, app.services.registry, { type: 'order', id })
      const [line] = await addLines(trx, order, [{ product_id: app.story.products.bhvBook, count: '1' }])
      return { sale: line! }
    })
    const id = await concept({ added: [], line_ids: [sale] })
    expect((await ask(administrator, id)).status).toBe(200)
    expect((await lineOf(id)).source_id).toBe(sale)
    await app.db.deleteFrom('sale_lines').where('id', '=', sale).execute()
    expect((await lineOf(id)).source_id).toBeNull()
  })
})
