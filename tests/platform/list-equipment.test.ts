import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'

/** The lists that have a page of their own. */
const lists = manifests
  .flatMap(({ screens }) => screens)
  .filter(({ kind, path }) => kind === 'table' && !path.includes(':'))
  .map(({ path }) => path)

/** What a list is worked with, beside its search, filters and file. */
type Means = 'groups' | 'columns' | 'views' | 'doing'

/** Why a list may do without. */
const FEW = 'a handful of rows, which are all in view at once'
const SETTLED = 'nobody changes or chooses its rows: they are what happened elsewhere'
const ONE_BY_ONE = 'each row is a case of its own, and is opened to go on with it'
const DATES = 'its rows are dates and times that depend on each other, which their form judges together'

/** Each list that lacks something, and why; a new list is not in here, and so has everything. */
const WITHOUT: Record<string, Partial<Record<Means, string>>> = {}
const without = (means: Means[], why: string, ...paths: string[]) => {
  for (const path of paths) WITHOUT[path] = { ...WITHOUT[path], ...Object.fromEntries(means.map((one) => [one, why])) }
}
without(
  ['groups', 'columns', 'views', 'doing'],
  FEW,
  '/settings/tax-types',
  '/settings/payment-conditions',
  '/settings/ledger',
  '/settings/ledger/rules',
  '/settings/interest-rates',
  '/settings/api/clients',
)
without(['groups', 'columns', 'doing'], FEW, '/evaluations/categories', '/evaluations/option-groups')
without(['groups', 'columns'], FEW, '/products/categories')
without(['groups', 'columns', 'doing'], FEW, '/inspections/categories', '/actions', '/e-learning/courses')
without(['groups', 'columns', 'views'], FEW, '/documents/types')
without(['groups'], FEW, '/settings/establishments')
without(['groups', 'columns', 'doing'], SETTLED, '/administration/reports/lines', '/administration/reports/vat-lines')
without(['groups', 'columns', 'doing'], ONE_BY_ONE, '/today/work')
without(['columns'], SETTLED, '/expiring')
without(['doing'], SETTLED, '/history', '/merged', '/administration/bank/statements', '/registers')
without(
  ['doing'],
  ONE_BY_ONE,
  '/administration/bank/entries',
  '/administration/opening-items',
  '/waiting-list',
  '/registrations',
  '/e-learning/licenses',
  '/decisions',
  '/teacher-requests',
  '/certificates/shortages',
)
without(
  ['doing'],
  DATES,
  '/availability/absences',
  '/availability/free-days',
  '/availability/hours',
  '/code95/drivers',
  '/messages/moments',
)

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(ROLE.administrator)
  await app.owner.pool.query('update users set is_developer = true, is_support = true')
})
afterAll(() => app.close())

/** What the page of a list offers: ways to group, columns to ask for, views, and what is done with its rows in place. */
function meansOf({ $ }: Answer): Means[] {
  const has: Record<Means, boolean> = {
    groups: $('select[name=group] option').length > 1,
    columns: $('[data-column]:not([data-usual])').length > 0,
    views: $('[data-views]').length > 0,
    doing: $('.selbar [data-bulk], .selbar [data-mass-delete], [data-table][data-edit-url]').length > 0,
  }
  return (Object.keys(has) as Means[]).filter((one) => has[one])
}

describe.each(lists)('the list %s', (path) => {
  it('has what lists are worked with, or says why not', async () => {
    const means = meansOf(await administrator.page(path))
    const excused = Object.keys(WITHOUT[path] ?? {})
    expect([...means, ...excused].toSorted()).toEqual(['columns', 'doing', 'groups', 'views'])
  })
})

it('no list is excused that is not there', () => {
  expect(Object.keys(WITHOUT).filter((path) => !lists.includes(path))).toEqual([])
})

/** Administrators are tried with every list (every-list.test.ts); who is a lotus sees none. */
const OTHERS = [ROLE.scheduler, ROLE.teacher, ROLE.supervisor, ROLE.student]

describe.each(OTHERS)('for role %i', (role) => {
  it('every list that it sees has rows in each of its columns, and under each of its heads', async () => {
    const viewer = await app.as(role)
    let seen = 0
    for (const path of lists) {
      const page = await viewer.page(path)
      if (page.status === 403) continue
      seen++
      const columns = page.$('[data-column]').toArray().map(({ attribs }) => attribs['data-column']!) // prettier-ignore
      const groups = page.$('select[name=group] option').toArray().map(({ attribs }) => attribs.value!) // prettier-ignore
      for (const group of groups.length === 0 ? [''] : groups) {
        const all = await viewer.page(`${path}?columns=${columns.join()}&group=${group}`)
        expect([path, group, all.status]).toEqual([path, group, 200])
        expect([path, group, all.$('tr[data-id]').length]).toEqual([path, group, page.$('tr[data-id]').length])
      }
    }
    expect(seen).toBeGreaterThan(0)
  })
})
