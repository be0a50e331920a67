import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { MONTHS } from '../../src/platform/format/days.ts'
import { today } from '../../src/platform/format/zone.ts'
import type { WidgetData } from '../../src/system/dashboard/dashboard.contract.ts'
import { definitiveInvoice } from '../administration/invoice-support.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await definitiveInvoice(app)
})
afterAll(() => app.close())

const YEAR = Number(today().slice(0, 4))
const STAFF_ROLES = [ROLE.administrator, ROLE.scheduler]
const OTHERS = [ROLE.teacher, ROLE.supervisor, ROLE.student]

const numberIn = (text: string): number => Number(text.replace(/[^\d,-]/g, '').replace(',', '.') || 0)

/** What is summed of the rows behind a number; without a column they are counted. */
const COLUMNS: Record<string, string | undefined> = {
  '/administration/reports/lines': 'Exclusief btw',
  '/administration/orders': 'Excl. btw',
  '/administration/quotations': 'Excl. btw',
}
const columnOf = (url: string, head: string, row: Record<string, string>): number => {
  const [path] = url.split('?') as [string]
  const places = row.Bezetting?.split('/').map(Number)
  if (head === 'Plaatsen') return places![1]!
  if (head === 'Bezet') return places![0]!
  if (path.startsWith('/administration/open-items/on/')) return numberIn(row.Open!)
  const column = COLUMNS[path]
  return column === undefined || row[column] === undefined ? 1 : numberIn(row[column])
}

async function rowsOf(browser: Browser, url: string) {
  const answer = await browser.get(`${url}${url.includes('?') ? '&' : '?'}export=csv`)
  expect([url, answer.status]).toEqual([url, 200])
  return parse<Record<string, string>>(answer.text, { delimiter: ';', bom: true, columns: true })
}

/** Every number of a fragment that opens rows, with the head that it stands below. */
async function drills(browser: Browser, url: string) {
  const { $, status } = await browser.get(url)
  expect([url, status]).toEqual([url, 200])
  const nested = $('[data-widget-table]').map((_i, one) => $(one).attr('data-widget-table')!).get() // prettier-ignore
  const own = $('a[data-figure]').toArray().map((link) => {
    const at = $(link).closest('tr').find('td').index($(link).closest('td'))
    const head = $(link).closest('table').find('thead th').eq(at + 1).text() // prettier-ignore
    return { href: $(link).attr('href')!, value: numberIn($(link).text()), head }
  }) // prettier-ignore
  return { own, nested }
}

async function widgetsOf(browser: Browser): Promise<string[]> {
  const { $ } = await browser.page('/today')
  return $('[data-dashboard] [data-region]').map((_i, one) => $(one).attr('data-region')!).get() // prettier-ignore
}

describe('the widgets of who plans', () => {
  it.each(STAFF_ROLES)('of role %i: each number is the sum of the rows that it opens [A-002] [S-183]', async (role) => {
    const browser = await app.as(role)
    const urls = (await widgetsOf(browser)).filter((url) => url.startsWith('/widgets/'))
    const told = [
      '/widgets/admin_monthly_income/getView',
      '/widgets/admin_forecast/getView',
      '/widgets/money/getView',
      '/widgets/appointments_forecast/getView',
      '/widgets/courses/getView',
      '/widgets/evaluations/getView',
      '/widgets/forecast/getView',
      '/widgets/documents/getView',
    ]
    expect(urls).toEqual(expect.arrayContaining(told))
    let checked = 0
    for (const url of urls) {
      const { own, nested } = await drills(browser, url)
      const all = [...own, ...(await Promise.all(nested.map((one) => drills(browser, one)))).flatMap((one) => one.own)]
      for (const { href, value, head } of all) {
        const sum = (await rowsOf(browser, href)).reduce((total, row) => total + columnOf(href, head, row), 0)
        expect([url, href, head, Math.round(sum * 100) / 100]).toEqual([url, href, head, value])
        checked += 1
      }
    }
    expect(checked).toBeGreaterThan(15)
  })

  it('open the page where the day begins, behind the address of the start, with the agenda beside it [R-293] [A-008] [S-182]', async () => {
    const administrator = await app.as(ROLE.administrator)
    expect((await administrator.page('/')).headers.get('location')).toBe('/today')
    const { $ } = await administrator.page('/today')
    expect($('[data-dashboard] [data-widget]').length).toBeGreaterThan(6)
    expect($('a[href="/calendar"]').length).toBeGreaterThan(0)
  })
})

