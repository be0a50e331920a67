import { type SqlBool, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { companiesArea } from '../../src/relations/companies/rights.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { areaManifest } from '../../src/platform/area.ts'
import { give } from '../../src/platform/points.ts'
import { selectionActions } from '../../src/platform/screens/table/selection-actions.ts'
import { table } from '../../src/platform/screens/table/table.ts'
import { selectFilter, textFilter, yesNoFilter } from '../../src/platform/screens/table/table-filters.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addArea } from '../support/extra-area.ts'

const SENTENCE = 'Deze lijst werd te groot om snel te tonen.'
/** Longer than a test waits, and than any statement may take. */
const FOR_AN_HOUR = sql`(select true from pg_sleep(3600))`

/** Companies, as a list of which one filter and the sums of one group never come to an end. */
const slowTable = table({
  area: companiesArea,
  record: 'company',
  right: 'view',
  path: '/slow-companies',
  title: 'Trage bedrijven',
  query: (db) => db.selectFrom('companies').select(['companies.id', 'companies.name', 'companies.city']),
  filters: {
    search: textFilter('Zoeken', { text: sql<string>`normalise(companies.name)` }),
    slow: yesNoFilter('Traag', sql<SqlBool>`${FOR_AN_HOUR}`),
    active: yesNoFilter('Actief', sql<SqlBool>`companies.active`),
    city: selectFilter('Plaats', [{ value: 'a', label: 'A' }], () => sql<SqlBool>`companies.city = 'A'`),
  },
  sorts: { name: { by: [sql`companies.name`] } },
  defaultSort: 'name',
  groups: {
    name: {
      label: 'Naam',
      sort: { by: [sql`companies.name`] },
      key: sql<string>`companies.name`,
      among: (keys: string[]) => sql<SqlBool>`companies.name = any(${keys}::text[])`,
      name: ({ name }: { name: string }) => name,
      sums: [{ of: sql<number>`(select 1 from pg_sleep(3600))`, text: String }],
    },
  },
  columns: [{ field: 'name', kind: 'main', cell: ({ name }) => name }],
  map: {
    preference: 'slow-map',
    answer: (_db, found) => found.execute().then(() => ({ places: [], without: 0, isMore: false })),
  },
  views: [{ key: 'slow', name: 'Traag', query: 'slow=yes' }],
  empty: { icon: 'building', title: 'Nog geen bedrijven', text: '' },
  example: () => ({ foreign: null }),
})

let app: TestApp
let planner: Browser
beforeAll(async () => {
  const added = { label: 'Toegevoegd', kind: 'popup', url: '/companies', area: companiesArea, right: 'view' } as const
  const gifts = [give(selectionActions, [{ record: 'company', action: added }])]
  const area = areaManifest('slow', [{ screens: [slowTable], gifts }])
  app = await testApp({ prepare: (services) => addArea(services, area, 'vehicles') })
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

/** What the database is still doing of what was stopped. */
async function stillAsked(): Promise<number> {
  const { rows } = await app.owner.pool.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and state <> 'idle' and query like '%pg_sleep%' and pid <> pg_backend_pid()`,
  )
  return rows[0]!.count
}

it('a list that takes too long says which filters would help, and holds no connection', async () => {
  const { status, $ } = await planner.get('/slow-companies?slow=yes')
  expect(status).toBe(200)
  expect($('[data-slow]').text()).toContain(SENTENCE)
  const helpful = $('[data-filter-open]').toArray()
  expect(helpful.map((button) => $(button).text())).toEqual(['Zoeken', 'Actief', 'Plaats'])
  expect($('[data-sheet]').attr('data-count')).toBe('–')
  await expect.poll(stillAsked).toBe(0)
  expect(app.pool.idleCount).toBe(app.pool.totalCount)
})

it('a list with nothing to do for its rows by itself has what others add, beside the file', async () => {
  const { $ } = await planner.page('/slow-companies')
  expect(
    $('.selbar [data-bulk]')
      .toArray()
      .map((button) => $(button).text()),
  ).toEqual(['Toegevoegd'])
  expect($('.selbar [data-export-selection]')).toHaveLength(2)
})

it('the page around it stands, and says of its views what they hold as far as that is known', async () => {
  const { status, $ } = await planner.page('/slow-companies?slow=yes&active=yes')
  expect(status).toBe(200)
  expect($('h1').text()).toBe('Trage bedrijven')
  expect($('[data-slow]').text()).toContain(SENTENCE)
  expect($('[data-filter-chip]')).toHaveLength(2)
  const tabs = await planner.get('/slow-companies?tabs=all')
  const counts = tabs.$('[data-view-tab] .n').toArray()
  expect(counts.map((count) => tabs.$(count).text())).toEqual(['–', '–'])
})

it('a number or a sum that takes too long is left open, and the rows stand', async () => {
  expect((await planner.get('/slow-companies?slow=yes&count=1')).text).toBe('–')
  const { $ } = await planner.get('/slow-companies?group=name')
  expect($('tr[data-id]').length).toBeGreaterThan(0)
  expect(
    new Set(
      $('.group-sum')
        .toArray()
        .map((sum) => $(sum).text()),
    ),
  ).toEqual(new Set(['–']))
  await expect.poll(stillAsked).toBe(0)
})

it.each([
  ['rows further on', 'page=1'],
  ['all ids', 'checkAll=1'],
  ['a file', 'export=csv'],
  ['the map', 'map=1'],
])('what takes too long is stopped, and the answer names the filters that would help: %s', async (_what, asked) => {
  const address = `/slow-companies?slow=yes&active=yes&${asked}`
  const answer = await planner.get(address)
  expect(answer.status).toBe(422)
  const { message, helpful } = JSON.parse(answer.text) as { message: string; helpful: unknown }
  expect(message).toBe(`${SENTENCE} Kies er een filter bij, zoals ‘Zoeken’ of ‘Plaats’.`)
  expect(helpful).toEqual([
    { name: 'search', label: 'Zoeken' },
    { name: 'city', label: 'Plaats' },
  ])
  // The server says that it stopped a moment before it says so of itself.
  await expect.poll(stillAsked).toBe(0)
})

it('as a page a file that takes too long says the same', async () => {
  const { status, $ } = await planner.page('/slow-companies?slow=yes&export=xlsx')
  expect(status).toBe(422)
  expect($('main').text()).toContain(SENTENCE)
})
