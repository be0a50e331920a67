import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { makeConcept, makeCredit, makeDefinitive } from '../../src/administration/invoices/invoices/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { definitiveInvoice } from './invoice-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp({ env: { NOORDKAAP_DEMO_PAST: '1' } })
  const administrator = await app.as(ROLE.administrator)
  const { token } = (await administrator.get('/ajax/getToken')).json<{ token: string }>()
  const headers = { 'HX-Request': 'true', 'X-CSRF-Token': token }
  await administrator.request('/resetAll?confirm=herstellen', { headers })
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const centsIn = (text: string): number => {
  const digits = text.replace(/[^\d,-]/g, '').replace(',', '')
  return digits === '' || digits === '-' ? 0 : Number(digits)
}
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const rowsOf = async (url: string) => {
  const answer = await planner.get(`${url}&export=csv`)
  expect(answer.status).toBe(200)
  return parse<Record<string, string>>(answer.text, { delimiter: ';', bom: true, columns: true })
}
const from = addDays(today(), -300)
const asked = `from=${formatDate(from)}&until=${formatDate(today())}`

describe('turnover', () => {
  it.each(['month', 'product', 'category', 'customer'])('by %s opens exactly the lines of each number', async (by) => {
    const { $ } = await planner.page(`/administration/reports?by=${by}&${asked}`)
    const links = $('.report-table a[href*="/reports/lines"]').toArray()
    expect(links.length).toBeGreaterThan(2)
    for (const link of links) {
      const href = $(link).attr('href')!
      const rows = await rowsOf(href)
      expect([href, sum(rows.map((row) => centsIn(row['Exclusief btw']!)))]).toEqual([href, centsIn($(link).text())])
    }
    const column = (n: number) =>
      $('.report-table tbody tr')
        .map((_i, row) => centsIn($(row).find('td').eq(n).text()))
        .get()
    for (const n of [0, 1, 2]) expect(sum(column(n))).toBe(centsIn($('.report-table tfoot td').eq(n).text()))
  })

  it('of more than a year tells months of each year apart, and each number opens its lines', async () => {
    const days = `from=${formatDate(addDays(today(), -500))}&until=${formatDate(today())}`
    const { $ } = await planner.page(`/administration/reports?by=month&${days}`)
    const rows = $('.report-table tbody tr').toArray()
    const names = rows.map((row) => $(row).find('th').text().trim())
    expect(new Set(names).size).toBe(rows.length)
    expect(names.every((name) => /^[A-Z][a-z]+ \d{4}$/.test(name))).toBe(true)
    for (const row of rows)
      for (const n of [0, 1]) {
        const cell = $(row).find('td').eq(n)
        if (centsIn(cell.text()) === 0) continue
        const lines = await rowsOf(cell.find('a').attr('href')!)
        expect([names[rows.indexOf(row)], n, sum(lines.map((line) => centsIn(line['Exclusief btw']!)))]).toEqual([names[rows.indexOf(row)], n, centsIn(cell.text())]) // prettier-ignore
      }
    for (const n of [0, 1]) {
      const foot = $('.report-table tfoot td').eq(n)
      if (centsIn(foot.text()) === 0) continue
      expect(sum(rows.map((row) => centsIn($(row).find('td').eq(n).text())))).toBe(centsIn(foot.text()))
      expect(sum((await rowsOf(foot.find('a').attr('href')!)).map((line) => centsIn(line['Exclusief btw']!)))).toBe(centsIn(foot.text())) // prettier-ignore
    }
  })

  it('is the base of all definitive invoices, with what was credited below zero', async () => {
    const invoice = await definitiveInvoice(app)
    await inTransaction(app.db, null, async (trx) => makeDefinitive(trx, await makeCredit(trx, invoice, null)))
    const { rows } = await sql<{ lines: number; base: number; credited: number }>`
      select (select sum(net)::float8 from report_lines) as lines,
        (select sum(base)::float8 from invoices where definitive_at is not null) as base,
        (select count(*)::integer from report_lines where net < 0) as credited`.execute(app.db)
    expect(rows[0]!.lines).toBe(rows[0]!.base)
    expect(rows[0]!.credited).toBeGreaterThan(0)
    const { rows: wrong } = await sql`
      select i.id from invoices i where i.definitive_at is not null
        and i.base <> (select sum(net) from report_lines l where l.invoice_id = i.id)`.execute(app.db)
    expect(wrong).toEqual([])
  })

  it('is for who plans and administers alone, and stands in a file with the same numbers', async () => {
    const { text } = await planner.get(`/administration/reports/export?by=product&${asked}&format=csv`)
    const file = parse<Record<string, string>>(text, { delimiter: ';', bom: true, columns: true })
    const { $ } = await planner.page(`/administration/reports?by=product&${asked}`)
    expect(sum(file.map((row) => Math.round(Number(Object.values(row)[1]!.replace(',', '.')) * 100)))).toBe(
      centsIn($('.report-table tfoot td').eq(0).text()),
    )
    for (const role of [ROLE.teacher, ROLE.supervisor, ROLE.student])
      expect((await (await app.as(role)).get('/administration/reports')).status).toBe(403)
  })
})

it('the files of reports refuse what no page asks, and are none', async () => {
  for (const bad of ['reports/export?from', 'reports/vat/export?from', 'ageing/export?day']) {
    const answer = await planner.get(`/administration/${bad}=-2147483649`)
    expect([bad, answer.status]).toEqual([bad, 422])
  }
})

