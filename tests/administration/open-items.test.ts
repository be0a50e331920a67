import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { AGES } from '../../src/administration/open-items/ageing.rules.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

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
    expect(links.length).toBeGreaterThan(5)
    for (const link of links) {
      const shown = centsIn($(link).text())
      expect([$(link).attr('href'), await sumOfRows($(link).attr('href')!, 'Open')]).toEqual([
        $(link).attr('href'),
        shown,
      ])
    }
    const totals = $('.report-table tfoot td')
      .map((_i, cell) => centsIn($(cell).text()))
      .get()
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
    const form = { paid_on: formatDate(addDays(today(), -5)), amount: '605,00', note: '' }
    expect((await administrator.post(`/administration/opening-item/pay/${item}`, form)).status).toBeLessThan(300)
    expect(await openOn(addDays(today(), -10))).toBe(before)
    expect(await openOn(today())).toBe(before - 60_500)
  })

  it('is exported with the same numbers', async () => {
    const { $ } = await planner.page('/administration/ageing')
    const { text } = await planner.get('/administration/ageing/export?format=csv')
    const rows = parse<Record<string, string>>(text, { delimiter: ';', bom: true, columns: true })
    expect(rows.length).toBe($('.report-table tbody tr').length)
    const cents = sum(rows.map((row) => Math.round(Number(row.Totaal!.replace(',', '.')) * 100)))
    expect(cents).toBe(centsIn($('.report-table tfoot td').last().text()))
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
