import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findWords } from '../../src/platform/fast/index-first.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'

/** Names of which the alphabet and the order of a list may differ: accents, other letters, signs, capitals. */
const NAMES = [
  'Bos', 'bos', 'BOS', 'Bosch', 'Bös', 'Boß', 'Bos-Abos', "'t Bos", 'Bos de Wit', 'Bosø', 'Øbos', 'Obos', 'Łbos', 'Lbos',
  'Ĳbos', 'IJbos', 'Bøs', 'Bo s', 'B.os', 'Bos.', '(Bos)', 'Bos 1', '1 Bos', 'Aardbos', 'Zbos', 'Bot', 'Bor', 'B', 'Æbos',
] // prettier-ignore
const FIRST = ['Anouk', 'Bos', 'Bo', 'Ömer', 'Wit', '']

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  await app.pool.query(
    `insert into contacts (first_name, last_name, roles)
     select first, last, '{5}' from unnest($1::text[]) as last, unnest($2::text[]) as first, generate_series(1, 8)`,
    [NAMES, FIRST],
  )
  await app.pool.query(
    `insert into companies (name, client_id)
     select last || ' ' || n, 4000000 + row_number() over () from unnest($1::text[]) as last, generate_series(1, 30) as n`,
    [NAMES],
  )
  await app.pool.query(
    `insert into contacts (last_name, company_id, client_id)
     select 'Orde', case when n % 3 > 0 then id end, case when n % 3 = 0 then 5000000 + n end
     from (select id, row_number() over (order by md5(id::text)) as n from companies) as companies limit 300`,
  )
  await app.owner.pool.query('analyze contacts, companies')
})
afterAll(() => app.close())

const idsOf = ({ text }: Answer) => [...text.matchAll(/<tr data-id="(\d+)"/g)].map(([, id]) => Number(id))
const nextOf = ({ text }: Answer) => /data-next="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')

async function listed(path: string, query: string): Promise<number[]> {
  const seen: number[] = []
  let url: string | undefined = `${path}?active=&max_per_page=50&${query}`
  while (url !== undefined) {
    const answer: Answer = await planner.get(url)
    seen.push(...idsOf(answer))
    url = nextOf(answer)
  }
  return seen
}

async function expected(table: string, order: string, words: string): Promise<number[]> {
  const { rows } = await app.pool.query<{ id: number }>(
    `select id from ${table} where (select bool_and(strpos(search_text, normalise(word)) > 0) from unnest($1::text[]) as word)
     order by ${order}`,
    [words.split(' ')],
  )
  return rows.map(({ id }) => id)
}

const ORDER = {
  contacts: ['last_name collate "nl-x-icu"', 'first_name collate "nl-x-icu"', 'id'],
  companies: ['name collate "nl-x-icu"', 'id'],
}

describe.each(['contacts', 'companies'] as const)('the list of %s', (table) => {
  it.each([
    'bos',
    'BOS',
    'bös',
    'bos wit',
    'anouk bos',
    'abos bos',
    'bos.',
    "'t bos",
    'øbos',
    'aardbos',
    'bos 1',
    'bosch',
  ])('finds %j wherever it stands, every row once and in order, page by page', async (words) => {
    for (const [sort, direction] of [
      ['name', 'asc'],
      ['-name', 'desc'],
    ] as const) {
      const order = ORDER[table].map((column) => `${column} ${direction}`).join(', ')
      const found = await listed(`/${table}`, `sort=${sort}&search=${encodeURIComponent(words)}`)
      expect(found).toEqual(await expected(table, order, words))
    }
  })

  it('goes to where the names begin with a word that is common', async () => {
    const text = sql<string>`${sql.table(table)}.search_text`
    const by = sql<string>`${sql.ref(`${table}.${table === 'contacts' ? 'last_name' : 'name'}`)} collate "nl-x-icu"`
    const withoutInitial = sql<string>`without_initial(${text}, ${sql.ref(`${table}.${table === 'contacts' ? 'last_name' : 'name'}`)})`
    const searched = { text, table, listed: { by, withoutInitial } }
    expect((await findWords(app.db, searched, 'bos')).branches?.where).toHaveLength(2)
    expect((await findWords(app.db, searched, 'anouk van der linden')).branches).toBeUndefined()
    expect((await findWords(app.db, searched, 'bo')).branches).toBeUndefined()
    expect((await findWords(app.db, searched, 'bös')).branches).toBeUndefined()
  })
})

describe('the list of contacts', () => {
  it.each([
    ['client_id', 'coalesce(contacts.client_id, companies.client_id, 0)'],
    ['company', `coalesce(companies.name, '') collate "nl-x-icu"`],
  ])('stands in the order of %s, every row once, page by page', async (sort, expression) => {
    for (const [sign, direction] of [
      ['', 'asc'],
      ['-', 'desc'],
    ] as const) {
      const { rows } = await app.pool.query<{ id: number }>(
        `select contacts.id from contacts left join companies on companies.id = contacts.company_id
         order by ${expression} ${direction}, contacts.id ${direction}`,
      )
      expect(await listed('/contacts', `sort=${sign}${sort}`)).toEqual(rows.map(({ id }) => id))
    }
  })
})
