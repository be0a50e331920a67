import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { countQueries } from '../support/queries.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'")
interface Line {
  group?: string
  id?: number
}
/** Heads and rows in their order; of rows alone a parser would throw away the cells. */
const linesOf = ({ text }: Answer): Line[] =>
  [...text.matchAll(/<tr (?:class="rt-group" data-group="([^"]*)"|data-id="(\d+)")/g)].map(([, group, id]) =>
    group === undefined ? { id: Number(id) } : { group: unescaped(group) },
  )
const nextOf = ({ text }: Answer) => {
  const next = /data-next="([^"]+)"/.exec(text)?.[1]
  return next === undefined ? undefined : unescaped(next)
}

async function walk(url: string): Promise<{ ids: number[]; groupOf: Map<number, string>; heads: string[] }> {
  const ids: number[] = []
  const groupOf = new Map<number, string>()
  const heads: string[] = []
  let next: string | undefined = url
  let group = ''
  while (next !== undefined) {
    const answer: Answer = await planner.get(next)
    for (const line of linesOf(answer))
      if (line.group !== undefined) {
        group = line.group
        if (heads.at(-1) !== group) heads.push(group)
      } else {
        ids.push(line.id!)
        groupOf.set(line.id!, group)
      }
    next = nextOf(answer)
  }
  return { ids, groupOf, heads }
}
const sumsOf = ({ $ }: Answer) =>
  new Map(
    $('tr[data-group]')
      .toArray()
      .map((head): [string, string[]] => [
        $(head).find('b').text(),
        $(head)
          .find('.group-sum')
          .toArray()
          .map((sum) => $(sum).text()),
      ]),
  )

