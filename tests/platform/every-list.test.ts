import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'

/** The lists that have a page of their own. */
const lists = manifests
  .flatMap(({ screens }) => screens)
  .filter(({ kind, path }) => kind === 'table' && !path.includes(':'))
  .map(({ path }) => path)

let app: TestApp
let empty: TestApp
let administrator: Browser
let newcomer: Browser
beforeAll(async () => {
  ;[app, empty] = await Promise.all([testApp(), testApp({ empty: true })])
  administrator = await app.as(ROLE.administrator)
  newcomer = await empty.as(ROLE.administrator)
  for (const pool of [app.owner.pool, empty.owner.pool])
    await pool.query('update users set is_developer = true, is_support = true')
  // The story merges nobody.
  await app.owner.pool.query(`insert into merges (record_type, kept_id, gone_id, gone_name, moved_count)
    select 'company', min(id), max(id) + 1, 'Dubbel', 3 from companies`)
})
afterAll(() => Promise.all([app.close(), empty.close()]))

const headsOf = ({ $ }: Answer) =>
  $('thead th:not(.c-check, .c-act)')
    .toArray()
    .map((head) => $(head).text().trim())
const groupsOf = ({ $ }: Answer) =>
  $('select[name=group] option')
    .toArray()
    .map((option) => option.attribs.value!)
    .filter((group) => group !== '')
const columnsOf = ({ $ }: Answer) =>
  $('[data-column]')
    .toArray()
    .map((choice) => ({ key: choice.attribs['data-column']!, label: $(choice).text().trim() }))

describe.each(lists)('the list %s', (path) => {
  it('has every one of its columns in the order in which they are asked for', async () => {
    const usual = await administrator.page(path)
    const columns = columnsOf(usual)
    expect(columns.map(({ key }) => key)).not.toContain('')
    expect(new Set(columns.map(({ key }) => key)).size).toBe(columns.length)
    const [name, ...others] = columns
    const asked = [name!, ...others.toReversed()]
    const shown = await administrator.page(`${path}?columns=${asked.map(({ key }) => key).join()}`)
    expect(headsOf(shown)).toEqual(asked.map(({ label }) => label))
  })

  it('names every choice of its filters', async () => {
    const usual = await administrator.page(path)
    const filters = usual
      .$('[data-filter]')
      .toArray()
      .map((field) => ({
        name: field.attribs.name!,
        ...(JSON.parse(field.attribs['data-filter']!) as { label: string; options?: { label: string }[] }),
      }))
    expect(
      filters.flatMap(({ name, label, options = [] }) => [name, label, ...options.map((one) => one.label)]),
    ).not.toContain('')
  })

  it('goes out as a file, all of it or the rows that are ticked', async () => {
    const { $ } = await administrator.page(path)
    const isExported = $('[data-export]').length > 0
    const rows = $('tr[data-id]').toArray()
    const boxes = $('tr[data-id] td.c-check input')
    if (!isExported) return expect($('[data-export-selection]').length).toBe(0)
    expect([boxes.length, $('th.c-check [data-check-all]').length]).toEqual([rows.length, 1])
    const files = $('.selbar [data-export-selection]').toArray()
    expect(files.map((file) => file.attribs['data-export-selection'])).toEqual([
      `${path}?export=xlsx`,
      `${path}?export=csv`,
    ])
    const chosen = rows.slice(0, 2).map((row) => row.attribs['data-id'])
    if (chosen.length === 0) return
    const { status, text } = await administrator.get(`${path}?export=csv&ids=${chosen.join()}`)
    const lines = text.split('\r\n').filter((line) => line !== '')
    expect([status, lines.length]).toEqual([200, 1 + chosen.length])
  })

  it('stands under heads that come once each, and that count all of its rows', async () => {
    const all = Number((await administrator.get(`${path}?count=1`)).text)
    expect(all).not.toBeNaN()
    for (const group of groupsOf(await administrator.page(path))) {
      const { $ } = await administrator.page(`${path}?group=${group}&max_per_page=200`)
      const heads = $('tr[data-group]').toArray()
      expect([group, heads.length > 0]).toEqual([group, true])
      const keys = heads.map((head) => head.attribs['data-group'])
      expect([group, new Set(keys).size]).toEqual([group, heads.length])
      expect(heads.map((head) => $(head).find('.group-toggle b').text().trim())).not.toContain('')
      const counts = heads.map((head) => parseInt($(head).find('.group-sum').first().text()))
      // A head counts its whole group, also where only one row of it is on the page.
      const one = await administrator.page(`${path}?group=${group}&max_per_page=1`)
      expect([group, one.$('tr[data-group]').text()]).toEqual([group, $(heads[0]).text()])
      if (all <= 200) expect([group, counts.reduce((sum, count) => sum + count, 0)]).toEqual([group, all])
    }
  })
})

