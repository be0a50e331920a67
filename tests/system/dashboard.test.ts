// clock
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nextSync } from '../../public/js/release-notes/sync.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { MONTHS } from '../../src/platform/format/days.ts'
import { today } from '../../src/platform/format/zone.ts'
import type { WidgetData } from '../../src/system/dashboard/dashboard.contract.ts'
import { NOTES } from '../../src/system/release-notes/notes.queries.ts'
import { blocksOf, readNote } from '../../src/system/release-notes/notes.rules.ts'
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
  it.each(STAFF_ROLES)(
    'of role %i: each number is the sum of the rows that it opens [A-002] [A-037] [S-183]',
    async (role) => {
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
        const all = [
          ...own,
          ...(await Promise.all(nested.map((one) => drills(browser, one)))).flatMap((one) => one.own),
        ]
        for (const { href, value, head } of all) {
          const sum = (await rowsOf(browser, href)).reduce((total, row) => total + columnOf(href, head, row), 0)
          expect([url, href, head, Math.round(sum * 100) / 100]).toEqual([url, href, head, value])
          checked += 1
        }
      }
      expect(checked).toBeGreaterThan(15)
    },
  )

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

  it('of evaluations is the mean score of each month, in percents [R-297]', async () => {
    const administrator = await app.as(ROLE.administrator)
    const answer = await data(administrator, 'evaluations')
    const [scores] = answer.datasets
    expect([answer.datasets.length, scores!.data.length]).toEqual([1, 12])
    for (const score of [answer.total, ...scores!.data])
      if (score !== null) expect([score >= 0, score <= 100]).toEqual([true, true])
    // At New Year those of the story are of the year before.
    const shown: string[] = []
    for (const year of [YEAR - 1, YEAR])
      for (const [i, score] of (await data(administrator, 'evaluations', `?year=${year}`)).datasets[0]!.data.entries())
        if (score !== null) shown.push(`${year}-${String(i + 1).padStart(2, '0')}`)
    const { rows } = await app.pool.query<{ month: string }>(`
      select distinct to_char(day, 'YYYY-MM') as month from evaluation_submissions s
        join evaluation_answers a on a.submission_id = s.id and a.counts and a.score is not null
      where done order by 1`)
    expect(rows.length).toBeGreaterThan(0)
    expect(shown).toEqual(rows.map(({ month }) => month))
    expect((await data(administrator, 'evaluations', '?year=2001')).datasets[0]!.data).toEqual(Array(12).fill(null))
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

interface NewsAnswer {
  data: { id: number; date: string; title: string; excerpt: string; content: string; seen: boolean }[]
  last_page: number
}
const list = async (browser: Browser, page = 1) => (await browser.get(`/release-notes?page=${page}`)).json<NewsAnswer>()
const unread = async (browser: Browser) =>
  (await browser.get('/release-notes/getUnreadReleaseNotesCount')).json<{ count: number }>().count

describe('what is new', () => {
  it('comes page by page, the newest first, with whether the viewer saw it [A-161] [R-271]', async () => {
    const scheduler = await app.as(ROLE.scheduler)
    const { data, last_page: last } = await list(scheduler)
    expect(last).toBe(Math.ceil(NOTES.length / 10))
    expect(Object.keys(data[0]!)).toEqual(['id', 'date', 'title', 'excerpt', 'content', 'seen'])
    expect(data.map(({ date }) => date)).toEqual(
      data
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    )
    expect(data.every(({ seen }) => !seen)).toBe(true)
    expect((await list(scheduler, last + 1)).data).toEqual([])
  })

  it('is seen by who opened it, and all of it at once, each for themselves [A-096] [A-097] [R-272] [R-273]', async () => {
    const [scheduler, administrator] = [await app.as(ROLE.scheduler), await app.as(ROLE.administrator)]
    const [first, second] = NOTES
    await Promise.all([first!, second!].map(({ id }) => scheduler.post(`/release-notes/seen/${id}`)))
    expect(await unread(scheduler)).toBe(NOTES.length - 2)
    expect((await list(scheduler)).data.filter(({ seen }) => seen).map(({ id }) => id)).toEqual([first!.id, second!.id])
    expect(await unread(administrator)).toBe(NOTES.length)
    expect((await scheduler.post('/release-notes/seen/99999')).status).toBe(404)
    expect((await scheduler.post('/release-notes/allSeen')).status).toBe(204)
    expect([await unread(scheduler), await unread(administrator)]).toEqual([0, NOTES.length])
  })

  it('stands in a panel of who may read it, and opens in a popup that leads to the next [A-016] [R-274] [S-164] [S-165]', async () => {
    for (const [role, count] of [[ROLE.administrator, 1], [ROLE.teacher, 1], [ROLE.supervisor, 0], [ROLE.student, 0]] as const) // prettier-ignore
      expect([role, (await (await app.as(role)).page('/profile')).$('aside[data-release-panel]').length]).toEqual([role, count]) // prettier-ignore
    const teacher = await app.as(ROLE.teacher)
    const [first, second] = NOTES
    const { $ } = await teacher.get(`/release-notes/view/${first!.id}`)
    expect($('.popup-title').text()).toBe(first!.title)
    expect($('[data-release-note]').attr('data-release-note')).toBe(String(first!.id))
    expect($('a[data-popup]').attr('href')).toBe(`/release-notes/view/${second!.id}`)
    await teacher.post('/release-notes/allSeen')
    expect((await teacher.get(`/release-notes/view/${first!.id}`)).$('a[data-popup]').length).toBe(0)
  })
})

it.each([
  ['2026-11-27T07:59', '2026-11-27T08:00'],
  ['2026-11-27T08:00', '2026-11-27T13:00'],
  ['2026-11-27T12:59', '2026-11-27T13:00'],
  ['2026-11-27T13:00', '2026-11-28T08:00'],
  ['2026-12-31T23:30', '2027-01-01T08:00'],
])('how many are unread is asked anew after %s at %s [A-194]', (now, next) => {
  expect(nextSync(new Date(now))).toEqual(new Date(next))
})

it('a note has steps where its lines are numbered, and a file that is not written so is refused', () => {
  expect(blocksOf('Eén\nzin.\n\n1. Open.\n2. Kies.')).toEqual([
    { kind: 'text', lines: ['Eén zin.'] },
    { kind: 'steps', lines: ['Open.', 'Kies.'] },
  ])
  expect(() => readNote('0009-x.md', 'titel: x\n\ntekst')).toThrow('not written')
})
