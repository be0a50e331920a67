// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { AGES } from '../../src/administration/invoices/open-items/ageing.rules.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate, formatMoney } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { packWorkbook } from '../../src/platform/export/workbook.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { upload } from '../support/upload.ts'
import { textCell, workbookParts, zip } from '../support/zip-writer.ts'

let app: TestApp
let administrator: Browser
let planner: Browser
beforeAll(async () => {
  app = await testApp({ env: { NOORDKAAP_DEMO_PAST: '1' } })
  administrator = await app.as(ROLE.administrator)
  const { token } = (await administrator.get('/ajax/getToken')).json<{ token: string }>()
  const headers = { 'HX-Request': 'true', 'X-CSRF-Token': token }
  await administrator.request('/resetAll?confirm=herstellen', { headers })
  administrator = await app.as(ROLE.administrator)
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

/** '€ 1.234,56' and '€ -1,00' as whole cents. */
const centsIn = (text: string): number => {
  const digits = text.replace(/[^\d,-]/g, '').replace(',', '')
  return digits === '' || digits === '-' ? 0 : Number(digits)
}
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** What the rows of a list come to in one of its columns, by its file. */
async function sumOfRows(url: string, column: string): Promise<number> {
  const answer = await planner.get(`${url}${url.includes('?') ? '&' : '?'}export=csv`)
  expect(answer.status).toBe(200)
  const rows = parse<Record<string, string>>(answer.text, { delimiter: ';', bom: true, columns: true })
  return sum(rows.map((row) => centsIn(row[column]!)))
}

describe('the list of open items by age', () => {
  it.each([0, -45, -120])('is what its rows come to, number by number, %i days from today', async (days) => {
    const day = addDays(today(), days)
    const { $ } = await planner.page(`/administration/ageing?day=${formatDate(day)}`)
    const links = $('.report-table a[href*="/open-items/on/"]').toArray()
    // In the first days of a year the story has little of before.
    // Costs and interest beside it, where letters asked any, are no rows of this list.
    const ages = (row: number, of: string) => $('.report-table').find(of).eq(row).find('td').toArray().slice(0, AGES.length + 1) // prettier-ignore
    const amounts = $('.report-table tr').toArray().flatMap((_, row) => ages(row, 'tr')).filter((cell) => centsIn($(cell).text()) !== 0) // prettier-ignore
    expect([links.length > 3, links.length]).toEqual([true, amounts.length])
    for (const link of links) {
      const shown = centsIn($(link).text())
      expect([$(link).attr('href'), await sumOfRows($(link).attr('href')!, 'Open')]).toEqual([
        $(link).attr('href'),
        shown,
      ])
    }
    const totals = ages(0, 'tfoot tr').map((cell) => centsIn($(cell).text()))
    expect(totals).toHaveLength(AGES.length + 1)
    expect(totals.at(-1)).toBe(sum(totals.slice(0, -1)))
  })

  it('is what invoices say of themselves today', async () => {
    const { rows } = await sql<{ open: number; ours: number; theirs: number }>`
      select (select sum(open)::float8 from open_items_on(current_date)) as open,
        (select sum(open)::float8 from invoices) as ours, (select sum(open)::float8 from opening_items) as theirs`.execute(
      app.db,
    )
    expect(rows[0]!.open).toBe(rows[0]!.ours + rows[0]!.theirs)
  })

  it('is how things stood on a day, whatever was paid since', async () => {
    const item = app.story.openingItem
    const openOn = async (day: string) => {
      const { rows } = await sql<{ open: number }>`
        select open::float8 as open from open_items_on(${day}::date) where kind = 'opening' and record_id = ${item}`.execute(
        app.db,
      )
      return rows[0]?.open ?? 0
    }
    const before = await openOn(addDays(today(), -10))
    // The last letter asked € 90,75 of costs, which go first and are no part of what is open.
    const form = { paid_on: formatDate(addDays(today(), -5)), amount: '695,75', note: '' }
    expect((await administrator.post(`/administration/opening-item/pay/${item}`, form)).status).toBeLessThan(300)
    expect(await openOn(addDays(today(), -10))).toBe(before)
    expect(await openOn(today())).toBe(before - 60_500)
  })

  it.each(['2026-02-30', '2025-02-29', '2026-13-01', '1899-12-31', 'gisteren'])(
    'is of no such day as %s',
    async (day) => {
      expect((await planner.get(`/administration/open-items/on/${day}`)).status).toBe(404)
    },
  )

  it('is exported with the same numbers', async () => {
    const { $ } = await planner.page('/administration/ageing')
    const { text } = await planner.get('/administration/ageing/export?format=csv')
    const rows = parse<Record<string, string>>(text, { delimiter: ';', bom: true, columns: true })
    expect(rows.length).toBe($('.report-table tbody tr').length)
    const cents = sum(rows.map((row) => Math.round(Number(row.Totaal!.replace(',', '.')) * 100)))
    expect(cents).toBe(centsIn($('.report-table tfoot td').eq(AGES.length).text()))
    const beside = sum(rows.map((row) => Math.round(Number(row['Kosten en rente']!.replace(',', '.')) * 100)))
    expect(beside).toBe(
      centsIn(
        $('.report-table tfoot td')
          .eq(AGES.length + 1)
          .text(),
      ),
    )
    expect((await (await app.as(ROLE.teacher)).get('/administration/ageing')).status).toBe(403)
  })
})

describe('what was open in an old system', () => {
  it('is told by administrators, paid and reminded, and is no invoice of ours', async () => {
    const form = {
      ...{
        company_id: String(app.story.companies.deLinde),
        contact_id: '-1',
        number: 'OUD-9',
        invoice_date: '01-02-2026',
      },
      ...{ expires_at: '01-03-2026', total: '121,00', opening: '60,50' },
    }
    expect((await planner.post('/administration/opening-item/add', form)).status).toBe(403)
    const answer = await administrator.post('/administration/opening-item/add', form)
    const { id } = answer.json<{ id: number }>()
    const twice = await administrator.post('/administration/opening-item/add', form)
    expect(twice.json()).toEqual({ number: ['Deze factuur van deze klant staat er al.'] })
    const more = await administrator.post('/administration/opening-item/add', {
      ...form,
      number: 'OUD-10',
      opening: '200,00',
    })
    expect([more.status, more.json()]).toEqual([422, { opening: ['Er kan niet meer openstaan dan het totaal.'] }])
    const list = await planner.get('/administration/reminders/list')
    expect(list.text).toContain('OUD-9')
    expect((await administrator.post('/administration/opening-item/delete', { id })).status).toBeLessThan(300)
  })
})

describe('a list of an old system', () => {
  const HEAD = 'Debiteurnummer;Factuurnummer;Factuurdatum;Vervaldatum;Totaal;Openstaand'
  const URL = '/administration/opening-items/import'
  const shown = async (list: string) => {
    const { $, status } = await administrator.post(`${URL}/preview`, { list })
    expect(status).toBe(200)
    return { $, lines: $('textarea[name="lines"]').text() }
  }

  it('is shown line by line first, and taken as it was shown', async () => {
    const number = app.story.customerNumber
    const { $, lines } = await shown(`${HEAD}\n${number};L-1;01-02-2026;03-03-2026;1.210,00;605,50\n${number};L-2;2026-02-05;2026-03-07;-121,00;-121,00\n`) // prettier-ignore
    expect($('tbody tr').length).toBe(2)
    expect($.root().text()).toContain(formatMoney(121_000))
    expect((await planner.post(URL, { lines })).status).toBe(403)
    const { ids } = (await administrator.post(URL, { lines })).json<{ ids: number[] }>()
    const rows = await app.db.selectFrom('opening_items').select(['number', 'total', 'open']).where('id', 'in', ids).orderBy('number').execute() // prettier-ignore
    expect(rows.map((row) => [row.number, Number(row.total), Number(row.open)])).toEqual([
      ['L-1', 121_000, 60_550],
      ['L-2', -12_100, -12_100],
    ])
  })

  it('is taken whole or not at all, and says which line is wrong', async () => {
    const number = app.story.customerNumber
    const good = `${number};L-3;01-02-2026;03-03-2026;100,00;100,00`
    for (const [bad, why] of [
      [`9${number};L-4;01-02-2026;03-03-2026;100,00;100,00`, 'is niet bekend'],
      [`${number};;01-02-2026;03-03-2026;100,00;100,00`, 'Factuurnummer ontbreekt'],
      [`${number};L-4;31-02-2026;03-03-2026;100,00;100,00`, 'Factuurdatum ontbreekt'],
      [`${number};L-4;01-02-2026;03-03-2026;100,00;200,00`, 'niet meer openstaan'],
      [`${number};L-4;01-02-2026;03-03-2026;honderd;1,00`, 'Vul het totaal in'],
      [good, 'twee keer'],
    ] as const) {
      const { $, lines } = await shown(`${HEAD}\n${good}\n${bad}`)
      expect($.root().text()).toContain(why)
      const answer = await administrator.post(URL, { lines })
      expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(why)])
    }
    const { rows } = await sql`select 1 from opening_items where number like 'L-3'`.execute(app.db)
    expect(rows).toEqual([])
  })

  it('is read from a file of Excel and from CSV of an older one, and refuses what is neither', async () => {
    const number = app.story.customerNumber
    const row = [number, 'X-1', '2026-02-01', '2026-03-03', 1210, 605.5]
    const workbook = await packWorkbook(HEAD.split(';'), (async function* () { yield await Promise.resolve(row) })()) // prettier-ignore
    const old = Buffer.from(
      `${HEAD};Opmerking\n${number};X-1;01-02-2026;03-03-2026;1.210,00;605,50;caf\u00e9\n`,
      'latin1',
    )
    for (const [name, bytes] of [
      ['lijst.xlsx', workbook],
      ['lijst.csv', old],
    ] as const) {
      const { $, status } = await upload(administrator, `${URL}/preview`, { list: '' }, { name, bytes: new Uint8Array(bytes) }) // prettier-ignore
      expect([name, status, $('tbody tr').length]).toEqual([name, 200, 1])
      expect($('tbody td').last().text()).toBe(formatMoney(60_550))
    }
    const broken = await upload(
      administrator,
      `${URL}/preview`,
      { list: '' },
      { name: 'x.xlsx', bytes: 'PK\x03\x04nothing' },
    )
    expect([broken.status, broken.text]).toEqual([422, expect.stringContaining('beschadigd')])
  })

  it.each([
    ['far to the right', 'XFD1', '50 kolommen'],
    ['far down', 'A1048576', '2000 regels'],
    ['at the very end', 'XFD1048576', '50 kolommen'],
  ])('is no workbook of a few bytes with a cell %s, which would fill all memory', async (_, cell, why) => {
    const row = `<row r="${cell.replace(/\D/g, '')}">${textCell(cell, 'x')}</row>`
    const bytes = new Uint8Array(zip(workbookParts(row)))
    const answer = await upload(administrator, `${URL}/preview`, { list: '' }, { name: 'lijst.xlsx', bytes })
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(why)])
  })

  const huge = (more: object) =>
    JSON.stringify([{ line: 2, client_id: 1, number: 'H-1', invoice_date: '2024-01-02', expires_at: '2024-02-01', total: 1, opening: 1, ...more }]) // prettier-ignore
  it.each([
    ...['{}', '[{}]', 'null', '[[1]]', '{"a":'],
    ...[{ client_id: 3_000_000_000 }, { client_id: -1 }, { line: 1e300 }, { total: 1e15, opening: 1e15 }].map(huge),
  ])('takes nothing of %s', async (lines) => {
    expect((await administrator.post(URL, { lines })).status).toBe(422)
  })
})