describe('a grouped list', () => {
  it.each(['name', '-name', '-client_id', 'company'])(
    'shows every row once under its head, page by page, groups forward and their rows by %s',
    async (sort) => {
      const plain = await walk(`/contacts?active=yes&max_per_page=200&sort=${sort}`)
      const { ids, groupOf, heads } = await walk(`/contacts?active=yes&max_per_page=17&group=company&sort=${sort}`)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.toSorted((a, b) => a - b)).toEqual(plain.ids.toSorted((a, b) => a - b))
      expect(new Set(heads).size).toBe(heads.length)
      const { rows } = await app.pool.query<{ id: number; company: string }>(
        'select id, coalesce(company_id, 0)::text as company from contacts',
      )
      for (const { id, company } of rows) if (groupOf.has(id)) expect([id, groupOf.get(id)]).toEqual([id, company])
      // Within a group the order is that of the list.
      for (const head of heads)
        expect(ids.filter((id) => groupOf.get(id) === head)).toEqual(plain.ids.filter((id) => groupOf.get(id) === head))
      const names = await app.pool.query<{ company: string }>(
        `select coalesce(c.id, 0)::text as company from (select distinct company_id from contacts where active) p
         left join companies c on c.id = p.company_id order by coalesce(c.name, '') collate "nl-x-icu", 1`,
      )
      expect(heads).toEqual(names.rows.map(({ company }) => company))
    },
  )

  it('counts and sums a whole group, not its page, and keeps to the filters', async () => {
    const companies = sumsOf(await planner.get('/companies?group=city&max_per_page=1'))
    const { rows } = await app.pool.query<{ city: string; companies: number; people: number }>(
      `select coalesce(city, '') as city, count(*)::integer as companies,
         sum((select count(*) from contact_companies where company_id = companies.id))::integer as people
       from companies where active group by 1 order by coalesce(city, '') collate "nl-x-icu" limit 1`,
    )
    const { city, companies: count, people } = rows[0]!
    expect([...companies]).toEqual([
      [
        city === '' ? 'Zonder plaats' : city,
        [`${count} ${count === 1 ? 'bedrijf' : 'bedrijven'}`, `${people} ${people === 1 ? 'contact' : 'contacten'}`],
      ],
    ])
    const teachers = sumsOf(await planner.get('/contacts?group=company&role=3'))
    const all = (await planner.get('/contacts?role=3&count=1')).text
    expect([...teachers.values()].reduce((sum, [text]) => sum + parseInt(text!), 0)).toBe(Number(all))
  })

  it('says that there are more where a group is larger than is counted, and still counts the others', async () => {
    await app.pool.query(
      `insert into contacts (last_name, active, company_id, roles)
       select 'Vroeger', false, $1::integer, '{5}'::integer[] from generate_series(1, 10001) union all select 'Eerder', false, null, '{5}'::integer[]`,
      [app.story.companies.deLinde],
    )
    const { rows } = await app.pool.query<{ count: number }>(
      'select count(*)::integer as count from contacts where not active and company_id is null',
    )
    const sums = sumsOf(await planner.get('/contacts?active=no&group=company&max_per_page=200'))
    const alone = rows[0]!.count
    expect(sums.get('Particulier')).toEqual([`${alone} ${alone === 1 ? 'contact' : 'contacten'}`])
    expect([...sums.values()]).toContainEqual(['meer dan 10.000 contacten'])
  })

  it('costs one query more, whatever the number of rows', async () => {
    await planner.get('/contacts')
    const cost = (size: number) => countQueries(app, () => planner.get(`/contacts?group=company&max_per_page=${size}`))
    expect([await cost(30), await cost(200)]).toEqual([2, 2])
  })

  it('is part of a view and of the file, and of no tab', async () => {
    const view = (
      await planner.post('/views/add?page=/contacts', { name: 'Per bedrijf', query: 'role=3&group=company' })
    ).json<{ id: number }>().id
    const shown = await planner.page(`/contacts?view=${view}`)
    expect(shown.$('tr[data-group]').length).toBeGreaterThan(0)
    expect(shown.$('select[name=group] option[selected]').attr('value')).toBe('company')
    expect((await planner.page(`/contacts?view=${view}&group=`)).$('tr[data-group]')).toHaveLength(0)
    expect((await planner.page('/contacts?group=nergens')).$('tr[data-group]')).toHaveLength(0)
    const file = await planner.get('/contacts?group=company&columns=name,company_id&export=csv')
    const companies = file.text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(';')[1])
    expect(companies.filter((name, i) => name !== companies[i - 1]).length).toBe(new Set(companies).size)
    const tab = await planner.get(`/contacts?embed=1&company_id=${app.story.companies.deLinde}&group=company`)
    expect(tab.$('tr[data-group], select[name=group]')).toHaveLength(0)
  })

  it('counts what a search with an error finds', async () => {
    const sums = sumsOf(await planner.get('/contacts?group=company&search=lindne'))
    expect(sums.size).toBeGreaterThan(0)
    for (const [total] of sums.values()) expect(total).not.toMatch(/^0 /)
  })

  it('names no company that its viewer may not read', async () => {
    const supervisor = await app.as(4)
    // Somebody of the own people who works where the supervisor has nothing to see.
    const { rows } = await app.pool.query<{ id: number }>(
      `insert into contacts (last_name, company_id, roles) values ('Elders', $1, '{5}') returning id`,
      [app.story.companies.vanLoon],
    )
    await app.pool.query('insert into supervisions (contact_id, supervisor_id) values ($1, $2)', [
      rows[0]!.id,
      app.story.contacts.supervisor,
    ])
    const { $ } = await supervisor.page('/contacts?group=company')
    const named = new Set(sumsOf(await supervisor.page('/contacts?group=company')).keys())
    const seen = new Set(
      $('tr[data-id]')
        .toArray()
        .map((row) => $(row).text()),
    )
    expect(named.size).toBeGreaterThan(0)
    expect(named).toContain('Overig')
    for (const name of named)
      if (!['Particulier', 'Overig'].includes(name)) expect([...seen].some((text) => text.includes(name))).toBe(true)
  })
})