describe('the VAT return', () => {
  it('opens exactly the invoices of each number, and is what the invoices said', async () => {
    const { $ } = await planner.page(`/administration/reports/vat?${asked}`)
    const links = $('.report-table').first().find('a[href*="vat-lines"]').toArray()
    expect(links.length).toBeGreaterThan(2)
    for (const link of links) {
      const href = $(link).attr('href')!
      const column = $(link).closest('td').index() === 1 ? 'Exclusief btw' : 'Btw'
      const rows = await rowsOf(href)
      expect([href, column, sum(rows.map((row) => centsIn(row[column]!)))]).toEqual([href, column, centsIn($(link).text())]) // prettier-ignore
    }
    const { rows } = await sql<{ base: number; vat: number }>`
      select sum(base)::float8 as base, sum(vat)::float8 as vat from invoices
      where definitive_at is not null and invoice_date between ${from}::date and current_date`.execute(app.db)
    const totals = $('.report-table')
      .first()
      .find('tfoot td')
      .map((_i, cell) => $(cell).text())
      .get()
    expect(totals.slice(0, 2).map(centsIn)).toEqual([rows[0]!.base, rows[0]!.vat])
    // What is filled in of each box is its sum in whole euros, and no more than that.
    const boxes = $('.report-table').first().find('tbody tr').toArray().map((row) => $(row).find('td').toArray().map((cell) => centsIn($(cell).text()))) // prettier-ignore
    const told = boxes.slice(0, -1)
    expect(told.map(([, , base, vat]) => [base, vat])).toEqual(told.map(([base, vat]) => [Math.floor(base! / 100), Math.floor(vat! / 100)])) // prettier-ignore
    expect(boxes.at(-1)!.slice(2)).toEqual([0, 0])
    expect(centsIn(totals[3]!)).toBe(sum(told.map(([, , , vat]) => vat!)))
  })

  it('is asked of a quarter or a month by one link, and says which is shown', async () => {
    const { $ } = await planner.page('/administration/reports/vat')
    const links = $('nav[aria-label="Periode"] a').toArray()
    expect(links.map((link) => [$(link).text(), $(link).attr('aria-current')])).toEqual([
      ['Vorig kwartaal', 'page'],
      ['Dit kwartaal', undefined],
      ['Vorige maand', undefined],
      ['Deze maand', undefined],
    ])
    const month = await planner.page($(links[3]).attr('href')!)
    expect(month.$('nav[aria-label="Periode"] [aria-current]').text()).toBe('Deze maand')
    const first = `01-${formatDate(today()).slice(3)}`
    expect(month.$('input[name=from]').attr('value')).toBe(first)
  })

  it.each([
    ['S', 21, 'NL', '1a'],
    ['S', 9, 'NL', '1b'],
    ['S', 5, 'NL', '1c'],
    ['Z', 0, 'NL', '1e'],
    ['AE', 0, 'NL', '1e'],
    ['AE', 0, 'DE', '3b'],
    ['AE', 0, 'US', '3a'],
    ['G', 0, 'US', '3a'],
    ['K', 0, 'BE', '3b'],
    ['E', 0, 'NL', 'exempt'],
  ])('puts %s of %i%% to %s into %s', async (category, percentage, country, box) => {
    const { rows } = await sql<{
      box: string
    }>`select vat_box(${category}, ${percentage}::numeric, ${country}) as box`.execute(app.db)
    expect(rows[0]!.box).toBe(box)
  })

  it('lists what went to others within the EU by the btw-id that the invoice named, whatever is known today', async () => {
    const type = await app.db.selectFrom('tax_types').select('id').where('category', '=', 'K').executeTakeFirstOrThrow()
    const place = { street: 'Kerkstraat', street_no: '1', postal_code: '2000', city: 'Antwerpen', country_code: 'BE' }
    const company = await app.db
      .insertInto('companies')
      .values({ name: 'Voorbeeld Antwerpen', client_id: 910_001, vat_id: 'BE0123456749', ...place })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db.insertInto('customer_terms').values({ company_id: company.id, tax_type_id: type.id }).execute()
    const { products } = app.story
    const id = await inTransaction(app.db, null, async (trx) => {
      const added = [{ product_id: products.bhvBook, count: '3' }]
      const buyers = { company_id: company.id, contact_id: null, reference: null }
      const made = await makeConcept(trx, app.services.registry, { ...buyers, added, delivered_on: today() })
      await makeDefinitive(trx, made)
      return made
    })
    await app.db.updateTable('companies').set({ vat_id: null, name: 'Heet nu anders' }).where('id', '=', company.id).execute() // prettier-ignore
    const { base } = await app.db.selectFrom('invoices').select('base').where('id', '=', id).executeTakeFirstOrThrow()
    const { $ } = await planner.page(`/administration/reports/vat?${asked}`)
    const row = $('.report-table').last().find('tbody tr')
    expect(row.find('th').text()).toBe('BE0123456749, Voorbeeld Antwerpen')
    const link = row.find('td a').first()
    expect(centsIn(link.text())).toBe(Number(base))
    const rows = await rowsOf(link.attr('href')!)
    expect(sum(rows.map((one) => centsIn(one['Exclusief btw']!)))).toBe(Number(base))
  })

  it('leads to closing the period, for who may', async () => {
    const administrator = await app.as(ROLE.administrator)
    const link = 'a[href="/settings/?tab=bookkeeping"]'
    expect((await administrator.page(`/administration/reports/vat?${asked}`)).$(link).length).toBe(1)
    expect((await planner.page(`/administration/reports/vat?${asked}`)).$(link).length).toBe(0)
  })
})