describe('what charts are drawn from', () => {
  const data = async (browser: Browser, name: string, query = '') =>
    (await browser.get(`/widgets/${name}/getData${query}`)).json<WidgetData>()

  it('is a total and a number for each month, by the year that is asked [A-166] [R-295] [R-296] [R-298]', async () => {
    const administrator = await app.as(ROLE.administrator)
    for (const [name, labels] of [
      ['admin_forecast', ['Gefactureerd', 'Besteld', 'Offertes']],
      ['appointments_forecast', ['Planningen', 'Plaatsen', 'Bezet']],
      ['forecast', ['Onderdelen']],
    ] as const) {
      const answer = await data(administrator, name)
      expect([name, answer.datasets.map(({ label }) => label)]).toEqual([name, labels])
      for (const { data: months } of answer.datasets) expect(months.length).toBe(12)
      const [first] = answer.datasets
      const sum = first!.data.reduce<number>((all, one) => all + (one ?? 0), 0)
      expect([name, Math.round(sum * 100)]).toEqual([name, Math.round(answer.total * 100)])
      expect(await data(administrator, name, '?year=-1')).toEqual(answer)
      expect((await data(administrator, name, '?year=2001')).total).toBe(0)
    }
    expect((await data(administrator, 'admin_forecast', `?year=${YEAR}`)).total).toBeGreaterThan(0)
  })

  it('names the twelve months of the year beside the chart [A-039]', async () => {
    const { $ } = await (await app.as(ROLE.scheduler)).get('/widgets/admin_monthly_income/getView')
    expect($('.dash-numbers tbody th').map((_i, one) => $(one).text()).get()).toEqual([...MONTHS]) // prettier-ignore
    expect($('[data-chart]').attr('data-chart')).toBe('line')
    expect(JSON.parse($('[data-chart]').attr('data-values')!) as WidgetData).toMatchObject({ datasets: [{ label: String(YEAR) }, { label: String(YEAR - 1) }] }) // prettier-ignore
  })

  it('tells others nothing but what is theirs', async () => {
    for (const role of OTHERS) {
      const browser = await app.as(role)
      expect([role, await data(browser, 'admin_forecast')]).toEqual([role, { total: 0, datasets: [] }])
      for (const name of ['admin_forecast', 'admin_monthly_income', 'money', 'courses', 'nothing'])
        expect([role, name, (await browser.get(`/widgets/${name}/getView`)).status]).toEqual([role, name, 404])
      const { own } = await drills(browser, '/widgets/documents/getView')
      for (const { href, value } of own) expect([role, href, (await rowsOf(browser, href)).length]).toEqual([role, href, value]) // prettier-ignore
    }
    const teacher = await app.as(ROLE.teacher)
    const { own } = await drills(teacher, '/widgets/forecast/getView')
    expect(own.length).toBeGreaterThan(0)
    for (const { href, value } of own) expect([href, (await rowsOf(teacher, href)).length]).toEqual([href, value])
    expect((await (await app.as(ROLE.lotus)).get('/widgets/documents/getView')).status).toBe(403)
  })

  it('is nothing for the menu of teachers [A-038] [S-191] [R-294]', async () => {
    for (const role of [...STAFF_ROLES, ...OTHERS]) {
      const { status, text } = await (await app.as(role)).get('/widgets/teacher_menu/getView')
      expect([role, status, text.trim()]).toEqual([role, 200, ''])
    }
  })
})

describe('which widgets there are', () => {
  it('and in which order is what somebody chose; one that came since stands behind', async () => {
    const browser = await app.as(ROLE.scheduler)
    await browser.prefer('dashboard', 'documents,-todo,nothing,money')
    const { $ } = await browser.page('/today')
    const shown = $('[data-widget]').map((_i, one) => $(one).attr('data-widget')!).get() // prettier-ignore
    expect(shown.slice(0, 3)).toEqual(['documents', 'money', 'today'])
    expect(shown).not.toContain('todo')
    expect(shown).toContain('courses')
    expect($('[data-choice] input:not([checked])').length).toBe(1)
  })
})