/** What each filter of a list is set to so that nothing is left, as far as its kind has such a value. */
const leavingNothing = ({ $ }: Answer): string[] =>
  $('[data-filter]')
    .toArray()
    .flatMap((field) => {
      const { kind } = JSON.parse(field.attribs['data-filter']!) as { kind: string }
      const nothing: Record<string, string> = { period: '01-01-1901..02-01-1901', number: '2000000000' }
      return kind in nothing ? [`${field.attribs.name}=${nothing[kind]}`] : []
    })

/** There is no installation without a user, nor a user without a history; some of what is chosen from comes along, as VAT. */
const NEVER_EMPTY = [
  '/inspections/categories',
  '/settings/tax-types',
  '/settings/interest-rates',
  '/products',
  '/settings/payment-conditions',
  '/settings/ledger',
  '/settings/ledger/rules',
  '/users',
  '/history',
  '/documents/types',
  '/messages/default',
  '/messages/moments',
]
/** A document is added where it belongs, and any record of many may be that; a register gets who passed by finishing. */
const ADDED_ELSEWHERE = [
  '/outbox/conflicts',
  '/registrations',
  '/e-learning/licenses',
  '/documents',
  '/registers',
  '/reports',
  '/expiring',
  '/today/work',
  '/administration/reports/lines',
  '/administration/reports/vat-lines',
  '/administration/bank/entries',
]

describe.each(lists)('without a row the list %s', (path) => {
  it('says what it is for, and offers to whom may what to begin with', async () => {
    const { $ } = await newcomer.page(path)
    const told = $('.empty')
    expect([told.length, $('tr[data-id]').length > 0]).toEqual(NEVER_EMPTY.includes(path) ? [0, true] : [1, false])
    if (NEVER_EMPTY.includes(path)) return
    expect(told.find('b').text()).not.toBe('')
    expect(told.find('span').text()).not.toBe('')
    const [begin] = told.find('a.btn').toArray()
    expect(begin === undefined).toBe(ADDED_ELSEWHERE.includes(path))
    if (begin)
      expect([begin.attribs.href, (await newcomer.get(begin.attribs.href!)).status]).toEqual([begin.attribs.href, 200])
    const reader = await empty.as(ROLE.teacher)
    const offered = (await reader.page(path)).$('.empty a.btn').toArray()
    for (const { attribs } of offered) expect((await reader.get(attribs.href!)).status).toBe(200)
  })

  it('offers to clear the search or the filter that left nothing', async () => {
    const page = await administrator.page(path)
    const search = page.$('input[type=search][name]').first().attr('name')
    const asked = [...(search === undefined ? [] : [`${search}=qqzzqq`]), ...leavingNothing(page)]
    expect(page.$('.empty [data-clear-search], .empty [data-clear-filters]')).toHaveLength(0)
    for (const one of asked) {
      const { $ } = await administrator.page(`${path}?${one}`)
      expect([one, $('tr[data-id]').length]).toEqual([one, 0])
      const offers = one === asked[0] && search !== undefined ? '[data-clear-search]' : '[data-clear-filters]'
      expect([one, $(`.empty ${offers}`).length]).toEqual([one, 1])
      expect($('.empty b').text()).toMatch(/^Geen .+ gevonden met /)
    }
  })
})

it('nobody groups or reads certificates by companies that they may not know of', async () => {
  const supervisor = await app.as(ROLE.supervisor)
  const shown = await supervisor.page('/certificates?group=company&columns=number,company')
  expect(shown.$('tr[data-id]').length).toBeGreaterThan(0)
  expect(shown.$('tr[data-group]')).toHaveLength(0)
  expect(groupsOf(shown)).toEqual(['course', 'state'])
  expect(headsOf(shown)).toEqual(['Nummer'])
  const planner = await app.as(ROLE.scheduler)
  expect(groupsOf(await planner.page('/certificates'))).toEqual(['course', 'company', 'state'])
})
