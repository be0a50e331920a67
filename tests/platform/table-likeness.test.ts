import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { countQueries } from '../support/queries.ts'

let app: TestApp
let planner: Browser
let supervisor: Browser
beforeAll(async () => {
  app = await testApp()
  ;[planner, supervisor] = [await app.as(2), await app.as(4)]
  await app.pool.query(`
    insert into contacts (first_name, last_name, roles)
    select 'Rij ' || chr(97 + n / 26) || chr(97 + n % 26), 'Quispelbach', '{5}' from generate_series(0, 79) n`)
})
afterAll(() => app.close())

const NOTE = 'Geen exacte resultaten; dit lijkt erop.'
const find = (search: string, more = '', browser = planner, path = '/contacts') =>
  browser.get(`${path}?active=all&search=${encodeURIComponent(search)}${more}`)
const names = ({ $ }: Answer) =>
  $('tr[data-id] td.c-main')
    .map((_, cell) => $(cell).text().trim())
    .get()
// Rows alone are no document: a parser would throw a <tr> without its table away.
const idsOf = ({ text }: Answer) => [...text.matchAll(/<tr data-id="(\d+)"/g)].map(([, id]) => Number(id))
const note = ({ $ }: Answer) => $('.rt-alike').text()
const nextOf = ({ text }: Answer) => /data-next="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')

describe('a search in a list', () => {
  it('that finds nothing shows what looks like it, and says so', async () => {
    for (const typed of ['quispelbahc', 'quispelbch', 'quisplbach', 'Kwispelbach', 'rij qiuspelbach']) {
      const answer = await find(typed)
      expect([typed, note(answer), names(answer).length]).toEqual([typed, NOTE, 30])
      expect(names(answer).every((name) => name.endsWith('Quispelbach'))).toBe(true)
    }
    const exact = await find('quispelbach')
    expect([note(exact), names(exact).length]).toEqual(['', 30])
  })

  it('leaves out what is much less like it than the best', async () => {
    await app.pool.query(`insert into contacts (last_name, roles) values ('Hoogervorst', '{5}'), ('Hoogervorm', '{5}')`)
    expect(names(await find('hoogervorstt'))).toEqual(['Hoogervorst'])
  })

  it('counts, chooses and exports the same rows, page by page in the order of the list', async () => {
    const seen: number[] = []
    let url: string | undefined = '/contacts?active=all&search=quispelbahc'
    let countUrl = ''
    while (url !== undefined) {
      const answer: Answer = await planner.get(url)
      seen.push(...idsOf(answer))
      countUrl ||= /data-count-url="([^"]+)"/.exec(answer.text)![1]!.replaceAll('&amp;', '&')
      url = nextOf(answer)
    }
    expect(seen).toEqual(idsOf(await find('quispelbach', '&max_per_page=200')))
    expect((await planner.get(countUrl)).text).toBe('80')
    expect((await find('quispelbahc', '&checkAll=1')).json<number[]>()).toHaveLength(80)
    expect((await find('quispelbahc', '&export=csv')).text.trim().split('\r\n')).toHaveLength(81)
  })

  it('keeps to the other filters and to what its viewer may see', async () => {
    expect(names(await find('quispelbahc', '&role=3'))).toEqual([])
    const found = await find('quispelbahc', '', supervisor)
    expect([note(found), names(found)]).toEqual(['', []])
    // Somebody of the own people, by a name with a mistake.
    expect(names(await find('Lindne', '', supervisor)).length).toBeGreaterThan(0)
  })

  it('finds the own people among more of others than are weighed', async () => {
    await app.pool.query(
      `insert into contacts (last_name, roles) select 'Zwanenbroekhof', '{5}' from generate_series(1, 600)`,
    )
    const { rows } = await app.pool.query<{ id: number }>(
      `insert into contacts (first_name, last_name, roles) values ('Eigen', 'Zwanenbroekhof', '{5}') returning id`,
    )
    await app.pool.query('insert into supervisions (contact_id, supervisor_id) values ($1, $2)', [
      rows[0]!.id,
      app.story.contacts.supervisor,
    ])
    for (const typed of ['zwanenbroekhoff', 'zwanenborekhof'])
      expect([typed, names(await find(typed, '', supervisor))]).toEqual([typed, ['Eigen Zwanenbroekhof']])
  })

  it('names what was searched for where nothing looks like it either, and asks no more of numbers', async () => {
    const answer = await find('xqzwvvk')
    expect(answer.$('.empty').text().replace(/\s+/g, ' ').trim()).toBe(
      'Geen contact gevonden met ‘xqzwvvk’ Zoekterm wissen',
    )
    expect((await find('xqzwvvk', '&role=3')).$('.empty b').text()).toBe(
      'Geen contact gevonden met ‘xqzwvvk’ en deze filters',
    )
    expect(names(await find('quispelbach99'))).toEqual([])
  })

  it('costs one query more than one that finds', async () => {
    await find('quispelbach')
    await find('quispelbahc')
    const found = await countQueries(app, () => find('quispelbach'))
    expect(await countQueries(app, () => find('quispelbahc'))).toBeLessThanOrEqual(found + 1)
  })

  it('is the same in lists of other things', async () => {
    for (const [path, typed] of [
      ['/companies', 'zorggroep de lidne'],
      ['/courses', 'heftrcuk'],
      ['/certificates', 'lindne'],
    ] as const) {
      const answer = await find(typed, '', planner, path)
      expect([path, note(answer), names(answer).length > 0]).toEqual([path, NOTE, true])
    }
  })
})
