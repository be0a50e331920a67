// clock
import { unzipSync } from 'fflate'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate, formatMoney } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { bookPayment } from '../../src/administration/invoices/invoices/index.ts'
import { bookOpeningPayment } from '../../src/administration/invoices/open-items/index.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { askingLetter } from './claim-support.ts'
import { definitiveInvoice } from './invoice-support.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(ROLE.administrator)
})
afterAll(() => app.close())

const HOME = '/administration/ledger/export'
const period = `?from=${formatDate(addDays(today(), -100))}&until=${formatDate(today())}`
const definitive = () =>
  app.db.selectFrom('invoices').select(['uid', 'total']).where('definitive_at', 'is not', null).execute()
const cents = (text: string) => Math.round(Number(text.replace(',', '.') || '0') * 100)

describe('the export for the bookkeeper', () => {
  it('is a row per ledger account of each invoice, balanced, and equal to the invoices to the cent', async () => {
    const csv = await administrator.request(`${HOME}/entries${period}`, {})
    const rows: Record<string, string>[] = parse(csv.text.replace(/^\uFEFF/, ''), { delimiter: ';', columns: true })
    const invoices = await definitive()
    expect(new Set(rows.map((row) => row.Factuurnummer))).toEqual(new Set(invoices.map(({ uid }) => uid)))
    for (const { uid, total } of invoices) {
      const own = rows.filter((row) => row.Factuurnummer === uid)
      const sum = (side: string, of = own) => of.reduce((all, row) => all + cents(row[side]!), 0)
      expect(sum('Debet')).toBe(sum('Credit'))
      const owed = own.filter((row) => row.Grootboekrekening === '1300')
      expect(sum('Debet', owed) - sum('Credit', owed)).toBe(Number(total))
    }
  })

  it('has what was paid of costs and interest, of an invoice and of one of the old system, balanced', async () => {
    const { deLinde: company_id } = app.story.companies
    const invoice = await definitiveInvoice(app)
    const days = { invoice_date: addDays(today(), -90), expires_at: addDays(today(), -60) }
    const { id: old } = await app.db.insertInto('opening_items').values({ company_id, number: 'OUD-7', ...days, total: 9_000, opening: 9_000 }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
    await askingLetter(app, { invoice_id: invoice }, { costs: 4_000, interest: 120 })
    await askingLetter(app, { opening_item_id: old }, { costs: 1_815 })
    const paid = { paid_on: today(), note: null, source: 'bank', division: 'law' } as const
    await inTransaction(app.db, null, async (trx) => {
      await bookPayment(trx, invoice, { ...paid, amount: 4_120 })
      await bookOpeningPayment(trx, old, { ...paid, amount: 2_000 })
    })
    const csv = await administrator.request(`${HOME}/entries${period}`, {})
    const rows: Record<string, string>[] = parse(csv.text.replace(/^\uFEFF/, ''), { delimiter: ';', columns: true })
    const { uid } = await app.db.selectFrom('invoices').select('uid').where('id', '=', invoice).executeTakeFirstOrThrow() // prettier-ignore
    const of = (number: string) => rows.filter((row) => row.Factuurnummer === number && row.Dagboek === 'Memoriaal').map((row) => [row.Grootboekrekening, cents(row.Debet!), cents(row.Credit!)]) // prettier-ignore
    expect(of(uid!)).toEqual([['1300', 4_120, 0], ['8900', 0, 4_000], ['8910', 0, 120]]) // prettier-ignore
    expect(of('OUD-7')).toEqual([['1300', 1_815, 0], ['8900', 0, 1_815]]) // prettier-ignore
    await app.db.deleteFrom('opening_payments').where('opening_item_id', '=', old).execute()
    await app.db.deleteFrom('invoice_payments').where('invoice_id', '=', invoice).execute()
  })

  it('shows before what is in it, per account', async () => {
    const { $ } = await administrator.page(`${HOME}${period}`)
    const invoices = await definitive()
    const total = invoices.reduce((sum, invoice) => sum + Number(invoice.total), 0)
    expect($('.dl').text()).toContain(`${invoices.length} facturen`)
    expect($('.dl').text()).toContain(formatMoney(total))
    const foot = $('tfoot td').map((_, cell) => $(cell).text()).get() // prettier-ignore
    expect(foot[0]).toBe(foot[1])
    expect($('tbody').text()).toContain('Omzet boeken')
  })

  it('packs the PDF and the UBL of each invoice, and names those without UBL', async () => {
    const zip = await administrator.request(`${HOME}/papers${period}`, {})
    const files = unzipSync(zip.bytes)
    const names = Object.keys(files)
    for (const { uid } of await definitive()) {
      expect(Buffer.from(files[`pdf/factuur-${uid}.pdf`]!.subarray(0, 5)).toString()).toBe('%PDF-')
      const hasUbl = names.includes(`ubl/factuur-${uid}.xml`)
      const told = files['zonder-ubl.txt'] ? Buffer.from(files['zonder-ubl.txt']).toString() : ''
      expect(hasUbl).not.toBe(told.includes(`${uid}:`))
    }
    expect(names.some((name) => name.startsWith('ubl/'))).toBe(true)
  })

  it('takes the month before when nothing is asked, and says what is wrong with a period', async () => {
    const { $ } = await administrator.page(HOME)
    const until = addDays(`${today().slice(0, 8)}01`, -1)
    expect($('input[name="until"]').val()).toBe(formatDate(until))
    expect((await administrator.page(`${HOME}?from=02-01-2026&until=01-01-2026`)).text).toContain(
      'De eerste dag ligt na de laatste.',
    )
    const long = await administrator.get(`${HOME}/entries?from=01-01-2020&until=01-01-2026`)
    expect([long.status, long.json<{ message: string }>().message]).toEqual([409, 'Kies hooguit anderhalf jaar.'])
  })

  it('says what has no ledger account yet', async () => {
    await app.db.deleteFrom('ledger_rules').where('kind', '=', 'vat').where('tax_type_id', '=', 2).execute()
    const { $ } = await administrator.page(`${HOME}${period}`)
    expect($('.note').text()).toContain('Kies op welke grootboekrekening de btw van Btw laag komt.')
  })
})
