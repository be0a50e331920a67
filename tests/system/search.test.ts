import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { give } from '../../src/platform/points.ts'
import { Registry } from '../../src/platform/registry.ts'
import { type SearchHit, type SearchSource, searchSources } from '../../src/platform/search/search.ts'
import { superSearch } from '../../src/system/shell/search.queries.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { statementsOf } from '../support/queries.ts'
import { viewerWith } from '../support/viewer.ts'

/** More than one page of them. */
const MANY = 60

const planner = viewerWith([ROLE.scheduler])
let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await app.pool.query(
    `insert into contacts (last_name, first_name) select 'Zwaluw', 'P' || n from generate_series(1, $1) n`,
    [MANY],
  )
})
afterAll(() => app.close())

/** People by their last name with a letter in front and behind, from the last on; and by the name itself, from the first on. */
const twice: SearchSource = {
  type: 'Twice',
  record: 'contact',
  label: 'Twee keer',
  icon: 'users',
  open: '/contact/view/{id}',
  name: sql<string>`contacts.first_name::text`,
  begins: [
    {
      field: 'longer',
      value: sql`'longer'`,
      name: sql`normalise(contacts.last_name || 'en')`,
      then: [sql`-contacts.id`],
    },
    { field: 'whole', value: sql`'whole'`, name: sql`normalise(contacts.last_name)`, then: [] },
  ],
}

describe('a search that finds more than a page', () => {
  it('reads of the hits beyond it no more than that they are there', async () => {
    const asked = { text: 'zwaluw', page: 1 }
    const [sent] = await statementsOf(app, () => superSearch(app.services, planner, asked))
    const { rows } = await app.pool.query<SearchHit>(sent!.text, sent!.values)
    const found = rows.filter(({ field }) => field === 'last_name')
    expect(found).toHaveLength(MANY)
    expect(found.filter(({ name }) => name !== null)).toHaveLength(20)
    const second = await superSearch(app.services, planner, { ...asked, page: 2 })
    expect(second.data.map(({ name }) => name.includes('Zwaluw'))).toEqual(Array(20).fill(true))
    expect(second.last_page).toBe(3)
  })

  it('knows the name of one that two fields find, however far down in each', async () => {
    const { rows } = await app.pool.query<{ id: number }>(
      `select id from contacts where last_name = 'Zwaluw' order by id desc`,
    )
    const registry = new Registry(
      manifests
        .map((manifest) => ({
          ...manifest,
          gifts: manifest.gifts?.filter(({ point }) => point !== searchSources) ?? [],
        }))
        .concat({ name: 'twice', screens: [], gifts: [give(searchSources, [twice])] }),
    )
    const found = await superSearch({ ...app.services, registry }, planner, { text: 'zwaluw', page: 1 })
    expect(found.data.map(({ searchable_id }) => searchable_id)).toEqual(rows.slice(0, 20).map(({ id }) => id))
    expect(found.data.map(({ searchable_field, name }) => [searchable_field, name])).toEqual(
      rows.slice(0, 20).map((_row, i) => ['whole', `P${MANY - i}`]),
    )
  })
})
